import type { Closing, WorkingCalendar } from '@portico/contract/staff/working-hours'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { type StoredWeek, timeOf } from './calendar-rules.ts'

/** How far ahead closings are listed, in days. */
const DAYS_AHEAD = 366
const RUNS = 3

type Row = Omit<WorkingCalendar, 'week' | 'closings'> & { week: StoredWeek; closings: Closing[] }

/** SQL condition: calendar `w` is that of the company or of a portal that the caller works for. */
const isVisible = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`w.service_company_id = ${serviceCompanyId} and (w.portal_id is null or ${portalIds}::bigint[] is null
    or w.portal_id = any(${portalIds}::bigint[]))`

const columns = (
  now: Date,
): Sql => sql`select w.week, w.closings, w.version::text, instant(w.changed_at) as "changedAt",
    case when p.id is not null then json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name)
      end as portal,
    coalesce((select json_agg(json_build_object('from', lower(run), 'to', upper(run) - 1) order by run) from (
      select run from unnest(closed_days(w.closings, today, today + ${DAYS_AHEAD}::int)
        * datemultirange(daterange(today, today + ${DAYS_AHEAD}::int, '[]'))) run
      order by run limit ${RUNS}) runs), '[]') as upcoming
  from working_hours w left join portal p on ${sameCompany('p', 'w')} and p.id = w.portal_id
  cross join lateral (select (${now}::timestamptz at time zone coalesce(p.time_zone, (select any_portal.time_zone from portal any_portal
    where ${sameCompany('any_portal', 'w')} order by any_portal.id limit 1), 'UTC'))::date as today) zone`

const answered = ({ week, closings, ...row }: Row): WorkingCalendar => ({
  ...row,
  week: week.map(spans => spans.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) }))),
  closings,
})

/** The calendars of the company and of the portals that the caller works for: the company's first. */
export const calendarsOf = async (db: Db, scope: StaffScope, now: Date): Promise<WorkingCalendar[]> => {
  const rows = await db.many<Row>(sql`${columns(now)} where ${isVisible(scope)} order by w.portal_id nulls first`)
  return rows.map(answered)
}

/** One calendar; `portalId` null: that of the company. */
export const calendarOf = async (
  db: Db,
  scope: StaffScope,
  portalId: number | null,
  now: Date,
): Promise<WorkingCalendar | undefined> => {
  const row = await db.maybe<Row>(
    sql`${columns(now)} where ${isVisible(scope)} and w.portal_id is not distinct from ${portalId}::bigint`,
  )
  return row && answered(row)
}

/** The version of a calendar, `0` if it is not there. Changes of the company's calendars wait for the end of the transaction. */
export const lockCalendar = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  portalId: number | null,
): Promise<string> => {
  await db.run(sql`select from service_company where id = ${serviceCompanyId} for no key update`)
  const row = await db.maybe<{ version: string }>(sql`select version::text from working_hours
    where service_company_id = ${serviceCompanyId} and portal_id is not distinct from ${portalId}::bigint`)
  return row?.version ?? '0'
}

/** Writes a calendar. */
export const writeCalendar = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  portalId: number | null,
  { week, closings, now }: { week: StoredWeek; closings: Closing[]; now: Date },
): Promise<number> =>
  db.run(sql`insert into working_hours as w (service_company_id, portal_id, week, closings, changed_at)
    values (${serviceCompanyId}, ${portalId}, ${JSON.stringify(week)}::jsonb, ${JSON.stringify(closings)}::jsonb, ${now})
    on conflict (service_company_id, portal_id) do update set week = excluded.week, closings = excluded.closings,
      changed_at = excluded.changed_at`)

/** Whether a calendar has a working hour within the next two years. */
export const hasWorkingHour = async (
  db: Db,
  { week, closings }: { week: StoredWeek; closings: Closing[] },
  now: Date,
): Promise<boolean> => {
  const { open } = await db.one<{
    open: boolean
  }>(sql`with today as (select (${now}::timestamptz at time zone 'UTC')::date as day)
    select exists (
      select from today
      cross join lateral (select closed_days(${JSON.stringify(closings)}::jsonb, day, day + 731) as days offset 0) closed
      cross join generate_series(0, 731) n
      where not closed.days @> day + n
        and jsonb_array_length(${JSON.stringify(week)}::jsonb -> (extract(isodow from day + n)::int - 1)) > 0) as open`)
  return open
}

/** Removes a calendar; returns how many there were. */
export const deleteCalendar = (db: Db, { serviceCompanyId }: StaffScope, portalId: number | null): Promise<number> =>
  db.run(sql`delete from working_hours
    where service_company_id = ${serviceCompanyId} and portal_id is not distinct from ${portalId}::bigint`)
