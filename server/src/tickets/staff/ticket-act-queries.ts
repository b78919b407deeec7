import type { StaffActType } from '@portico/contract/sections'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { ofContact } from './queries.ts'

/** Writes for the feed what somebody of the staff did with a ticket; see {@link recordStaffAct}. */
export const recordTicketAct = (
  db: Db,
  { staffUserId }: Pick<StaffScope, 'staffUserId'>,
  { serviceCompanyId, portalId, contactId, ticketId }: TicketKeys,
  act: { type: StaffActType; commentId?: number; detail?: object },
  now: Date,
): Promise<void> =>
  recordStaffAct(db, { serviceCompanyId, portalId, contactId, staffUserId }, { ticketId, ...act }, now)

/** The `externalId` of a ticket, for an event of another one; null if it is of another portal, which a reader of the event may not see. */
export const nameBeside = async (db: Db, ticket: TicketKeys, other: TicketKeys): Promise<string | null> => {
  if (other.portalId !== ticket.portalId) return null
  const { name } = await db.one<{ name: string }>(sql`select o.external_id as name from ticket o
    where ${ofContact(other, 'o')} and o.id = ${other.ticketId}`)
  return name
}
