import type { ServiceStaff } from '@portico/contract/staff/planning/bookable'
import type { DayEntry, TimeSource, VisitHistory } from '@portico/contract/staff/planning/day'
import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../../kernel/database/db.ts'
import { andInGroupsOf } from '../../../tickets/group-queries.ts'
import { withinStaffPortals } from '../../../tickets/staff/list-queries.ts'
import { timeSources } from '../../../tickets/staff/queries.ts'
import { memberColumns } from '../bookable/queries.ts'

/** A member of the company's staff. */
export const findStaffUser = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  staffUserId: number,
): Promise<ServiceStaff | undefined> =>
  db
    .maybe<{ member: ServiceStaff }>(sql`select ${memberColumns('u', 'up')} as member from staff_user u
      left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
      where u.service_company_id = ${serviceCompanyId} and u.id = ${staffUserId}`)
    .then(row => row?.member)

const minutesOn: Sql = sql`coalesce((select sum(h.minutes) from ticket_time h where ${sameContact('h', 'v')}
  and h.planned_activity_id = v.id), 0)::int`

/** Joins what is shown of visit `v`. */
const visitJoins: Sql = sql`join contact c on ${samePortal('c', 'v')} and c.id = v.contact_id
  left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id
  left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id
  left join web_user w on ${sameCompany('w', 'm')} and w.id = m.web_user_id
  left join wiki_element e on ${sameContact('e', 't')} and e.id = t.wiki_element_id
  left join wiki_folder f on ${sameContact('f', 'e')} and f.id = e.wiki_folder_id
  left join appointment a on ${samePortal('a', 'v')} and a.id = v.appointment_id`

type Range = { staffUserId: number; from: Date; to: Date }

/** The day of one member of the staff, in the portals that the account works for, first to last. */
export const dayOf = (db: Db, scope: StaffScope, { staffUserId, from, to }: Range): Promise<DayEntry[]> =>
  db.list(sql`select r.* from (
    select 'visit' as kind, v.id, instant(v.starts_at) as start, instant(v.ends_at) as "end",
      case when v.status = 'done' then 'done' else 'planned' end as status, coalesce(v.title, t.title, v.activity_type_name) as title,
      v.activity_type_name as "activityTypeName", c.company_name as "companyName", c.id as "contactId",
      coalesce(v.address, c.address) as address, coalesce(a.phone, w.phone, c.phone) as phone, m.referent_name as person,
      coalesce(v.notes, a.notes) as notes,
      case when t.id is not null then json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) end as ticket,
      case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'folderName', f.name) end as asset,
      ${minutesOn} as minutes
    from planned_activity v ${visitJoins}
    where ${withinStaffPortals(scope, 'v')} and v.staff_user_id = ${staffUserId} and v.status is distinct from 'cancelled'
      and v.ends_at > ${from} and v.starts_at < ${to}
    union all
    select 'booking', a.id, instant(a.starts_at), instant(a.ends_at),
      case when a.done_at is not null then 'done' when a.confirm_until is null then 'planned' else 'unconfirmed' end, s.name, s.name, a.company_name, null, null, a.phone,
      null, a.notes, null, null, 0
    from appointment a join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
    where ${withinStaffPortals(scope, 'a')} and a.staff_user_id = ${staffUserId} and a.cancelled_at is null
      and a.ends_at > ${from} and a.starts_at < ${to}
      and not exists (select from planned_activity v where ${samePortal('v', 'a')} and v.appointment_id = a.id)
    union all
    select 'absence', x.id, instant(x.starts_at), instant(x.ends_at), 'planned', null, null, null, null, null, null, null,
      x.note, null, null, 0
    from staff_absence x where x.service_company_id = ${scope.serviceCompanyId} and x.staff_user_id = ${staffUserId}
      and x.ends_at > ${from} and x.starts_at < ${to}) r
  order by r.start, r.kind, r.id`)

