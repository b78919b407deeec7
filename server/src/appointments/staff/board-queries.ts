import type { BoardDay, BoardEntry, BoardTechnician, VisitBoard } from '@portico/contract/staff/planning/visits'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { pictureLink } from '../../portals/queries.ts'
import { bookingJoins, isSeen, mayChange, seenTicket, visitJoins } from './visibility-queries.ts'

/** Where a board is looked at: its time zone, and the portal whose working hours hold; null: those of the company. */
export type BoardPlace = { timeZone: string; portalId: number | null }

/** From one instant to another; `to` excluded. */
export type BoardRange = { from: Date; to: Date }

/** The portals that the account works for, by id. */
export const portalsOf = (
  db: Db,
  scope: StaffScope,
): Promise<(VisitBoard['portals'][number] & { timeZone: string })[]> =>
  db.many(sql`select p.id, p.web_portal_key as "webPortalKey", p.web_portal_name as name, p.base_color as "baseColor",
      p.time_zone as "timeZone"
    from portal p where p.service_company_id = ${scope.serviceCompanyId}
      and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[])) order by p.id`)

/**
 * Days of a board with their working hours, from `from` on (null: today), or from the Monday of its week. A midnight that a clock change
 * skips is an hour later.
 */
export const daysOf = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { timeZone, portalId }: BoardPlace,
  { from, days, week, now }: { from: string | null; days: number; week: boolean; now: Date },
): Promise<BoardDay[]> =>
  db.many(sql`with calendar as (
      select w.* from working_hours w where w.service_company_id = ${serviceCompanyId}
        and (w.portal_id = ${portalId}::bigint or w.portal_id is null) order by w.portal_id nulls last limit 1),
    asked as (select coalesce(${from}::date, (${now}::timestamptz at time zone ${timeZone}::text)::date) as day),
    listed as (select case when ${week}::boolean then date_trunc('week', day)::date else day end + n as day
      from asked, generate_series(0, ${days}::int - 1) n)
    select d.day::text as date, instant(instant_at(d.day::timestamp, ${timeZone}::text)) as "startsOn",
      instant(instant_at((d.day + 1)::timestamp, ${timeZone}::text)) as "endsOn",
      (select x.closing ->> 'name' from calendar w, jsonb_array_elements(w.closings) x (closing)
        where is_closed(jsonb_build_array(x.closing), d.day) limit 1) as closing,
      case when exists (select from calendar) then (
        select coalesce(json_agg(json_build_object(
          'from', instant(instant_at(d.day + make_interval(mins => (x.span ->> 0)::int), ${timeZone}::text)),
          'to', instant(instant_at(d.day + make_interval(mins => (x.span ->> 1)::int), ${timeZone}::text))) order by (x.span ->> 0)::int), '[]')
        from calendar w, jsonb_array_elements(w.week -> (extract(isodow from d.day)::int - 1)) x (span)
        where not is_closed(w.closings, d.day)) end as hours
    from listed d order by d.day`)

const accountOf: Sql = sql`${sameCompany('a', 'u')} and a.staff_user_id = u.id`

const inGroup = (group: number): Sql => sql`exists (select from staff_account a join staff_account_group g
    on ${sameCompany('g', 'a')} and g.staff_account_id = a.id where ${accountOf} and g.staff_group_id = ${group})`

/**
 * Who makes visits, by name: those with an account that works for a portal of the board, those who give a service there, and those whose time
 * is taken in the range.
 */
export const techniciansOf = (
  db: Db,
  scope: StaffScope,
  { portalIds, group, range }: { portalIds: readonly number[]; group: number | undefined; range: BoardRange },
): Promise<BoardTechnician[]> =>
  db.many(sql`select u.id, u.display_name as "displayName", ${pictureLink('up')} as "profileImage",
      array(select g.name from staff_account a join staff_account_group x on ${sameCompany('x', 'a')} and x.staff_account_id = a.id
        join staff_group g on ${sameCompany('g', 'x')} and g.id = x.staff_group_id where ${accountOf} order by g.name) as groups
    from staff_user u left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    where u.service_company_id = ${scope.serviceCompanyId} and (
      exists (select from staff_account a where ${accountOf} and a.ended_at is null and (a.all_portals or exists (
        select from staff_account_portal x where ${sameCompany('x', 'a')} and x.staff_account_id = a.id
          and x.portal_id = any(${[...portalIds]}::bigint[]))))
      or exists (select from bookable_service_staff b where ${sameCompany('b', 'u')} and b.staff_user_id = u.id
        and b.portal_id = any(${[...portalIds]}::bigint[])
        and not exists (select from staff_account a where ${accountOf} and a.ended_at is not null))
      or exists (select from planned_activity v where ${sameCompany('v', 'u')} and v.staff_user_id = u.id
        and v.portal_id = any(${[...portalIds]}::bigint[]) and v.status is distinct from 'cancelled'
        and v.starts_at < ${range.to} and v.ends_at > ${range.from}))
      ${group === undefined ? sql`` : sql`and ${inGroup(group)}`}
    order by lower(u.display_name), u.id`)

const visitVersion: Sql = sql`(extract(epoch from v.changed_at) * 1000000)::bigint::text`

