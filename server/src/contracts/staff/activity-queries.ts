import {
  type ActivityFacts,
  activityChangesMost,
  type ContractKind,
  type StaffActivity,
  type StaffActivityChange,
} from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { outsideId } from '../../kernel/database/external-id.ts'
import { pictureLink } from '../../portals/queries.ts'
import { andInGroupsOf } from '../../tickets/group-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** Names what staff change of activity `v`. */
const version: Sql = sql`md5(json_build_array(v.activity_type_name, v.starts_at, v.minutes, v.units, v.staff_user_id, v.address)::text)`

/** What was noted of activity `v`, as its history keeps it; it needs its member of staff as `s`. */
const facts: Sql = sql`json_build_object('activityTypeName', v.activity_type_name, 'start', instant(v.starts_at), 'minutes', v.minutes,
  'units', v.units, 'staff', s.display_name, 'address', v.address)`

/** An activity as the database returns it; the URL of its report is made later. */
export type StaffActivityRow = Omit<StaffActivity, 'report'> & { report: { name: string; fileId: number } | null }

const columns = (
  scope: StaffScope,
): Sql => sql`v.id, v.activity_type_name as "activityTypeName", instant(v.starts_at) as start, v.minutes,
  v.units, case when s.id is not null then json_build_object('id', s.id, 'displayName', s.display_name,
    'profileImage', ${pictureLink('sp')}) end as staff, v.address,
  case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as package,
  (select json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) from ticket_time h
    join ticket t on ${sameContact('t', 'h')} and t.id = h.ticket_id
    where ${sameContact('h', 'v')} and h.contract_activity_id = v.id ${andInGroupsOf(scope)} limit 1) as ticket,
  (select json_build_object('id', n.id, 'start', instant(n.starts_at)) from ticket_time h
    join planned_activity n on ${sameContact('n', 'h')} and n.id = h.planned_activity_id
    where ${sameContact('h', 'v')} and h.contract_activity_id = v.id limit 1) as visit,
  case when f.id is not null then json_build_object('name', f.name, 'fileId', f.id) end as report,
  ${outsideId('v')} as "outsideId", ${version} as version,
  (select count(*)::int from contract_activity_change h where ${sameContact('h', 'v')} and h.contract_activity_id = v.id) as changes,
  ${scope.role === 'technician' ? sql`coalesce(v.staff_user_id = ${scope.staffUserId}, false)` : sql`true`} as "mayChange"`

const joins: Sql = sql`left join staff_user s on ${sameCompany('s', 'v')} and s.id = v.staff_user_id
  left join picture sp on ${sameCompany('sp', 's')} and sp.id = s.picture_id
  left join contract_package k on ${sameContact('k', 'v')} and k.id = v.contract_package_id
  left join file f on ${sameContact('f', 'v')} and f.id = v.report_file_id`

const ofContract = (kind: ContractKind, alias: string): Sql =>
  kind === 'activity'
    ? sql`${raw(alias)}.activity_contract_id = a.id`
    : sql`${raw(alias)}.contract_package_id in (select q.id from contract_package q where ${sameContact('q', 'a')}
        and q.service_contract_id = a.id)`

type Of = { kind: ContractKind; id: number }

const contract = (scope: StaffScope, { kind, id }: Of): Sql =>
  sql`(select * from ${raw(
    kind === 'activity' ? 'activity_contract' : 'service_contract',
  )} a where ${withinStaffPortals(scope, 'a')} and a.id = ${id}) a`

/** The activities of a contract, newest first. */
export const activitiesOf = (db: Db, scope: StaffScope, of: Of): Promise<StaffActivityRow[]> =>
  db.list(sql`select ${columns(scope)} from ${contract(scope, of)}
    join contract_activity v on ${sameContact('v', 'a')} and ${ofContract(of.kind, 'v')} ${joins}
    order by v.starts_at desc, v.id desc`)

/** An activity; undefined for one that the account may not see. */
export const activityOf = (db: Db, scope: StaffScope, id: number): Promise<StaffActivityRow | undefined> =>
  db.maybe(
    sql`select ${columns(scope)} from contract_activity v ${joins} where ${withinStaffPortals(scope, 'v')} and v.id = ${id}`,
  )

const changeColumns: Sql = sql`h.id, h.contract_activity_id as "activityId", h.what, instant(h.at) as at, b.display_name as staff, h.reason,
  h.before, h.after`

/** The newest corrections of the activities of a contract. */
export const activityChangesOf = (db: Db, scope: StaffScope, of: Of): Promise<StaffActivityChange[]> =>
  db.many(sql`select ${changeColumns} from ${contract(scope, of)}
    join contract_activity_change h on ${sameContact('h', 'a')} and ${ofContract(of.kind, 'h')}
    left join staff_user b on ${sameCompany('b', 'h')} and b.id = h.staff_user_id
    order by h.id desc limit ${raw(String(activityChangesMost))}`)