/** What the time of a customer may be taken from that was spent at an instant; undefined: the account does not work for such a customer. */
export const timeSourcesOf = async (
  db: Db,
  scope: StaffScope,
  contactId: number,
  at: Date,
): Promise<TimeSource[] | undefined> => {
  const row = await db.maybe<{ sources: TimeSource[] }>(sql`select
      (select coalesce(json_agg(x), '[]') from (${timeSources(at, 'v')}) x) as sources
    from (select service_company_id, portal_id, id as contact_id from contact) v
    where ${withinStaffPortals(scope, 'v')} and v.contact_id = ${contactId}`)
  return row?.sources
}

/** A visit that the account may finish: a technician own ones. */
export type FinishedVisit = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  visitId: number
  ticketId: number | null
  status: 'planned' | 'done' | 'cancelled' | null
  activityTypeName: string
  startsAt: Date
  address: string | null
}

/** Row lock: a visit that the account may finish. */
export const lockVisit = (db: Db, scope: StaffScope, visitId: number): Promise<FinishedVisit | undefined> =>
  db.maybe(sql`select v.service_company_id as "serviceCompanyId", v.portal_id as "portalId", v.contact_id as "contactId",
      v.id as "visitId", v.ticket_id as "ticketId", v.status, v.activity_type_name as "activityTypeName",
      v.starts_at as "startsAt", v.address
    from planned_activity v where ${withinStaffPortals(scope, 'v')} and v.id = ${visitId}
      ${scope.role === 'technician' ? sql`and v.staff_user_id = ${scope.staffUserId}` : sql``} for no key update`)

/** A booking that the account may finish: a technician own ones; with its visit, if it has a customer. */
export type FinishedBooking = {
  serviceCompanyId: number
  portalId: number
  bookingId: number
  visitId: number | null
  isUnconfirmed: boolean
  isCancelled: boolean
  isDone: boolean
}

/** Row lock: a booking that the account may finish. */
export const lockFinishedBooking = (
  db: Db,
  scope: StaffScope,
  bookingId: number,
): Promise<FinishedBooking | undefined> =>
  db.maybe(sql`select a.service_company_id as "serviceCompanyId", a.portal_id as "portalId", a.id as "bookingId",
      (select v.id from planned_activity v where ${samePortal('v', 'a')} and v.appointment_id = a.id) as "visitId",
      a.confirm_until is not null as "isUnconfirmed", a.cancelled_at is not null as "isCancelled",
      a.done_at is not null as "isDone"
    from appointment a where ${withinStaffPortals(scope, 'a')} and a.id = ${bookingId}
      ${scope.role === 'technician' ? sql`and a.staff_user_id = ${scope.staffUserId}` : sql``} for no key update of a`)

/** Marks a booking without a customer as done, or as not done after all. */
export const setBookingDone = (
  db: Db,
  { serviceCompanyId, portalId, bookingId }: FinishedBooking,
  doneAt: Date | null,
): Promise<number> =>
  db.run(sql`update appointment set done_at = ${doneAt}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${bookingId}`)

/** Makes a booking the visit of a customer of its portal who is not archived; undefined: there is none such. */
export const insertBookingVisit = async (
  db: Db,
  { serviceCompanyId, portalId, bookingId }: FinishedBooking,
  contactId: number,
): Promise<number | undefined> => {
  const row = await db.maybe<{
    id: number
  }>(sql`insert into planned_activity (service_company_id, portal_id, contact_id,
      activity_type_name, status, starts_at, ends_at, staff_user_id, appointment_id)
    select a.service_company_id, a.portal_id, c.id, s.name, 'planned', a.starts_at, a.ends_at, a.staff_user_id, a.id
    from appointment a join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
    join contact c on ${samePortal('c', 'a')} and c.archived_at is null
    where a.service_company_id = ${serviceCompanyId} and a.portal_id = ${portalId} and a.id = ${bookingId} and c.id = ${contactId}
    returning id`)
  return row?.id
}

const ofVisit = ({ serviceCompanyId, portalId, contactId }: FinishedVisit, alias: Sql): Sql =>
  sql`${alias}.service_company_id = ${serviceCompanyId} and ${alias}.portal_id = ${portalId} and ${alias}.contact_id = ${contactId}`

