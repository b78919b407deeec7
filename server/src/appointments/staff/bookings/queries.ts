import type { ServiceStaff } from '@portico/contract/staff/planning/bookable'
import type { BookingView } from '@portico/contract/staff/planning/bookings'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../../kernel/access/tenant-joins.ts'
import { type Db, join, type Sql, sql } from '../../../kernel/database/db.ts'
import type { Page, SortColumn } from '../../../kernel/database/pagination.ts'
import { inPortalsOf } from '../../../portals/allowed-queries.ts'
import { andInGroupsOf } from '../../../tickets/group-queries.ts'
import { nameContains, visibleToStaff } from '../../../tickets/staff/list-queries.ts'
import { type AppointmentRow, selectAppointment } from '../../queries.ts'
import { memberColumns } from '../bookable/queries.ts'

/** A booking with what the staff see of it. */
export type BookingRow = AppointmentRow & {
  id: number
  pageKey: string
  staffUser: ServiceStaff
  contact: { id: number; companyName: string } | null
  ticket: { id: number; ticketNumber: number; title: string } | null
}

/** Filters of the list. */
export type BookingFilter = {
  view: BookingView
  from?: Date | undefined
  to?: Date | undefined
  portal?: number | undefined
  service?: number | undefined
  staffUser?: number | undefined
  contact?: number | undefined
  q?: string | undefined
}

export const bookingSort = { start: { by: 'a.starts_at', type: 'timestamptz' } } satisfies Record<string, SortColumn>

/** Bookings `a` of portal `p` that the account may see: technicians those that are the own. */
const isVisible = (scope: StaffScope): Sql =>
  scope.role === 'technician'
    ? sql`${inPortalsOf(scope)} and a.staff_user_id = ${scope.staffUserId}`
    : inPortalsOf(scope)

const viewCondition = (view: BookingView, now: Date): Sql => {
  if (view === 'cancelled') return sql`a.cancelled_at is not null`
  return view === 'ahead'
    ? sql`a.cancelled_at is null and a.ends_at > ${now}`
    : sql`a.cancelled_at is null and a.ends_at <= ${now}`
}

/** Condition of the list on bookings `a`, planned activities `v` and portals `p`. */
const filtered = (scope: StaffScope, filter: BookingFilter, now: Date): Sql => {
  const { from, to, portal, service, staffUser, contact, q } = filter
  const conditions = [isVisible(scope), viewCondition(filter.view, now)]
  if (from) conditions.push(sql`a.ends_at > ${from}`)
  if (to) conditions.push(sql`a.starts_at < ${to}`)
  if (portal !== undefined) conditions.push(sql`a.portal_id = ${portal}`)
  if (service !== undefined) conditions.push(sql`a.bookable_service_id = ${service}`)
  if (staffUser !== undefined) conditions.push(sql`a.staff_user_id = ${staffUser}`)
  if (contact !== undefined) conditions.push(sql`v.contact_id = ${contact}`)
  if (q?.trim()) {
    const columns = ['a.company_name', "coalesce(a.email, '')", 'a.phone', 's.name']
    conditions.push(
      sql`(${join(
        columns.map(column => nameContains(column, q)),
        ' or ',
      )})`,
    )
  }
  return join(conditions, ' and ')
}

const select = (bookings: Sql): Sql => sql`select x.*, x."appointmentId" as id, x."startsAt"::text as "pageKey",
    ${memberColumns('m', 'mp')} as "staffUser",
    case when c.id is not null then json_build_object('id', c.id, 'companyName', c.company_name) end as contact,
    case when t.id is not null then json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) end as ticket
  from (${bookings}) x
  join staff_user m on m.service_company_id = x."serviceCompanyId" and m.id = x."staffUserId"
  left join picture mp on ${sameCompany('mp', 'm')} and mp.id = m.picture_id
  left join contact c on c.service_company_id = x."serviceCompanyId" and c.portal_id = x."portalId" and c.id = x."contactId"
  left join ticket t on ${samePortal('t', 'c')} and t.contact_id = c.id and t.id = x."ticketId"`

