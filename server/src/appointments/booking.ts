import { createHmac } from 'node:crypto'
import type { bookAppointment } from '@portico/contract/appointments'
import type { Of } from '@portico/contract/endpoint'
import { mailAddress } from '@portico/contract/shapes'
import { type Db, isExclusionViolation, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import { instantOf, wallAt } from '../kernel/time/local-time.ts'
import type { VisitMailDeps } from './answers.ts'
import { CONFIRMATION_MINUTES, scheduleExpiry } from './confirmation-time.ts'
import { sendAppointmentMails, sendConfirmationRequest } from './mails.ts'
import {
  type AppointmentRow,
  countOpenBookings,
  countRecentChanges,
  findAppointmentByKey,
  findFreeStaff,
  findInvitationByKey,
  findServiceBySlug,
  type InvitationRow,
  insertAppointment,
  insertBookedActivity,
  lockAppointment,
  lockInvitation,
  lockServiceStaff,
  markCancelled,
  type ServiceRow,
} from './queries.ts'
import { findClosedReason, findUncancellableReason, isPhone } from './rules.ts'
import { computeOccupiedSpan, isOffered } from './slots.ts'
import { countPublicBooking, nameVisitorLock, type Visitor } from './visitor.ts'

/** The encryption purpose of event keys, for `secrets.seal`. */
export const eventKeyPurpose = 'event key'

const DAY = 24 * 3_600_000
/** Public bookings that may lie ahead of one telephone number or e-mail address in a portal. */
const OPEN_BOOKINGS_MAX = 5
/** Moves and cancellations within an hour, by one telephone number or e-mail address in a portal, after which nothing is booked or moved. */
const CHANGES_MAX = 20

/** What an event key can book: a service or an invitation. */
export type Bookable = ServiceRow | InvitationRow

const isInvitation = (bookable: Bookable): bookable is InvitationRow => 'invitationId' in bookable

/** The service or invitation of an event key. Fails with `invalid_code`: 410 with the reason for an invitation that is closed. */
export const findBookable = async (db: Db, portalKey: string, key: string, now: Date): Promise<Bookable> => {
  const service = await findServiceBySlug(db, portalKey, key)
  if (service) return service.active ? service : fail('invalid_code', { status: 410, detail: 'off' })
  const invitation = await findInvitationByKey(db, portalKey, key)
  if (!invitation) {
    const booked = await findAppointmentByKey(db, portalKey, key)
    return booked ? fail('invalid_code', { status: 410, detail: 'used' }) : fail('invalid_code')
  }
  const reason = findClosedReason(invitation, now) ?? (invitation.active ? null : 'off')
  return reason ? fail('invalid_code', { status: 410, detail: reason }) : invitation
}

type Body = NonNullable<Of<typeof bookAppointment.body>>

/** The event key of a booking to be made: the same for the same time and attempt, so that a booking that is sent again is found. */
export const bookingKey = (
  secrets: Secrets,
  { company, eventkey }: { company: string; eventkey: string },
  { attempt, start }: Body,
): string =>
  attempt === undefined
    ? newToken()
    : createHmac('sha256', secrets.keyFor('booking'))
        .update(JSON.stringify([company, eventkey, start, attempt]))
        .digest('base64url')

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::00)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Parses an instant or a local time of the portal; undefined for a local time that the clock skips. Fails for any other text. */
export const readStart = (text: string, timeZone: string): Date | undefined => {
  const local = LOCAL.exec(text)
  const time = local ? Date.parse(`${local[1]}T${local[2]}:00Z`) : INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return failAt('invalid_request', 'body.start', 'is not a date and time')
  if (!local) return new Date(time)
  const start = instantOf(time, timeZone)
  return wallAt(start.getTime(), timeZone) === time ? start : undefined
}

const lineOf = (text: string | null | undefined) => toOneLine(text ?? '')

/** The fields of a booking, cleaned for storage. Fails with `fill_required_fields`, which names the missing ones. */
const readFields = (body: Body) => {
  const fields = {
    start: lineOf(body.start),
    phone: lineOf(body.phone),
    companyName: lineOf(body.companyName),
    email: lineOf(body.email) || null,
    notes: (body.notes ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '').trim() || null,
  }
  const missing = (['start', 'phone', 'companyName'] as const).filter(name => !fields[name])
  if (missing.length > 0)
    fail('fill_required_fields', { errors: missing.map(name => ({ path: `body.${name}`, message: 'is required' })) })
  if (!isPhone(fields.phone)) failAt('invalid_request', 'body.phone', 'is not a telephone number')
  if (fields.email && !mailAddress.test(fields.email))
    failAt('invalid_request', 'body.email', 'is not an e-mail address')
  return fields
}

/** Fails: the service does not offer this time. */
export const failNotOffered = () =>
  fail('error_creating_appointment', { status: 422, detail: 'This time is not offered.' })
/** Fails: no staff member is free at this time. */
export const failTaken = () => fail('error_creating_appointment', { status: 409, detail: 'This time has been taken.' })

/** What changing an appointment needs of the app's dependencies. */
export type BookingDeps = Pick<Deps, 'database'> & VisitMailDeps

/** The span that a booking occupies, and the days around it, in which the staff member with the fewest holds is preferred. */
export const computeSpans = (service: ServiceRow, start: Date) => {
  const span = computeOccupiedSpan(service, start.getTime())
  return { span, around: { from: span.from - DAY, to: span.to + DAY } }
}

