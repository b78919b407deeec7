import type { ServiceStaff, StaffService } from '@portico/contract/staff/planning/bookable'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany, samePortal } from '../../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../../kernel/database/db.ts'
import { byName } from '../../../kernel/database/search-words.ts'
import { inPortalsOf } from '../../../portals/allowed-queries.ts'
import { pictureLink } from '../../../portals/queries.ts'
import { type ServiceRow, serviceColumns } from '../../queries.ts'
import { weekOf } from './week-rules.ts'

/** Staff user `alias` with the picture of `picture`. */
export const memberColumns = (alias: string, picture: string): Sql =>
  sql`json_build_object('id', ${raw(alias)}.id, 'displayName', ${raw(alias)}.display_name,
    'profileImage', ${pictureLink(picture)})`

const staffOf: Sql = sql`(select coalesce(json_agg(${memberColumns('u', 'up')} order by u.display_name, u.id), '[]')
  from bookable_service_staff b join staff_user u on ${sameCompany('u', 'b')} and u.id = b.staff_user_id
  left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
  where ${samePortal('b', 's')} and b.bookable_service_id = s.id)`

const version: Sql = sql`md5(json_build_array(s.key, s.name, s.description, s.duration_minutes, s.buffer_minutes, s.weekly_hours,
  s.closed_days, s.keeps_closings, s.notice_minutes, s.horizon_days, s.active,
  (select json_agg(b.staff_user_id order by b.staff_user_id) from bookable_service_staff b
    where ${samePortal('b', 's')} and b.bookable_service_id = s.id))::text)`

type Row = Omit<StaffService, 'week'> & { weeklyHours: string[] }

const select = (now: Date): Sql => sql`select s.id,
    json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name) as portal,
    p.time_zone as "timeZone", s.key, s.name, s.description, s.duration_minutes as "durationMinutes",
    s.buffer_minutes as "bufferMinutes", s.weekly_hours as "weeklyHours", s.closed_days as "closedDays",
    s.keeps_closings as "keepsClosings", s.notice_minutes / 60 as "noticeHours", s.horizon_days as "horizonDays",
    ${staffOf} as staff, s.active as "isActive",
    (select count(*) from appointment a where ${samePortal('a', 's')} and a.bookable_service_id = s.id
      and a.cancelled_at is null and a.starts_at > ${now})::int as "bookingsAhead", ${version} as version
  from bookable_service s join portal p on ${sameCompany('p', 's')} and p.id = s.portal_id`

const answered = ({ weeklyHours, ...row }: Row): StaffService => ({ ...row, week: weekOf(weeklyHours) })

/** The services of the portals that the account works for, or of one of them, by name. */
export const servicesOf = async (
  db: Db,
  scope: StaffScope,
  { portalId, now }: { portalId: number | undefined; now: Date },
): Promise<StaffService[]> => {
  const rows = await db.many<Row>(sql`${select(now)}
    where ${inPortalsOf(scope)} and (${portalId ?? null}::bigint is null or p.id = ${portalId ?? null}::bigint) order by s.id`)
  return byName(rows.map(answered), ({ name }) => name)
}

/** A service of a portal that the account works for. */
export const serviceOf = async (
  db: Db,
  scope: StaffScope,
  serviceId: number,
  now: Date,
): Promise<StaffService | undefined> => {
  const row = await db.maybe<Row>(sql`${select(now)} where ${inPortalsOf(scope)} and s.id = ${serviceId}`)
  return row && answered(row)
}

/** What names a service and its portal to the record engine. */
export const findService = (
  db: Db,
  scope: StaffScope,
  serviceId: number,
): Promise<{ externalId: string; portalId: number } | undefined> =>
  db.maybe(sql`select s.external_id as "externalId", s.portal_id as "portalId"
    from bookable_service s join portal p on ${sameCompany('p', 's')} and p.id = s.portal_id
    where ${inPortalsOf(scope)} and s.id = ${serviceId}`)

/** A service of a portal that the account works for, as its times are computed. */
export const findServiceRow = (db: Db, scope: StaffScope, serviceId: number): Promise<ServiceRow | undefined> =>
  db.maybe(sql`select ${serviceColumns} from bookable_service s join portal p on ${sameCompany('p', 's')} and p.id = s.portal_id
    where ${inPortalsOf(scope)} and s.id = ${serviceId}`)

