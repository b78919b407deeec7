import { randomUUID } from 'node:crypto'
import { closedStatus } from '@portico/contract/tickets'
import type { Db } from '../kernel/database/db.ts'
import type { PendingRow, WrittenRow } from '../records/definition/record-type.ts'
import { enqueueTicketMails } from './mails.ts'

const locationOf = ({ place }: PendingRow['item'], ticketId: number) => ({
  serviceCompanyId: place.company,
  portalId: place.portal ?? 0,
  contactId: place.contact ?? 0,
  ticketId,
})

/** Enqueues the mails about open tickets that were assigned: new ones raised since an instant, and those that had another assignee. */
export const enqueueAssignedMails = async (
  db: Db,
  pendingRows: PendingRow[],
  findWrittenRow: (pending: PendingRow) => WrittenRow | undefined,
  since: Date | undefined,
): Promise<void> => {
  if (!since) return
  for (const pending of pendingRows) {
    const { row, existing } = pending
    const written = findWrittenRow(pending)
    const assigneeId = row.staff_user_id
    if (!written || typeof assigneeId !== 'number' || assigneeId === existing?.kept?.assigneeId) continue
    if (row.task_status === closedStatus || (!existing && new Date(String(row.created_on)) < since)) continue
    const assigned = { assigneeId, name: null, changeId: randomUUID() }
    await enqueueTicketMails(db, { at: locationOf(pending.item, written.id), assigned })
  }
}

/** Enqueues the mails about new replies and closings by the service company since an instant; none if it is undefined. */
export const enqueueImportedMails = async (
  db: Db,
  pendingRows: PendingRow[],
  findWrittenRow: (pending: PendingRow) => WrittenRow | undefined,
  since: Date | undefined,
): Promise<void> => {
  if (!since) return
  for (const pending of pendingRows) {
    const { referenced } = pending.item
    const { sender_web_user_id: sender, creation_date: date, event } = pending.row
    const written = findWrittenRow(pending)
    if (!written?.created || sender !== null || event === 'reopened' || new Date(String(date)) < since) continue
    await enqueueTicketMails(db, { at: locationOf(pending.item, referenced.ticket?.id ?? 0), commentId: written.id })
  }
}
