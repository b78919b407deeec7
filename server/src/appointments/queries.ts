import type { BookableService } from '@portico/contract/appointments'
import type { Language } from '@portico/contract/language'
import { staffLanguage } from '../kernel/access/staff-language.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { pictureLink } from '../portals/queries.ts'
import type { ServiceSchedule, Span } from './slots.ts'

/** A bookable service with the portal it belongs to. */
export type ServiceRow = ServiceSchedule & {
  serviceCompanyId: number
  portalId: number
  portalKey: string
  /** The key that the portal had at first: names of calendar entries must not change. */
  firstKey: string
  portalName: string
  supportEmail: string | null
  supportPhone: string | null
  portalAddress: string | null
  serviceId: number
  serviceKey: string
  serviceName: string
  description: string | null
  /** Whether unknown visitors must confirm a booking in this portal. */
  confirmBookings: boolean
  /** Whether it takes bookings. */
  active: boolean
}

/** An invitation to book, with its service. */
export type InvitationRow = ServiceRow & {
  invitationId: number
  contactId: number
  ticketId: number | null
  companyName: string
  address: string | null
  phone: string | null
  email: string | null
  language: Language | null
  expiresAt: Date | null
  withdrawn: boolean
  used: boolean
}

/** A booking, with its service. The fields of the contact, activity, ticket and invitation are null for a public booking. */
export type AppointmentRow = ServiceRow & {
  appointmentId: number
  startsAt: Date
  endsAt: Date
  cancelledAt: Date | null
  /** How often it has been moved or cancelled since it was booked. */
  sequence: number
  staffUserId: number
  companyName: string
  address: string | null
  phone: string
  email: string | null
  /** Whether the e-mail address is known to belong to the person who booked. */
  emailProven: boolean
  /** The deadline for confirming; null if it is confirmed or needs no confirmation. */
  confirmUntil: Date | null
  notes: string | null
  language: Language
  encryptedKey: string
  contactId: number | null
  plannedActivityId: number | null
  ticketId: number | null
  activityStatus: 'planned' | 'done' | 'cancelled' | null
  /** When it was marked as done, without a customer whose visit it would be. */
  doneAt: Date | null
  bookedAt: Date
  assignedUser: { firstName: string; lastName: string; profileImage: string | null }
  staffEmail: string | null
  staffLanguage: Language
  invitation: { encryptedKey: string; expiresAt: string | null; withdrawn: boolean; used: boolean } | null
}

// The days on which the company is closed, where the service keeps them: those of the portal, if it has a calendar of its own.
const keptClosings = `case when s.keeps_closings then coalesce((select w.closings from working_hours w
    where ${sameCompany('w', 's').sql} and (w.portal_id = s.portal_id or w.portal_id is null)
    order by w.portal_id nulls last limit 1), '[]') else '[]' end`

/** The columns of service `s` of portal `p`. */
export const serviceColumns: Sql = raw(`p.service_company_id as "serviceCompanyId", p.id as "portalId",
  p.web_portal_key as "portalKey", p.first_key as "firstKey", p.web_portal_name as "portalName", p.support_email as "supportEmail",
  p.support_phone as "supportPhone", p.address as "portalAddress", p.time_zone as "timeZone", s.id as "serviceId",
  s.key as "serviceKey", s.name as "serviceName", s.description, s.duration_minutes as "durationMinutes",
  s.buffer_minutes as "bufferMinutes", s.weekly_hours as "weeklyHours", s.closed_days as "closedDays",
  s.notice_minutes as "noticeMinutes", s.horizon_days as "horizonDays", p.confirm_bookings as "confirmBookings",
  s.active, ${keptClosings} as closings`)

const joinService = (alias: string): Sql =>
  sql`join bookable_service s on ${samePortal('s', alias)} and s.id = ${raw(alias)}.bookable_service_id
  join portal p on ${sameCompany('p', alias)} and p.id = ${raw(alias)}.portal_id`

// An invitation is used while a planned activity that was booked by it is not cancelled.
const isUsed: Sql = sql`exists (select from planned_activity v where ${sameContact('v', 'i')} and v.booking_invitation_id = i.id
  and v.status is distinct from 'cancelled')`

/** The technician of `staff_user` alias `u`, with the picture of `picture` alias `up`. */
export const technicianColumn: Sql = sql`json_build_object('firstName', u.first_name, 'lastName', u.last_name,
  'profileImage', ${pictureLink('up')})`