/** Marks a visit as done, or as not done after all. */
export const setDone = (db: Db, visit: FinishedVisit, isDone: boolean): Promise<number> =>
  db.run(sql`update planned_activity v set status = ${isDone ? 'done' : 'planned'}
    where ${ofVisit(visit, sql`v`)} and v.id = ${visit.visitId}`)

/** How many minutes are noted on a visit. */
export const minutesOf = async (db: Db, visit: FinishedVisit): Promise<number> => {
  const { minutes } = await db.one<{
    minutes: number
  }>(sql`select coalesce(sum(h.minutes), 0)::int as minutes from ticket_time h
    where ${ofVisit(visit, sql`h`)} and h.planned_activity_id = ${visit.visitId}`)
  return minutes
}

/** Tells open screens that a visit's ticket has changed. */
export const announceVisit = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, ticketId }: FinishedVisit,
  now: Date,
): Promise<void> => {
  if (ticketId === null) return
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, created_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'ticket.changed', ${ticketId}, ${now})`)
}

const HISTORY_MOST = 20

/** What was done before for the asset of a visit's ticket, else for its customer; undefined if the account may not see the visit. */
export const historyOf = async (db: Db, scope: StaffScope, visitId: number): Promise<VisitHistory | undefined> => {
  const visit = await db.maybe<{ asset: number | null; ticketId: number | null; contactId: number; portalId: number }>(
    sql`select t.wiki_element_id as asset, v.ticket_id as "ticketId", v.contact_id as "contactId", v.portal_id as "portalId"
      from planned_activity v left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id
      where ${withinStaffPortals(scope, 'v')} and v.id = ${visitId}
        ${scope.role === 'technician' ? sql`and v.staff_user_id = ${scope.staffUserId}` : sql``}`,
  )
  if (!visit) return undefined
  const { asset, contactId, portalId } = visit
  const ofContact = (alias: Sql) =>
    sql`${alias}.service_company_id = ${scope.serviceCompanyId} and ${alias}.portal_id = ${portalId} and ${alias}.contact_id = ${contactId}`
  const ofAsset = asset === null ? sql`true` : sql`t.wiki_element_id = ${asset}`
  const seenTicket = sql`${ofAsset} ${andInGroupsOf(scope)}`
  const entries = await db.list<
    VisitHistory['entries'][number]
  >(sql`select r.kind, r.id, instant(r.date) as date, r.title, r.by,
      r.ticket_id as "ticketId", r.open as "isOpen" from (
    select 'ticket' as kind, t.id, t.created_on as date, t.title, u.display_name as by, t.id as ticket_id,
      t.task_status <> ${closedStatus} as open
    from ticket t left join staff_user u on ${sameCompany('u', 't')} and u.id = t.staff_user_id
    where ${ofContact(sql`t`)} and ${seenTicket} and t.id is distinct from ${visit.ticketId}::bigint
    union all
    select 'visit', v.id, v.starts_at, coalesce(v.title, v.activity_type_name), u.display_name, t.id, coalesce(t.task_status <> ${closedStatus}, false)
    from planned_activity v left join staff_user u on ${sameCompany('u', 'v')} and u.id = v.staff_user_id
    left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id
    where ${ofContact(sql`v`)} and v.status = 'done' and v.id <> ${visitId}
      and (${asset === null ? sql`t.id is null or (${seenTicket})` : sql`t.id is not null and ${seenTicket}`})
    union all
    select 'report', d.id, d.date_time, d.name, null, t.id, coalesce(t.task_status <> ${closedStatus}, false)
    from activity_report d left join ticket t on ${sameContact('t', 'd')} and t.id = d.ticket_id
    where ${ofContact(sql`d`)} and (${
      asset === null
        ? sql`t.id is null or (${seenTicket})`
        : sql`d.wiki_element_id = ${asset} or t.id is not null and ${seenTicket}`
    })) r
    order by r.date desc, r.kind, r.id desc limit ${HISTORY_MOST}`)
  return { of: asset === null ? 'customer' : 'asset', entries }
}
