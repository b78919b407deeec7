import type { NewTime } from '@portico/contract/staff/tickets'
import { insertActivity, requireGrantor } from '../../contracts/activity-changes-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { failAt, requireText } from '../../kernel/errors/fail.ts'
import { insertTime } from '../time-queries.ts'
import { ofContact } from './queries.ts'

/** Whether the time is taken from a contract or package, which must be the customer's and count hours; locked, so that it stays so. */
const takesFromContract = async (
  db: Db,
  ticket: TicketKeys,
  { activityContractId, contractPackageId }: NewTime,
  at = 'body',
): Promise<boolean> => {
  if (!(activityContractId ?? contractPackageId)) return false
  const { table, inHours } = await requireGrantor(db, ticket, { activityContractId, contractPackageId }, at)
  const field = table === 'activity_contract' ? 'activityContractId' : 'contractPackageId'
  return inHours || failAt('invalid_request', `${at}.${field}`, 'counts units, not hours')
}

/** Checks time that is noted later. */
export const requireTime = async (db: Db, ticket: TicketKeys, time: NewTime): Promise<void> => {
  requireText(time.activityTypeName, 'body.time.activityTypeName')
  await takesFromContract(db, ticket, time, 'body.time')
}

/** Notes time that {@link requireTime} has checked before. A contract that is gone meanwhile leaves it unassigned. */
export const noteCheckedTime = async (
  db: Db,
  writer: Pick<StaffScope, 'staffUserId'>,
  ticket: TicketKeys,
  time: NewTime & { now: Date },
): Promise<void> => {
  const { activityContractId = null, contractPackageId = null } = time
  const isThere = await db.maybe(sql`select from activity_contract s
      where ${ofContact(ticket, 's')} and s.id = ${activityContractId}::bigint and s.in_hours
    union all select from contract_package s
      where ${ofContact(ticket, 's')} and s.id = ${contractPackageId}::bigint and s.in_hours`)
  await noteTime(db, writer, ticket, isThere ? time : { ...time, activityContractId: null, contractPackageId: null })
}

/** Notes time on a ticket and, where it is taken from a contract, as an activity of it; returns its id. */
export const noteTime = async (
  db: Db,
  scope: Pick<StaffScope, 'staffUserId'>,
  ticket: TicketKeys,
  time: NewTime & { now: Date },
): Promise<number> => {
  const { minutes, now } = time
  const { activityTypeName } = time
  if (!activityTypeName) return failAt('fill_all_required_fields', 'body.activityTypeName', 'is required')
  const isAssigned = await takesFromContract(db, ticket, time)
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const startedAt = new Date(now.getTime() - minutes * 60_000)
  const { staffUserId } = scope
  const { activityContractId, contractPackageId } = time
  const grantor = { activityContractId, contractPackageId }
  const activityId = isAssigned
    ? await insertActivity(db, ticket, { ...grantor, activityTypeName, startsAt: startedAt, minutes, staffUserId })
    : null
  const id = await insertTime(
    db,
    ticket,
    { staffUserId, minutes, activityTypeName, workedOn: startedAt, activityId },
    now,
  )
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  await recordStaffAct(db, actor, { type: 'staff.time.noted', ticketId, detail: { minutes } }, now)
  return id
}