/** What names the state of visit `v`. */
export const versionOfVisit: Sql = visitVersion

const visitColumns = (scope: StaffScope): Sql => sql`'visit' as kind, v.id, v.staff_user_id as "staffId",
  instant(v.starts_at) as "startsOn", instant(v.ends_at) as "endsOn", instant(v.ends_at) as "heldUntil",
  coalesce(v.status, 'planned') as status, coalesce(v.title, t.title) as title, null::text as absence, v.activity_type_name as "activityTypeName",
  json_build_object('id', c.id, 'companyName', c.company_name) as customer, v.portal_id as "portalId",
  ${seenTicket(scope)} as ticket, coalesce(v.address, c.address) as address, c.phone, ${visitVersion} as version,
  ${mayChange(scope, 'v')} as "mayChange", ${isSeen(scope, 'v')} as seen, v.starts_at as at`

const bookingColumns = (scope: StaffScope): Sql => sql`'booking' as kind, a.id, a.staff_user_id as "staffId",
  instant(a.starts_at) as "startsOn", instant(a.ends_at) as "endsOn", instant(a.held_until) as "heldUntil",
  case when a.confirm_until is not null then 'unconfirmed' when a.done_at is not null then 'done'
    else coalesce(v.status, 'planned') end as status,
  a.notes as title, null::text as absence, s.name as "activityTypeName",
  json_build_object('id', v.contact_id, 'companyName', a.company_name) as customer, a.portal_id as "portalId",
  ${seenTicket(scope)} as ticket, v.address, a.phone, a.sequence::text as version,
  ${mayChange(scope, 'a')} as "mayChange", ${isSeen(scope, 'a')} as seen, a.starts_at as at`

// Everybody sees that somebody is away, the office and the person why.
const absenceColumns = (scope: StaffScope): Sql => sql`'absence' as kind, b.id, b.staff_user_id as "staffId",
  instant(b.starts_at) as "startsOn", instant(b.ends_at) as "endsOn", instant(b.ends_at) as "heldUntil", 'planned' as status,
  null::text as title, case when ${scope.role !== 'technician'}::boolean or b.staff_user_id = ${scope.staffUserId} then b.kind end as absence,
  null::text as "activityTypeName", null::json as customer, null::bigint as "portalId", null::json as ticket, null::text as address,
  null::text as phone, '' as version, false as "mayChange", true as seen, b.starts_at as at`

/** What takes the time of these staff users within a range: its own select, as the index of the constraint has only what it enforces. */
const heldBy = (scope: StaffScope, staffIds: readonly number[], { from, to }: BoardRange): Sql => {
  const within = sql`h.service_company_id = ${scope.serviceCompanyId} and h.staff_user_id = u.id
    and h.during && tstzrange(${from}, ${to})`
  return sql`select h.* from unnest(${[...staffIds]}::bigint[]) u (id) cross join lateral (
    select h.source, h.source_id, h.staff_user_id, h.during from staff_hold h where ${within} and h.enforced
    union all select h.source, h.source_id, h.staff_user_id, h.during from staff_hold h where ${within} and not h.enforced) h`
}

/** What takes the time of these staff users within a range, by start; with `unassigned` also visits that nobody makes yet. */
export const entriesOf = (
  db: Db,
  scope: StaffScope,
  { staffIds, range, unassigned }: { staffIds: readonly number[]; range: BoardRange; unassigned: boolean },
): Promise<BoardEntry[]> => {
  const company = sql`${scope.serviceCompanyId}`
  return db.list(sql`with held as materialized (${heldBy(scope, staffIds, range)})
    select case when x.seen then x.kind else 'busy' end as kind, case when x.seen then x.id end as id, x."staffId", x."startsOn",
      x."endsOn", x."heldUntil", x.absence, case when x.seen then x.status else 'planned' end as status, case when x.seen then x.title end as title,
      case when x.seen then x."activityTypeName" end as "activityTypeName", case when x.seen then x.customer end as customer,
      case when x.seen then x."portalId" end as "portalId", case when x.seen then x.ticket end as ticket,
      case when x.seen then x.address end as address, case when x.seen then x.phone end as phone,
      case when x.seen then x.version else '' end as version, x.seen and x."mayChange" as "mayChange"
    from (
      select ${visitColumns(scope)} from held h join planned_activity v on v.service_company_id = ${company} and v.id = h.source_id
        ${visitJoins} where h.source = 'activity'
      union all
      select ${bookingColumns(scope)} from held h join appointment a on a.service_company_id = ${company} and a.id = h.source_id
        ${bookingJoins} where h.source = 'appointment'
      union all
      select ${absenceColumns(scope)} from held h join staff_absence b on b.service_company_id = ${company} and b.id = h.source_id
        where h.source = 'absence'
      union all
      select ${visitColumns(scope)} from planned_activity v ${visitJoins}
        where ${unassigned}::boolean and v.service_company_id = ${company} and v.staff_user_id is null and v.appointment_id is null
          and v.status is distinct from 'cancelled' and v.starts_at < ${range.to} and v.ends_at > ${range.from} and ${isSeen(scope, 'v')}
    ) x order by x.at, x.kind, x.id`)
}
