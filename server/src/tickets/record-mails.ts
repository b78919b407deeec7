import type { Db } from '../kernel/database/db.ts'
import type { PendingRow, WrittenRow } from '../records/definition/record-type.ts'
import { enqueueTicketMails } from './mails.ts'

/** Enqueues the mails about new replies and closings by the service company since an instant; none if it is undefined. */
export const enqueueImportedMails = async (
  db: Db,
  pendingRows: PendingRow[],
  findWrittenRow: (pending: PendingRow) => WrittenRow | undefined,
  since: Date | undefined,
): Promise<void> => {
  if (!since) return
  for (const pending of pendingRows) {
    const { place, names } = pending.item
    const { sender_web_user_id: sender, creation_date: date, event } = pending.row
    const written = findWrittenRow(pending)
    if (!written?.created || sender !== null || event === 'reopened' || new Date(String(date)) < since) continue
    const at = {
      serviceCompanyId: place.company,
      portalId: place.portal ?? 0,
      contactId: place.contact ?? 0,
      ticketId: names.ticket?.id ?? 0,
    }
    await enqueueTicketMails(db, { at, commentId: written.id })
  }
}
