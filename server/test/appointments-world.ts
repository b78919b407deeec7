import { randomBytes } from 'node:crypto'
import { eventKeyPurpose } from '../src/appointments/booking.ts'
import { type Db, sql } from '../src/kernel/database/db.ts'
import { hashToken, newToken, type Secrets } from '../src/kernel/security/secrets.ts'
import { aStaffUser, type Contact, type Portal } from './world.ts'

const day = (hours: string) => ['MON', 'TUE', 'WED', 'THU', 'FRI'].map(name => `${name} ${hours}`)

/** Nine to five on working days. */
const officeHours: string[] = day('09:00-17:00')

type ServiceOptions = {
  durationMinutes?: number
  bufferMinutes?: number
  weeklyHours?: string[]
  closedDays?: string[]
  noticeMinutes?: number
  horizonDays?: number
  /** One with an e-mail address is made unless given. */
  staff?: number[]
}

export type Service = Portal & { serviceId: number; key: string; staff: number[] }

/** Something to book: an hour long, a day of notice, a horizon of 60 days. */
export const aService = async (db: Db, portal: Portal, options: ServiceOptions = {}): Promise<Service> => {
  const { durationMinutes = 60, bufferMinutes = 0, weeklyHours = officeHours, closedDays = [] } = options
  const { noticeMinutes = 24 * 60, horizonDays = 60 } = options
  const key = `servizio-${randomBytes(6).toString('hex')}`
  const { id } = await db.one<{
    id: number
  }>(sql`insert into bookable_service (service_company_id, portal_id, key, name,
      duration_minutes, buffer_minutes, weekly_hours, closed_days, notice_minutes, horizon_days)
    values (${portal.serviceCompanyId}, ${portal.portalId}, ${key}, 'Controllo caldaia', ${durationMinutes}, ${bufferMinutes},
      ${weeklyHours}, ${closedDays}::date[], ${noticeMinutes}, ${horizonDays}) returning id`)
  const staff = options.staff ?? [await aStaffUser(db, portal, { email: `${key}@tecnici.example` })]
  await db.run(sql`insert into bookable_service_staff (service_company_id, portal_id, bookable_service_id, staff_user_id)
    select ${portal.serviceCompanyId}, ${portal.portalId}, ${id}, unnest(${staff}::bigint[])`)
  return { ...portal, serviceId: id, key, staff }
}

/** A personal invitation to book; its key. */
export const anInvitation = async (
  db: Db,
  secrets: Secrets,
  contact: Contact,
  { serviceId }: Service,
  { ticketId = null as number | null, expiresAt = null as string | null, withdrawn = false } = {},
): Promise<string> => {
  const key = newToken()
  await db.run(sql`insert into booking_invitation (service_company_id, portal_id, contact_id, bookable_service_id, ticket_id,
      address, phone, email, language, key_hash, sealed_key, expires_at, withdrawn)
    values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, ${serviceId}, ${ticketId}, 'Via Roma 1',
      '+39 333 1234567', 'cliente@example.it', 'en-EN', ${hashToken(key)}, ${secrets.seal(key, eventKeyPurpose)},
      ${expiresAt}::timestamptz, ${withdrawn})`)
  return key
}

/** A booking of an hour; its key. */
export const anAppointment = async (db: Db, secrets: Secrets, service: Service, start: string): Promise<string> => {
  const key = newToken()
  const starts = new Date(start)
  const ends = new Date(starts.getTime() + 3_600_000)
  await db.run(sql`insert into appointment (service_company_id, portal_id, bookable_service_id, staff_user_id, starts_at, ends_at,
      held_until, company_name, phone, email, language, key_hash, sealed_key)
    values (${service.serviceCompanyId}, ${service.portalId}, ${service.serviceId}, ${service.staff[0]}, ${starts}, ${ends}, ${ends},
      'Officine Prova', '0461 555010', 'cliente@example.it', 'it-IT', ${hashToken(key)}, ${secrets.seal(key, eventKeyPurpose)})`)
  return key
}

/** A planned activity of an hour; its key. */
export const anActivity = async (
  db: Db,
  contact: Contact,
  { start = '2026-03-10T09:00:00Z', ticketId = null as number | null, staffUserId = null as number | null } = {},
): Promise<string> => {
  const key = newToken()
  const starts = new Date(start)
  await db.run(sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name, title,
      address, starts_at, ends_at, staff_user_id, key_hash)
    values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, ${ticketId}, 'Intervento in sede',
      'Sostituzione sonda', 'Via Roma 1', ${starts}, ${new Date(starts.getTime() + 3_600_000)}, ${staffUserId}, ${hashToken(key)})`)
  return key
}