/** The bookable services of a portal, by name; undefined if there is no such portal. */
export const listServices = async (db: Db, portalKey: string): Promise<BookableService[] | undefined> => {
  const row = await db.maybe<{ services: BookableService[] }>(sql`select (
      select coalesce(json_agg(json_build_object('key', s.key, 'name', s.name, 'description', s.description,
        'durationMinutes', s.duration_minutes) order by s.id), '[]')
      from bookable_service s where ${sameCompany('s', 'p')} and s.portal_id = p.id and s.active) as services
    from portal p where p.web_portal_key = ${portalKey}`)
  return row && byName(row.services, ({ name }) => name)
}

export const findServiceBySlug = (db: Db, portalKey: string, key: string): Promise<ServiceRow | undefined> =>
  db.maybe(sql`select ${serviceColumns} from portal p join bookable_service s
      on ${sameCompany('s', 'p')} and s.portal_id = p.id
    where p.web_portal_key = ${portalKey} and s.key = ${key}`)

const selectInvitation = (
  condition: Sql,
): Sql => sql`select ${serviceColumns}, i.id as "invitationId", i.contact_id as "contactId", i.ticket_id as "ticketId",
      c.company_name as "companyName", coalesce(i.address, c.address) as address, coalesce(i.phone, c.phone) as phone,
      coalesce(i.email, c.email) as email, i.language, i.expires_at as "expiresAt", i.withdrawn, i.sealed_key as "encryptedKey", ${isUsed} as used
    from booking_invitation i ${joinService('i')}
    join contact c on ${samePortal('c', 'i')} and c.id = i.contact_id
    where ${condition}`

export const findInvitationByKey = (db: Db, portalKey: string, key: string): Promise<InvitationRow | undefined> =>
  db.maybe(
    selectInvitation(sql`i.key_hash = ${hashToken(key)} and p.web_portal_key = ${portalKey} and c.archived_at is null`),
  )

/** An invitation by its external id, limited to a service company and, unless null, to some portals; with its encrypted event key. */
export const findInvitationByExternalId = (
  db: Db,
  { serviceCompanyId, portalIds }: { serviceCompanyId: number; portalIds: readonly number[] | null },
  externalId: string,
): Promise<(InvitationRow & { encryptedKey: string }) | undefined> =>
  db.maybe(
    selectInvitation(sql`i.service_company_id = ${serviceCompanyId} and i.external_id = ${externalId}
      and (${portalIds}::bigint[] is null or i.portal_id = any(${portalIds}::bigint[]))`),
  )

/** Row lock: one booking at a time by the same invitation. */
export const lockInvitation = (db: Db, { serviceCompanyId, invitationId }: InvitationRow): Promise<number> =>
  db.run(
    sql`select from booking_invitation where service_company_id = ${serviceCompanyId} and id = ${invitationId} for update`,
  )

/** The bookings that meet a condition on appointment `a`, service `s`, portal `p`, technician `u` and planned activity `v`. */
export const selectAppointment = (
  condition: Sql,
): Sql => sql`select ${serviceColumns}, a.id as "appointmentId", a.starts_at as "startsAt", a.ends_at as "endsAt",
      a.cancelled_at as "cancelledAt", a.sequence, a.staff_user_id as "staffUserId", a.company_name as "companyName", v.address, a.phone, a.email, a.email_proven as "emailProven",
      a.confirm_until as "confirmUntil", a.notes, a.language,
      a.sealed_key as "encryptedKey", v.contact_id as "contactId", v.id as "plannedActivityId", v.ticket_id as "ticketId",
      v.status as "activityStatus", a.done_at as "doneAt", a.booked_at as "bookedAt", ${technicianColumn} as "assignedUser", u.email as "staffEmail", ${staffLanguage('a')} as "staffLanguage",
      case when i.id is not null then json_build_object('encryptedKey', i.sealed_key, 'expiresAt', instant(i.expires_at),
        'withdrawn', i.withdrawn, 'used', ${isUsed}) end as invitation
    from appointment a ${joinService('a')}
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    left join planned_activity v on ${samePortal('v', 'a')}
      and v.appointment_id = a.id
    left join booking_invitation i on ${sameContact('i', 'v')} and i.id = v.booking_invitation_id
    where ${condition}`

export const findAppointmentByKey = (db: Db, portalKey: string, key: string): Promise<AppointmentRow | undefined> =>
  db.maybe(selectAppointment(sql`a.key_hash = ${hashToken(key)} and p.web_portal_key = ${portalKey}`))

/** A booking by the key of its confirmation link. */
export const findAppointmentByConfirmation = (
  db: Db,
  portalKey: string,
  key: string,
): Promise<AppointmentRow | undefined> =>
  db.maybe(selectAppointment(sql`a.confirmation_hash = ${hashToken(key)} and p.web_portal_key = ${portalKey}`))

export const lockAppointment = (db: Db, { serviceCompanyId, appointmentId }: AppointmentRow): Promise<number> =>
  db.run(
    sql`select from appointment where service_company_id = ${serviceCompanyId} and id = ${appointmentId} for update`,
  )