/** A locked activity, with what it was. */
export type LockedActivity = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  id: number
  externalId: string
  activityContractId: number | null
  contractPackageId: number | null
  inHours: boolean
  staffUserId: number | null
  version: string
  facts: ActivityFacts
}

/** Locks an activity, so that corrections happen one after the other; undefined for one that the account may not see. */
export const lockActivity = async (db: Db, scope: StaffScope, id: number): Promise<LockedActivity | undefined> => {
  const here = sql`${withinStaffPortals(scope, 'v')} and v.id = ${id}`
  if (!(await db.maybe(sql`select from contract_activity v where ${here} for no key update`))) return undefined
  return db.maybe(sql`select v.service_company_id as "serviceCompanyId", v.portal_id as "portalId", v.contact_id as "contactId", v.id,
      v.external_id as "externalId", v.activity_contract_id as "activityContractId", v.contract_package_id as "contractPackageId",
      coalesce(a.in_hours, k.in_hours) as "inHours", v.staff_user_id as "staffUserId", ${version} as version, ${facts} as facts
    from contract_activity v
    left join staff_user s on ${sameCompany('s', 'v')} and s.id = v.staff_user_id
    left join activity_contract a on ${sameContact('a', 'v')} and a.id = v.activity_contract_id
    left join contract_package k on ${sameContact('k', 'v')} and k.id = v.contract_package_id
    where ${here}`)
}

/** Keeps what an activity was, and why it is so no more; returns the entry. */
export const insertActivityChange = async (
  db: Db,
  { staffUserId }: StaffScope,
  activity: LockedActivity,
  {
    what,
    after,
    reason,
    now,
  }: { what: 'corrected' | 'removed'; after: ActivityFacts | null; reason: string; now: Date },
): Promise<StaffActivityChange> => {
  const { serviceCompanyId, portalId, contactId, id, activityContractId, contractPackageId, facts: before } = activity
  return db.one(sql`with h as (insert into contract_activity_change (service_company_id, portal_id, contact_id, activity_contract_id,
        contract_package_id, contract_activity_id, staff_user_id, what, at, reason, before, after)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, ${activityContractId}, ${contractPackageId}, ${id}, ${staffUserId}, ${what},
        ${now}, ${reason}, ${JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb) returning *)
    select ${changeColumns} from h left join staff_user b on ${sameCompany('b', 'h')} and b.id = h.staff_user_id`)
}

const timeOf = ({ serviceCompanyId, portalId, contactId, id }: LockedActivity): Sql =>
  sql`h.service_company_id = ${serviceCompanyId} and h.portal_id = ${portalId} and h.contact_id = ${contactId}
    and h.contract_activity_id = ${id}`

/** Whether the activity is the time of a ticket. */
export const isOfTicket = async (db: Db, activity: LockedActivity): Promise<boolean> =>
  (await db.maybe(sql`select from ticket_time h where ${timeOf(activity)} limit 1`)) !== undefined

/** Gives the time of a ticket what its activity has now; of an activity without minutes nothing is left of it. */
export const syncTicketTime = async (db: Db, activity: LockedActivity, minutes: number): Promise<void> => {
  if (minutes === 0) await db.run(sql`delete from ticket_time h where ${timeOf(activity)}`)
  else
    await db.run(sql`update ticket_time h set minutes = v.minutes, activity_type_name = v.activity_type_name, worked_on = v.starts_at,
        staff_user_id = coalesce(v.staff_user_id, h.staff_user_id)
      from contract_activity v where ${timeOf(activity)} and ${sameContact('v', 'h')} and v.id = h.contract_activity_id`)
}

/** A member of the company's staff by id. */
export const findStaff = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
): Promise<{ externalId: string } | undefined> =>
  db.maybe(
    sql`select external_id as "externalId" from staff_user where service_company_id = ${serviceCompanyId} and id = ${id}`,
  )

/** The customer and time zone of a contract or package that an activity is noted on; undefined beyond the scope. */
export const grantorPlaceOf = (
  db: Db,
  scope: StaffScope,
  { table, id }: { table: 'activity_contract' | 'contract_package'; id: number },
): Promise<{ serviceCompanyId: number; portalId: number; contactId: number; timeZone: string } | undefined> =>
  db.maybe(sql`select a.service_company_id as "serviceCompanyId", a.portal_id as "portalId", a.contact_id as "contactId",
      p.time_zone as "timeZone"
    from ${raw(table)} a join portal p on ${sameCompany('p', 'a')} and p.id = a.portal_id
    where ${withinStaffPortals(scope, 'a')} and a.id = ${id}`)