/** A page of the list. */
export const bookingsOf = (
  db: Db,
  scope: StaffScope,
  filter: BookingFilter,
  { page, now }: { page: Page; now: Date },
): Promise<BookingRow[]> =>
  db.many(
    sql`${select(
      selectAppointment(
        sql`${filtered(scope, filter, now)} and ${page.after} order by ${page.order} limit ${page.limit}`,
      ),
    )} order by x."startsAt" ${filter.view === 'ahead' ? sql`asc` : sql`desc`}, x."appointmentId" ${
      filter.view === 'ahead' ? sql`asc` : sql`desc`
    }`,
  )

/** Counts the list. */
export const countBookings = (scope: StaffScope, filter: BookingFilter, now: Date): Sql =>
  sql`select count(*)::int as count from appointment a join portal p on ${sameCompany('p', 'a')} and p.id = a.portal_id
    join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
    left join planned_activity v on ${samePortal('v', 'a')} and v.appointment_id = a.id
    where ${filtered(scope, filter, now)}`

/** A booking that the account may see; `isWritten`: the account has just moved it, perhaps to a colleague. */
export const bookingOf = (
  db: Db,
  scope: StaffScope,
  bookingId: number,
  { isWritten = false }: { isWritten?: boolean } = {},
): Promise<BookingRow | undefined> =>
  db.maybe(select(selectAppointment(sql`${isWritten ? inPortalsOf(scope) : isVisible(scope)} and a.id = ${bookingId}`)))

/** Row lock: the staff member's visits change one at a time. Whether there is such a member. */
export const lockStaff = async (db: Db, { serviceCompanyId }: StaffScope, staffUserId: number): Promise<boolean> =>
  (await db.run(
    sql`select from staff_user where service_company_id = ${serviceCompanyId} and id = ${staffUserId} for no key update`,
  )) > 0

/** Tells open screens of a booking's customer and of the staff that its ticket has other visits now. */
export const announceTicket = async (db: Db, booking: BookingRow, now: Date): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = booking
  if (contactId === null || ticketId === null) return
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, created_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'ticket.changed', ${ticketId}, ${now})`)
}

/** The busy times of some of the staff within a span but for one booking, a list for each. */
export const busyBesides = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { staffUserId, from, to, bookingId }: { staffUserId: number; from: Date; to: Date; bookingId: number },
): Promise<{ from: number; to: number }[]> =>
  db.many(sql`select (extract(epoch from lower(h.during)) * 1000)::float8 as "from", (extract(epoch from upper(h.during)) * 1000)::float8 as "to"
    from staff_hold h where h.service_company_id = ${serviceCompanyId} and h.staff_user_id = ${staffUserId}
      and h.during && tstzrange(${from}, ${to}) and not (h.source = 'appointment' and h.source_id = ${bookingId})`)

/** An invitation as the staff see it, with its sealed key. */
export type InvitationRow = {
  id: number
  externalId: string
  service: { id: number; name: string }
  ticket: { id: number; ticketNumber: number; title: string } | null
  email: string | null
  phone: string | null
  address: string | null
  language: 'it-IT' | 'en-EN' | 'es-ES' | null
  expiresAt: Date | null
  sentAt: Date | null
  withdrawn: boolean
  active: boolean
  encryptedKey: string
  portalKey: string
  booking: { id: number; start: string } | null
}

const INVITATIONS_MOST = 200

const invitations = (
  scope: StaffScope,
): Sql => sql`select i.id, i.external_id as "externalId", json_build_object('id', s.id, 'name', s.name) as service,
    case when t.id is not null then json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title) end as ticket,
    coalesce(i.email, c.email) as email, coalesce(i.phone, c.phone) as phone, coalesce(i.address, c.address) as address, i.language,
    i.expires_at as "expiresAt", i.sent_at as "sentAt", i.withdrawn, s.active, i.sealed_key as "encryptedKey",
    p.web_portal_key as "portalKey",
    (select json_build_object('id', v.appointment_id, 'start', instant(v.starts_at)) from planned_activity v
      where ${sameContact('v', 'i')} and v.booking_invitation_id = i.id and v.status is distinct from 'cancelled'
        and v.appointment_id is not null) as booking
  from booking_invitation i join portal p on ${sameCompany('p', 'i')} and p.id = i.portal_id
  join contact c on ${samePortal('c', 'i')} and c.id = i.contact_id
  join bookable_service s on ${samePortal('s', 'i')} and s.id = i.bookable_service_id
  left join ticket t on ${sameContact('t', 'i')} and t.id = i.ticket_id ${andInGroupsOf(scope)}`

/** The invitations of a customer, newest first. */
export const invitationsOf = (db: Db, scope: StaffScope, contactId: number): Promise<InvitationRow[]> =>
  db.many(sql`${invitations(scope)} where ${inPortalsOf(scope)} and i.contact_id = ${contactId}
    order by i.id desc limit ${INVITATIONS_MOST}`)

/** One invitation of a customer. */
export const invitationOf = (
  db: Db,
  scope: StaffScope,
  { contactId, invitationId }: { contactId: number; invitationId: number },
): Promise<InvitationRow | undefined> =>
  db.maybe(
    sql`${invitations(scope)} where ${inPortalsOf(scope)} and i.contact_id = ${contactId} and i.id = ${invitationId}`,
  )

/** A customer whose portal the account works for, who is not archived. */
export type InvitedContact = { serviceCompanyId: number; portalId: number; contactId: number; timeZone: string }
export const contactOf = (db: Db, scope: StaffScope, contactId: number): Promise<InvitedContact | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId",
      p.time_zone as "timeZone"
    from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
    where ${inPortalsOf(scope)} and c.id = ${contactId} and c.archived_at is null`)