/**
 * Holds of one staff member that overlap a span, except those of one booking. Two selects, because the exclusion constraint's index
 * is partial (`enforced`) and answers only the first.
 */
const selectOverlappingHolds = (staff: Sql, { from, to }: Span, excludedAppointmentId: number | null): Sql => {
  const overlapping = sql`h.service_company_id = ${staff} and h.during && tstzrange(${new Date(from)}, ${new Date(to)})
    and (h.source <> 'appointment' or h.source_id is distinct from ${excludedAppointmentId}::bigint)`
  return sql`select h.during from staff_hold h where ${overlapping} and h.enforced
    union all select h.during from staff_hold h where ${overlapping} and not h.enforced`
}

const fromServiceStaff = ({ serviceCompanyId, portalId, serviceId }: ServiceRow): Sql =>
  sql`bookable_service_staff b where b.service_company_id = ${serviceCompanyId} and b.portal_id = ${portalId}
    and b.bookable_service_id = ${serviceId}`

// Compares both columns, so that the index of the exclusion constraint applies.
const serviceStaffMember = sql`b.service_company_id and h.staff_user_id = b.staff_user_id`

/** A booking that is being moved: its own time counts as free, and its technician is preferred. */
type MovedAppointment = Pick<AppointmentRow, 'appointmentId' | 'staffUserId'>

/** The busy times of each of a service's staff members within a span. */
export const readBusyTimes = async (
  db: Db,
  service: ServiceRow,
  span: Span,
  movedAppointment?: MovedAppointment,
): Promise<Span[][]> => {
  const rows = await db.many<{ busy: [number, number][] }>(sql`select (
      select coalesce(json_agg(json_build_array(extract(epoch from lower(x.during)) * 1000, extract(epoch from upper(x.during)) * 1000)), '[]')
      from (${selectOverlappingHolds(serviceStaffMember, span, movedAppointment?.appointmentId ?? null)}) x) as busy
    from ${fromServiceStaff(service)}`)
  return rows.map(({ busy }) => busy.map(([from, to]) => ({ from, to })))
}

/**
 * The id of a staff member of the service who is free in `span`: the technician of a moved booking first, then the one with the fewest
 * holds within `around`. Undefined if nobody is free.
 */
export const findFreeStaff = async (
  db: Db,
  service: ServiceRow,
  { span, around, moved }: { span: Span; around: Span; moved?: MovedAppointment | undefined },
): Promise<number | undefined> => {
  const excludedAppointmentId = moved?.appointmentId ?? null
  const row = await db.maybe<{ id: number }>(sql`select b.staff_user_id as id from ${fromServiceStaff(service)}
      and not exists (${selectOverlappingHolds(serviceStaffMember, span, excludedAppointmentId)})
    order by b.staff_user_id is distinct from ${moved?.staffUserId ?? null}::bigint,
      (select count(*) from (${selectOverlappingHolds(serviceStaffMember, around, excludedAppointmentId)}) x), b.staff_user_id limit 1`)
  return row?.id
}

/** Row locks: bookings of the same staff are made one at a time. Ordered by id, so that two transactions cannot deadlock. */
export const lockServiceStaff = (db: Db, service: ServiceRow): Promise<number> =>
  db.run(sql`select from staff_user u where u.service_company_id = ${service.serviceCompanyId}
    and u.id in (select b.staff_user_id from ${fromServiceStaff(service)}) order by u.id for no key update`)

export type NewAppointment = {
  staffUserId: number
  start: Date
  end: Date
  heldUntil: Date
  companyName: string
  phone: string
  email: string | null
  emailProven: boolean
  notes: string | null
  language: Language
  key: string
  encryptedKey: string
  /** Set for a booking that must be confirmed. */
  confirmation: { key: string; until: Date } | undefined
  now: Date
}

export const insertAppointment = async (db: Db, service: ServiceRow, appointment: NewAppointment): Promise<number> => {
  const { staffUserId, start, end, heldUntil, companyName, phone, email, emailProven, notes, language, now } =
    appointment
  const { key, encryptedKey, confirmation } = appointment
  const { id } = await db.one<{ id: number }>(sql`insert into appointment (service_company_id, portal_id,
      bookable_service_id, staff_user_id, starts_at, ends_at, held_until, company_name, phone, email,
      email_proven, notes, language, key_hash, sealed_key, confirm_until, confirmation_hash, booked_at)
    values (${service.serviceCompanyId}, ${service.portalId}, ${service.serviceId}, ${staffUserId}, ${start}, ${end},
      ${heldUntil}, ${companyName}, ${phone}, ${email}, ${emailProven}, ${notes}, ${language}, ${hashToken(key)}, ${encryptedKey},
      ${confirmation?.until ?? null}, ${confirmation ? hashToken(confirmation.key) : null}, ${now})
    returning id`)
  return id
}