/** Fails with `too_many_requests` after too many moves and cancellations within an hour, because each sends mails to other people. */
export const limitChanges = async (db: Db, service: ServiceRow, person: { phone: string; email: string | null }) => {
  if ((await countRecentChanges(db, service, person)) >= CHANGES_MAX) fail('too_many_requests', { retryAfter: 3600 })
}

/** Fails with `too_many_requests` for a person with too many public bookings ahead. */
const limitOpenBookings = async (
  db: Db,
  service: ServiceRow,
  person: { phone: string; email: string | null; now: Date },
) => {
  const { count, first } = await countOpenBookings(db, service, person)
  if (count < OPEN_BOOKINGS_MAX || !first) return
  const retryAfter = Math.ceil((first.getTime() - person.now.getTime()) / 1000)
  fail('too_many_requests', { retryAfter, detail: 'open_bookings' })
}

const isSameAddress = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

/**
 * Books a free time with one of the service's staff under a key; returns the booking's start and end. If the portal wants bookings
 * confirmed, an unknown visitor's booking is `unconfirmed`, and a confirmation link is sent.
 */
export const bookSlot = async (
  deps: BookingDeps,
  { bookable, eventKey, key, visitor }: { bookable: Bookable; eventKey: string; key: string; visitor: Visitor },
  body: Body,
  now: Date,
) => {
  const { database, secrets } = deps
  const fields = readFields(body)
  const start = readStart(fields.start, bookable.timeZone)
  if (!start || !isOffered(bookable, start, now)) return failNotOffered()
  const spans = computeSpans(bookable, start)
  // When many book the same time at once, most fail here, without waiting for the lock.
  if ((await findFreeStaff(database, bookable, spans)) === undefined) return failTaken()

  const end = new Date(start.getTime() + bookable.durationMinutes * 60_000)
  const confirmation =
    bookable.confirmBookings && !visitor.isKnown
      ? { key: newToken(), until: new Date(now.getTime() + CONFIRMATION_MINUTES * 60_000) }
      : undefined
  const bookInTransaction = async (db: Db) => {
    if (isInvitation(bookable)) await lockInvitation(db, bookable)
    await lockServiceStaff(db, bookable)
    // It was sent again while the first was still under way.
    if (await findAppointmentByKey(db, bookable.portalKey, key)) return
    if (isInvitation(bookable)) await findBookable(db, bookable.portalKey, eventKey, now)
    const staffUserId = (await findFreeStaff(db, bookable, spans)) ?? failTaken()
    await limitChanges(db, bookable, fields)
    if (!isInvitation(bookable)) await limitOpenBookings(db, bookable, { ...fields, now })
    if (!visitor.isKnown) await countPublicBooking(db, bookable, { address: visitor.address, now })
    const email = fields.email ?? (isInvitation(bookable) ? bookable.email : null)
    const appointment = {
      ...fields,
      staffUserId,
      start,
      end,
      heldUntil: new Date(spans.span.to),
      email,
      emailProven: visitor.isKnown && isSameAddress(email, visitor.provenEmail),
      confirmation,
      language: body.language ?? (isInvitation(bookable) ? bookable.language : null) ?? 'it-IT',
      key,
      encryptedKey: secrets.encrypt(key, eventKeyPurpose),
      now,
    }
    const appointmentId = await insertAppointment(db, bookable, appointment)
    if (isInvitation(bookable)) await insertBookedActivity(db, bookable, appointmentId, appointment)
    if (confirmation) {
      await scheduleExpiry(db, bookable.serviceCompanyId)
      const row = (await findAppointmentByKey(db, bookable.portalKey, key)) ?? fail('internal')
      await sendConfirmationRequest(deps, db, row, confirmation)
    } else await announceChange(db, deps, { type: 'appointment.booked', key, portalKey: bookable.portalKey }, now)
  }
  try {
    await tx(database, bookInTransaction, visitor.isKnown ? {} : { lock: nameVisitorLock(bookable, visitor.address) })
  } catch (error) {
    // An import writes holds without the lock; the exclusion constraint catches what it took meanwhile.
    if (isExclusionViolation(error, 'staff_hold_overlap')) return failTaken()
    throw error
  }
  return { start, end }
}

type Change = {
  type: 'appointment.booked' | 'appointment.moved' | 'appointment.cancelled'
  key: string
  portalKey: string
  /** The booking as it was before a move. */
  previous?: AppointmentRow
}

/** Records a change in the event feed and sends its mails, in the transaction of the change. */
export const announceChange = async (
  db: Db,
  deps: VisitMailDeps,
  { type, key, portalKey, previous }: Change,
  now: Date,
): Promise<void> => {
  const row = (await findAppointmentByKey(db, portalKey, key)) ?? fail('internal')
  const { appointmentId, plannedActivityId, ticketId } = row
  await recordEvent(db, row, { type, appointmentId, plannedActivityId, ticketId }, now)
  await sendAppointmentMails(deps, db, { row, key, now, previous })
}

/** Cancels a booking. Fails with `already_cancelled`, or `too_late` once the notice has passed. */
export const cancelBooking = (deps: BookingDeps, portalKey: string, key: string, now: Date): Promise<void> =>
  tx(deps.database, async db => {
    const read = async (): Promise<AppointmentRow> =>
      (await findAppointmentByKey(db, portalKey, key)) ?? fail('invalid_code')
    await lockAppointment(db, await read())
    const row = await read()
    const reason = findUncancellableReason(row, now)
    if (reason) fail(reason)
    await markCancelled(db, row, now)
    // No mail or event has gone out for an unconfirmed booking.
    if (row.confirmUntil) return
    await announceChange(db, deps, { type: 'appointment.cancelled', key, portalKey }, now)
  })
