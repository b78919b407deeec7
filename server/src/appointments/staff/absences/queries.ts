import type { AbsenceKind, TakenTime } from '@portico/contract/staff/planning/absences'
import type { ServiceStaff } from '@portico/contract/staff/planning/bookable'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany, samePortal } from '../../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../../kernel/database/db.ts'
import { memberColumns } from '../bookable/queries.ts'

/** An absence as it is stored. */
export type AbsenceRow = {
  id: number
  staffUser: ServiceStaff
  start: Date
  end: Date
  isAllDay: boolean
  kind: AbsenceKind | null
  note: string | null
  version: string
}

/** What is written of an absence. */
export type WrittenAbsence = {
  staffUserId: number
  start: Date
  end: Date
  isAllDay: boolean
  kind: AbsenceKind
  note: string | null
}

/** The clock of the company: the time zone of its first portal. */
export const clockOf = async (db: Db, { serviceCompanyId }: StaffScope): Promise<string> => {
  const row = await db.maybe<{ timeZone: string }>(sql`select time_zone as "timeZone" from portal
    where service_company_id = ${serviceCompanyId} order by id limit 1`)
  return row?.timeZone ?? 'UTC'
}

// Why somebody is away is the office's business, and the person's own.
const columns = ({ serviceCompanyId, role, staffUserId }: StaffScope): Sql => {
  const mayKnow = role === 'technician' ? sql`x.staff_user_id = ${staffUserId}` : sql`true`
  return sql`select x.id, ${memberColumns('u', 'up')} as "staffUser", x.starts_at as start, x.ends_at as "end",
      x.all_day as "isAllDay", case when ${mayKnow} then x.kind end as kind, case when ${mayKnow} then x.note end as note,
      x.version::text
    from staff_absence x join staff_user u on ${sameCompany('u', 'x')} and u.id = x.staff_user_id
    left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    where x.service_company_id = ${serviceCompanyId}`
}

/** The absences that overlap a range, first to last. */
export const absencesOf = (
  db: Db,
  scope: StaffScope,
  { from, to, staffUserId }: { from: Date; to: Date | undefined; staffUserId: number | undefined },
): Promise<AbsenceRow[]> =>
  db.many(sql`${columns(scope)} and x.ends_at > ${from}
      and (${to ?? null}::timestamptz is null or x.starts_at < ${to ?? null}::timestamptz)
      and (${staffUserId ?? null}::bigint is null or x.staff_user_id = ${staffUserId ?? null}::bigint)
    order by x.starts_at, x.id limit 1000`)

/** One absence. */
export const absenceOf = (db: Db, scope: StaffScope, absenceId: number): Promise<AbsenceRow | undefined> =>
  db.maybe(sql`${columns(scope)} and x.id = ${absenceId}`)

/** Row lock; the version of an absence, undefined if it is not there. */
export const lockAbsence = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
): Promise<string | undefined> => {
  const row = await db.maybe<{ version: string }>(sql`select version::text from staff_absence
    where service_company_id = ${serviceCompanyId} and id = ${id} for update`)
  return row?.version
}

/** Whether somebody is of the company's staff. */
export const isStaff = async (db: Db, { serviceCompanyId }: StaffScope, staffUserId: number): Promise<boolean> =>
  (await db.maybe(
    sql`select from staff_user where service_company_id = ${serviceCompanyId} and id = ${staffUserId}`,
  )) !== undefined

/** Enters an absence; returns its id. */
export const insertAbsence = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  absence: WrittenAbsence,
): Promise<number> => {
  const { staffUserId, start, end, isAllDay, kind, note } = absence
  const { id } = await db.one<{
    id: number
  }>(sql`insert into staff_absence (service_company_id, staff_user_id, starts_at, ends_at,
      all_day, kind, note)
    values (${serviceCompanyId}, ${staffUserId}, ${start}, ${end}, ${isAllDay}, ${kind}, ${note}) returning id`)
  return id
}

/** Changes an absence. */
export const updateAbsence = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { id, ...absence }: WrittenAbsence & { id: number },
): Promise<number> =>
  db.run(sql`update staff_absence set staff_user_id = ${absence.staffUserId}, starts_at = ${absence.start}, ends_at = ${absence.end},
      all_day = ${absence.isAllDay}, kind = ${absence.kind}, note = ${absence.note}, changed_at = now()
    where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** Takes an absence back. */
export const deleteAbsence = (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<number> =>
  db.run(sql`delete from staff_absence where service_company_id = ${serviceCompanyId} and id = ${id}`)

const TAKEN_MOST = 50

/** What takes a person's time in a span, but for one absence: first to last. Of portals that the account does not work for only the time. */
export const takenTimeOf = (
  db: Db,
  { serviceCompanyId, portalIds }: StaffScope,
  {
    staffUserId,
    start,
    end,
    absenceId,
  }: { staffUserId: number; start: Date; end: Date; absenceId: number | undefined },
): Promise<TakenTime[]> => {
  const mayKnow = sql`(${portalIds}::bigint[] is null or coalesce(v.portal_id, a.portal_id) = any(${portalIds}::bigint[]))`
  return db.many(sql`select case h.source when 'activity' then 'visit' when 'appointment' then 'booking' else 'absence' end as kind,
      h.source_id as id, instant(lower(h.during)) as start, instant(upper(h.during)) as "end",
      case when ${mayKnow} then coalesce(v.title, v.activity_type_name, s.name) end as title,
      case when ${mayKnow} then coalesce(c.company_name, a.company_name) end as "companyName",
      case when ${mayKnow} then v.ticket_id end as "ticketId"
    from staff_hold h
    left join appointment a on ${sameCompany('a', 'h')} and h.source = 'appointment' and a.id = h.source_id
    left join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
    left join planned_activity v on ${sameCompany('v', 'h')}
      and (h.source = 'activity' and v.id = h.source_id or h.source = 'appointment' and v.appointment_id = h.source_id)
    left join contact c on ${samePortal('c', 'v')} and c.id = v.contact_id
    where h.service_company_id = ${serviceCompanyId} and h.staff_user_id = ${staffUserId}
      and h.during && tstzrange(${start}, ${end})
      and (h.source <> 'absence' or h.source_id is distinct from ${absenceId ?? null}::bigint)
    order by lower(h.during), h.source, h.source_id limit ${TAKEN_MOST}`)
}