/** Inserts the planned activity that shows a booking by invitation to its contact and on its ticket. */
export const insertBookedActivity = (
  db: Db,
  invitation: InvitationRow,
  appointmentId: number,
  { staffUserId, start, end, key, encryptedKey }: NewAppointment,
): Promise<number> =>
  db.run(sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name,
      address, status, starts_at, ends_at, staff_user_id, key_hash, sealed_key, appointment_id, booking_invitation_id)
    values (${invitation.serviceCompanyId}, ${invitation.portalId}, ${invitation.contactId}, ${invitation.ticketId},
      ${invitation.serviceName}, ${invitation.address}, 'planned', ${start}, ${end}, ${staffUserId}, ${hashToken(key)},
      ${encryptedKey}, ${appointmentId}, ${invitation.invitationId})`)

export const markCancelled = async (db: Db, appointment: AppointmentRow, now: Date): Promise<void> => {
  const { serviceCompanyId, portalId, appointmentId } = appointment
  const ofPortal = sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId}`
  await db.run(
    sql`update appointment set cancelled_at = ${now}, sequence = sequence + 1 where ${ofPortal} and id = ${appointmentId}`,
  )
  await db.run(
    sql`update planned_activity set status = 'cancelled' where ${ofPortal} and appointment_id = ${appointmentId}`,
  )
}

/** Marks a booking as confirmed. The link went to its e-mail address, if it has one, so that address is proven. */
export const markConfirmed = (db: Db, { serviceCompanyId, portalId, appointmentId, email }: AppointmentRow) =>
  db.run(sql`update appointment set confirm_until = null, email_proven = ${email !== null}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${appointmentId}`)

/** Cancels bookings whose deadline for confirming has passed; returns how many. */
export const releaseUnconfirmed = (db: Db, now: Date): Promise<number> =>
  db.run(sql`update appointment set cancelled_at = ${now} where confirm_until <= ${now} and cancelled_at is null`)

type NewTime = { staffUserId: number; start: Date; end: Date; heldUntil: Date }

/** Moves a booking and the planned activity that shows it. */
export const moveAppointment = async (db: Db, appointment: AppointmentRow, time: NewTime): Promise<void> => {
  const { serviceCompanyId, portalId, appointmentId } = appointment
  const { staffUserId, start, end, heldUntil } = time
  const ofPortal = sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId}`
  await db.run(sql`update appointment set starts_at = ${start}, ends_at = ${end}, held_until = ${heldUntil},
      staff_user_id = ${staffUserId}, sequence = sequence + 1
    where ${ofPortal} and id = ${appointmentId}`)
  await db.run(sql`update planned_activity set starts_at = ${start}, ends_at = ${end}, staff_user_id = ${staffUserId}
    where ${ofPortal} and appointment_id = ${appointmentId}`)
}

/**
 * Whether an appointment `a` is by the same person: same e-mail address, or the same last nine digits of the telephone number, so that
 * a country code makes no difference.
 */
const isByPerson = ({ phone, email }: Person): Sql => sql`(lower(a.email) = lower(${email}::text)
  or right(regexp_replace(a.phone, '\\D', '', 'g'), 9) = right(regexp_replace(${phone}, '\\D', '', 'g'), 9))`

/** What identifies a person who books. */
type Person = { phone: string; email: string | null }

/** How often a person's bookings in a portal that changed within the last hour have been moved or cancelled. */
export const countRecentChanges = async (
  db: Db,
  { serviceCompanyId, portalId }: ServiceRow,
  person: Person,
): Promise<number> => {
  const { changes } = await db.one<{ changes: number }>(sql`select coalesce(sum(a.sequence), 0)::int as changes
    from appointment a where a.service_company_id = ${serviceCompanyId} and a.portal_id = ${portalId}
      and a.changed_at > now() - interval '1 hour' and a.sequence > 0 and ${isByPerson(person)}`)
  return changes
}

/** How many public bookings of a person in a portal lie ahead, and when the first starts. */
export const countOpenBookings = (
  db: Db,
  { serviceCompanyId, portalId }: ServiceRow,
  { now, ...person }: Person & { now: Date },
): Promise<{ count: number; first: Date | null }> =>
  db.one(sql`select count(*)::int as count, min(a.starts_at) as first from appointment a
    where a.service_company_id = ${serviceCompanyId} and a.portal_id = ${portalId} and a.starts_at > ${now}
      and a.cancelled_at is null and ${isByPerson(person)}
      and not exists (select from planned_activity v where ${samePortal('v', 'a')} and v.appointment_id = a.id)`)