/** Whether a service of the customer's portal takes bookings; undefined if there is none. */
export const isServiceActive = async (
  db: Db,
  { serviceCompanyId, portalId }: InvitedContact,
  serviceId: number,
): Promise<boolean | undefined> => {
  const row = await db.maybe<{ active: boolean }>(sql`select active from bookable_service
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${serviceId}`)
  return row?.active
}

/** What is written of an invitation. */
export type NewInvitation = {
  serviceId: number
  ticketId: number | null
  email: string | null
  phone: string | null
  address: string | null
  language: string | null
  expiresAt: Date | null
  keyHash: Buffer
  encryptedKey: string
}

/** Makes an invitation; returns its id. */
export const insertInvitation = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: InvitedContact,
  invitation: NewInvitation,
): Promise<number> => {
  const { serviceId, ticketId, email, phone, address, language, expiresAt, keyHash, encryptedKey } = invitation
  const { id } = await db.one<{
    id: number
  }>(sql`insert into booking_invitation (service_company_id, portal_id, contact_id,
      bookable_service_id, ticket_id, email, phone, address, language, expires_at, key_hash, sealed_key)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${serviceId}, ${ticketId}, ${email}, ${phone}, ${address}, ${language},
      ${expiresAt}, ${keyHash}, ${encryptedKey}) returning id`)
  return id
}

/** Notes that an invitation was mailed. */
export const markSent = (db: Db, { serviceCompanyId }: StaffScope, invitationId: number, now: Date): Promise<number> =>
  db.run(sql`update booking_invitation set sent_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${invitationId}`)

/** Withdraws an invitation. */
export const markWithdrawn = (db: Db, { serviceCompanyId }: StaffScope, invitationId: number): Promise<number> =>
  db.run(sql`update booking_invitation set withdrawn = true
    where service_company_id = ${serviceCompanyId} and id = ${invitationId}`)

/** Whether the account may see a ticket of a customer. */
export const hasTicket = async (
  db: Db,
  scope: StaffScope,
  { contactId, ticketId }: { contactId: number; ticketId: number },
): Promise<boolean> =>
  (await db.maybe(
    sql`select from ticket t where ${visibleToStaff(scope)} and t.contact_id = ${contactId} and t.id = ${ticketId}`,
  )) !== undefined
