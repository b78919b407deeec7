import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { fail } from '../../kernel/errors/fail.ts'
import {
  closeTickets,
  endIdleSessions,
  hasHeldAnswer,
  type LockedContact,
  lockContacts,
  setArchived,
} from './customer-queries.ts'

/** Many tickets may have to be closed. */
const TIMEOUT = 60_000

const lockContact = async (db: Db, scope: StaffScope, contactId: number): Promise<LockedContact> =>
  (await lockContacts(db, scope, [contactId]))[0] ?? fail('not_found')

/** Archives a contact; returns false if it was archived already. `not_found` if the account may not see it. */
export const archiveContact = (
  db: Db,
  scope: StaffScope,
  contactId: number,
  { closes, now }: { closes: boolean; now: Date },
): Promise<{ contact: LockedContact; changed: boolean }> =>
  tx(
    db,
    async db => {
      const contact = await lockContact(db, scope, contactId)
      const changed = contact.archivedAt === null
      if (changed) {
        await setArchived(db, contact, now)
        await endIdleSessions(db, contact)
        await recordStaffAct(db, { ...contact, ...scope }, { type: 'staff.contact.archived' }, now)
      }
      if (closes) {
        if (await hasHeldAnswer(db, contact))
          fail('answer_held', { detail: 'An answer is held back. It has to go, or be taken back, first.' })
        await closeTickets(db, contact, { staffUserId: scope.staffUserId, now })
      }
      return { contact, changed }
    },
    { statementTimeout: TIMEOUT },
  )

/** Takes a contact out of the archive; returns false if it was not there. */
export const restoreContact = (
  db: Db,
  scope: StaffScope,
  contactId: number,
  now: Date,
): Promise<{ contact: LockedContact; changed: boolean }> =>
  tx(db, async db => {
    const contact = await lockContact(db, scope, contactId)
    const changed = contact.archivedAt !== null
    if (changed) {
      await setArchived(db, contact, null)
      await recordStaffAct(db, { ...contact, ...scope }, { type: 'staff.contact.restored' }, now)
    }
    return { contact, changed }
  })
