import type { ServiceStaff } from '@portico/contract/staff/planning/bookable'
import type { TimeEntry } from '@portico/contract/staff/planning/time'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../../kernel/database/db.ts'
import { pictureLink } from '../../../portals/queries.ts'
import { withinStaffPortals } from '../list-queries.ts'

/** Whose time is read, between two instants: of one person, of one customer, or of all. */
export type TimeFilter = { from: Date; to: Date; staffUserId?: number; contactId?: number }

const member: Sql = sql`json_build_object('id', u.id, 'displayName', u.display_name, 'profileImage', ${pictureLink('up')})`

/** Time noted on tickets and visits, and activities of contracts that were written directly. */
const worked = (scope: StaffScope, { from, to, staffUserId, contactId }: TimeFilter): Sql => {
  const of = (
    alias: Sql,
  ) => sql`(${staffUserId ?? null}::bigint is null or ${alias}.staff_user_id = ${staffUserId ?? null}::bigint)
    and (${contactId ?? null}::bigint is null or ${alias}.contact_id = ${contactId ?? null}::bigint)`
  return sql`select 'time' as kind, h.id, h.service_company_id, h.portal_id, h.contact_id, h.staff_user_id, h.minutes,
      h.activity_type_name, h.worked_on as at, h.ticket_id, h.planned_activity_id, h.contract_activity_id
    from ticket_time h where ${withinStaffPortals(scope, 'h')} and h.worked_on >= ${from} and h.worked_on < ${to}
      and ${of(sql`h`)}
    union all
    select 'activity', v.id, v.service_company_id, v.portal_id, v.contact_id, v.staff_user_id, v.minutes,
      v.activity_type_name, v.starts_at, null, null, v.id
    from contract_activity v where ${withinStaffPortals(scope, 'v')} and v.starts_at >= ${from} and v.starts_at < ${to}
      and v.minutes > 0 and ${of(sql`v`)}
      and not exists (select from ticket_time h where ${sameContact('h', 'v')} and h.contract_activity_id = v.id)`
}

/** The entries, first to last; the days are those of a time zone. */
export const timeEntriesOf = (db: Db, scope: StaffScope, filter: TimeFilter, timeZone: string): Promise<TimeEntry[]> =>
  db.list(sql`select r.kind, r.id, ((r.at at time zone ${timeZone}::text)::date)::text as day,
      case when u.id is not null then ${member} end as "staffUser", r.minutes, r.activity_type_name as "activityTypeName",
      json_build_object('id', c.id, 'companyName', c.company_name) as customer,
      case when t.id is not null then json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) end as ticket,
      case when n.id is not null then coalesce(n.title, n.activity_type_name) end as "visitTitle",
      coalesce(ac.name, s.name || ' · ' || cp.name) as contract
    from (${worked(scope, filter)}) r
    join contact c on ${samePortal('c', 'r')} and c.id = r.contact_id
    left join staff_user u on ${sameCompany('u', 'r')} and u.id = r.staff_user_id
    left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    left join ticket t on ${sameContact('t', 'r')} and t.id = r.ticket_id
    left join planned_activity n on ${sameContact('n', 'r')} and n.id = r.planned_activity_id
    left join contract_activity v on ${sameContact('v', 'r')} and v.id = r.contract_activity_id
    left join activity_contract ac on ${sameContact('ac', 'v')} and ac.id = v.activity_contract_id
    left join contract_package cp on ${sameContact('cp', 'v')} and cp.id = v.contract_package_id
    left join service_contract s on ${sameContact('s', 'cp')} and s.id = cp.service_contract_id
    order by r.at, r.kind, r.id limit 20000`)

/** What somebody noted on one day. */
export type DaySum = { staffUserId: number; day: string; minutes: number; unassignedMinutes: number }

/** The sums of each person and day. */
export const daySumsOf = (db: Db, scope: StaffScope, filter: TimeFilter, timeZone: string): Promise<DaySum[]> =>
  db.many(sql`select r.staff_user_id as "staffUserId", ((r.at at time zone ${timeZone}::text)::date)::text as day,
      sum(r.minutes)::int as minutes,
      coalesce(sum(r.minutes) filter (where r.contract_activity_id is null), 0)::int as "unassignedMinutes"
    from (${worked(scope, filter)}) r where r.staff_user_id is not null group by 1, 2`)

/** The staff whose account has not ended, and these others, by name. */
export const teamOf = (db: Db, { serviceCompanyId }: StaffScope, others: readonly number[]): Promise<ServiceStaff[]> =>
  db.many(sql`select u.id, u.display_name as "displayName", ${pictureLink('up')} as "profileImage"
    from staff_user u left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    where u.service_company_id = ${serviceCompanyId} and (u.id = any(${[...others]}::bigint[])
      or not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id and a.ended_at is not null)
      or exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id and a.ended_at is null))
    order by u.display_name, u.id`)

/** A member of the company's staff. */
export const staffMemberOf = async (db: Db, scope: StaffScope, id: number): Promise<ServiceStaff | undefined> =>
  db.maybe(sql`select u.id, u.display_name as "displayName", ${pictureLink('up')} as "profileImage"
    from staff_user u left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    where u.service_company_id = ${scope.serviceCompanyId} and u.id = ${id}`)

/** A customer whose portal the account works for. */
export const timeCustomerOf = (
  db: Db,
  scope: StaffScope,
  contactId: number,
): Promise<{ id: number; companyName: string } | undefined> =>
  db.maybe(sql`select c.id, c.company_name as "companyName" from contact c
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)

/** The clock of the company: the time zone of its first portal. */
export const clockOf = async (db: Db, { serviceCompanyId }: StaffScope): Promise<string> => {
  const row = await db.maybe<{ timeZone: string }>(sql`select time_zone as "timeZone" from portal
    where service_company_id = ${serviceCompanyId} order by id limit 1`)
  return row?.timeZone ?? 'UTC'
}