/** What names a portal that the account works for to the record engine, how many services it has, and its closings. */
export const portalOf = (
  db: Db,
  scope: StaffScope,
  portalId: number,
): Promise<
  | { externalId: string; company: string; timeZone: string; services: number; closings: ServiceRow['closings'] }
  | undefined
> =>
  db.maybe(sql`select p.external_id as "externalId", c.external_id as company, p.time_zone as "timeZone",
      (select count(*) from bookable_service s where ${sameCompany('s', 'p')} and s.portal_id = p.id)::int as services,
      coalesce((select w.closings from working_hours w where ${sameCompany('w', 'p')}
        and (w.portal_id = p.id or w.portal_id is null) order by w.portal_id nulls last limit 1), '[]') as closings
    from portal p join service_company c on c.id = p.service_company_id where ${inPortalsOf(scope)} and p.id = ${portalId}`)

/** Whether another service of the company has this external id. */
export const isExternalIdTaken = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  externalId: string,
): Promise<boolean> =>
  (await db.maybe(
    sql`select from bookable_service where service_company_id = ${serviceCompanyId} and external_id = ${externalId}`,
  )) !== undefined

/** The external ids of these members of the staff; fewer where some are not of the company. */
export const staffNamesOf = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  ids: readonly number[],
): Promise<string[]> => {
  const rows = await db.many<{ name: string }>(sql`select external_id as name from staff_user
    where service_company_id = ${serviceCompanyId} and id = any(${[...ids]}::bigint[]) order by id`)
  return rows.map(({ name }) => name)
}

/** The staff who can be given visits: all but those whose account has ended. */
export const workingStaffOf = (db: Db, { serviceCompanyId }: StaffScope): Promise<ServiceStaff[]> =>
  db.many(sql`select u.id, u.display_name as "displayName", ${pictureLink('up')} as "profileImage"
    from staff_user u left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    where u.service_company_id = ${serviceCompanyId} and not (
      exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id and a.ended_at is not null)
      and not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id and a.ended_at is null))
    order by u.display_name, u.id`)

/** Removes a service; a foreign key refuses where it was booked or invited to. */
export const deleteService = async (db: Db, scope: StaffScope, serviceId: number): Promise<number> =>
  db.run(sql`delete from bookable_service s using portal p where ${sameCompany('p', 's')} and p.id = s.portal_id
    and ${inPortalsOf(scope)} and s.id = ${serviceId}`)

/** A booking that lies ahead. */
export type BookingAhead = { id: number; start: Date; end: Date; companyName: string }

/** The bookings of a service that lie ahead, first to last. */
export const bookingsAheadOf = (
  db: Db,
  scope: StaffScope,
  { serviceId, now }: { serviceId: number; now: Date },
): Promise<BookingAhead[]> =>
  db.many(sql`select a.id, a.starts_at as start, a.ends_at as "end", a.company_name as "companyName"
    from appointment a join portal p on ${sameCompany('p', 'a')} and p.id = a.portal_id
    where ${inPortalsOf(scope)} and a.bookable_service_id = ${serviceId} and a.cancelled_at is null and a.starts_at > ${now}
    order by a.starts_at, a.id`)

/** The busy times of these members of the staff within a span, a list for each. */
export const busyTimesOf = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { staffIds, from, to }: { staffIds: readonly number[]; from: Date; to: Date },
): Promise<{ from: number; to: number }[][]> => {
  const rows = await db.many<{ busy: [number, number][] }>(sql`select (
      select coalesce(json_agg(json_build_array(extract(epoch from lower(h.during)) * 1000, extract(epoch from upper(h.during)) * 1000)), '[]')
      from staff_hold h where ${sameCompany('h', 'u')} and h.staff_user_id = u.id and h.during && tstzrange(${from}, ${to})) as busy
    from staff_user u where u.service_company_id = ${serviceCompanyId} and u.id = any(${[...staffIds]}::bigint[])`)
  return rows.map(({ busy }) => busy.map(([from, to]) => ({ from, to })))
}

/** The id of a service by its external id. */
export const serviceIdOf = async (db: Db, { serviceCompanyId }: StaffScope, externalId: string): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`select id from bookable_service
    where service_company_id = ${serviceCompanyId} and external_id = ${externalId}`)
  return id
}
