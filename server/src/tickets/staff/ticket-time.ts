import type { NewTime, TicketTime } from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { failAt, requireText } from '../../kernel/errors/fail.ts'
import { recordStaffEvent } from './messages.ts'
import { ofContact, type TicketKeys, ticketTimeOf } from './queries.ts'

/** The contract or package that the time is taken from, which must be the customer's and count hours; locked, so that it stays so. */
const sourceOf = async (
  db: Db,
  ticket: TicketKeys,
  { activityContractId, contractPackageId }: NewTime,
  at = 'body',
) => {
  if (activityContractId && contractPackageId)
    return failAt('invalid_request', `${at}.contractPackageId`, 'must not stand beside activityContractId')
  const id = activityContractId ?? contractPackageId
  if (!id) return undefined
  const [table, field] = activityContractId
    ? (['activity_contract', 'activityContractId'] as const)
    : (['contract_package', 'contractPackageId'] as const)
  const row = await db.maybe<{ inHours: boolean }>(sql`select s.in_hours as "inHours" from ${raw(table)} s
    where ${ofContact(ticket, 's')} and s.id = ${id} for key share`)
  if (!row) return failAt('not_found', `${at}.${field}`, 'names something that is not there')
  if (!row.inHours) return failAt('invalid_request', `${at}.${field}`, 'counts units, not hours')
  return { table, id }
}

/** Checks time that is noted later. */
export const requireTime = async (db: Db, ticket: TicketKeys, time: NewTime): Promise<void> => {
  requireText(time.activityTypeName, 'body.time.activityTypeName')
  await sourceOf(db, ticket, time, 'body.time')
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

/** Notes time on a ticket and, where it is taken from a contract, as an activity of it. */
export const noteTime = async (
  db: Db,
  scope: Pick<StaffScope, 'staffUserId'>,
  ticket: TicketKeys,
  time: NewTime & { now: Date },
): Promise<TicketTime> => {
  const { minutes, now } = time
  const { activityTypeName } = time
  if (!activityTypeName) return failAt('fill_all_required_fields', 'body.activityTypeName', 'is required')
  const source = await sourceOf(db, ticket, time)
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const startedAt = new Date(now.getTime() - minutes * 60_000)
  const activity =
    source &&
    (await db.one<{ id: number }>(sql`insert into contract_activity (service_company_id, portal_id, contact_id,
        ${raw(`${source.table}_id`)}, activity_type_name, starts_at, minutes, staff_user_id)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, ${source.id}, ${activityTypeName}, ${startedAt}, ${minutes},
        ${scope.staffUserId})
      returning id`))
  if (source)
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, purpose, created_at)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, 'document.created', 'contract', ${now})`)
  const { id } = await db.one<{
    id: number
  }>(sql`insert into ticket_time (service_company_id, portal_id, contact_id, ticket_id,
      staff_user_id, minutes, activity_type_name, worked_on, contract_activity_id)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${scope.staffUserId}, ${minutes}, ${activityTypeName},
      ${startedAt}, ${activity?.id ?? null}) returning id`)
  await recordStaffEvent(db, ticket, { type: 'time.noted', forStaff: true }, now)
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  await recordStaffAct(db, actor, { type: 'staff.time.noted', ticketId, detail: { minutes } }, now)
  return ticketTimeOf(db, ticket, id)
}
