import type { bookAppointment } from '@portico/contract/appointments'
import type { Of } from '@portico/contract/endpoint'
import { mailAddress } from '@portico/contract/shapes'
import { type Db, isExclusionViolation, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken } from '../kernel/security/secrets.ts'
import { instantOf, wallAt } from '../kernel/time/date-range.ts'
import { CONFIRMATION_MINUTES, scheduleExpiry } from './confirmation-time.ts'
import { askToConfirm, tellOfAppointment } from './mails.ts'
import {
  type AppointmentRow,
  appointmentByKey,
  changesOf,
  freeGiver,
  type InvitationRow,
  insertAppointment,
  insertBookedActivity,
  invitationByKey,
  lockAppointment,
  lockGivers,
  lockInvitation,
  markCancelled,
  openBookingsOf,
  type ServiceRow,
  serviceBySlug,
} from './queries.ts'
import { invitationState, isPhone, uncancellable } from './rules.ts'
import { heldSpan, isOffered } from './slots.ts'
import { countPublicBooking, type Visitor, visitorLock } from './visitor.ts'

/** What event keys are sealed for. */
export const eventKeyPurpose = 'event key'

const DAY = 24 * 3_600_000
/** Bookings from the open list that one telephone or address may have before it in a portal. */
const OPEN_BOOKINGS_MAX = 5
/** Moves and cancellations of one telephone or address in a portal, within an hour, after which nothing is booked or moved. */
const CHANGES_MAX = 20

/** What can be booked by a key: a service or an invitation. */
export type Bookable = ServiceRow | InvitationRow

const isInvitation = (bookable: Bookable): bookable is InvitationRow => 'invitationId' in bookable

/** The service or invitation that a key opens to book, `invalid_code` otherwise: 410 with its state where it no longer does. */
export const bookableBy = async (db: Db, company: string, key: string, now: Date): Promise<Bookable> => {
  const service = await serviceBySlug(db, company, key)
  if (service) return service
  const invitation = await invitationByKey(db, company, key)
  if (!invitation) {
    const booked = await appointmentByKey(db, company, key)
    return booked ? fail('invalid_code', { status: 410, detail: 'used' }) : fail('invalid_code')
  }
  const state = invitationState(invitation, now)
  return state ? fail('invalid_code', { status: 410, detail: state }) : invitation
}

type Body = NonNullable<Of<typeof bookAppointment.body>>

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::00)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** An instant, or a time of the portal's clock; undefined for an hour that the clock skips. */
export const readStart = (text: string, timeZone: string): Date | undefined => {
  const local = LOCAL.exec(text)
  const time = local ? Date.parse(`${local[1]}T${local[2]}:00Z`) : INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return failAt('invalid_request', 'body.start', 'is not a date and time')
  if (!local) return new Date(time)
  const start = instantOf(time, timeZone)
  return wallAt(start.getTime(), timeZone) === time ? start : undefined
}

const oneLine = (text: string | null | undefined) => (text ?? '').replace(/\p{C}+/gu, ' ').trim()

/** The fields of a booking, each as it is kept; `fill_required_fields` names those that are missing. */
const readFields = (body: Body) => {
  const fields = {
    start: oneLine(body.start),
    phone: oneLine(body.phone),
    companyName: oneLine(body.companyName),
    email: oneLine(body.email) || null,
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

/** Ends the request: this time is not one of the service's. */
export const notOffered = () => fail('error_creating_appointment', { status: 422, detail: 'This time is not offered.' })
/** Ends the request: somebody else has this time. */
export const taken = () => fail('error_creating_appointment', { status: 409, detail: 'This time has been taken.' })

/** What a change of an appointment needs. */
export type Tools = Pick<Deps, 'database' | 'messages' | 'secrets'>

/** The time that a booking takes, and the days around it in which somebody has least to do. */
export const placeOf = (service: ServiceRow, start: Date) => {
  const span = heldSpan(service, start.getTime())
  return { span, around: { from: span.from - DAY, to: span.to + DAY } }
}

/** Ends the request of somebody who has moved and cancelled so often within the hour: each time mails go out to whoever is named. */
export const requireCalm = async (db: Db, service: ServiceRow, who: { phone: string; email: string | null }) => {
  if ((await changesOf(db, service, who)) >= CHANGES_MAX) fail('too_many_requests', { retryAfter: 3600 })
}

/** Ends the request of somebody who holds many times already. */
const admit = async (db: Db, service: ServiceRow, who: { phone: string; email: string | null; now: Date }) => {
  const { count, first } = await openBookingsOf(db, service, who)
  if (count < OPEN_BOOKINGS_MAX || !first) return
  const retryAfter = Math.ceil((first.getTime() - who.now.getTime()) / 1000)
  fail('too_many_requests', { retryAfter, detail: 'open_bookings' })
}

const isSameAddress = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

/**
 * Books a free time for one of the service's staff; the booking's own key, start and end. An unknown visitor of a portal that wants
 * bookings confirmed gets the time held, and a link to confirm it.
 */
export const book = async (
  { database, messages, secrets }: Tools,
  { bookable, openedBy, visitor }: { bookable: Bookable; openedBy: string; visitor: Visitor },
  body: Body,
  now: Date,
) => {
  const fields = readFields(body)
  const start = readStart(fields.start, bookable.timeZone)
  if (!start || !isOffered(bookable, start, now)) return notOffered()
  const place = placeOf(bookable, start)
  // Of many who want the same time most are told so here, without waiting for each other.
  if ((await freeGiver(database, bookable, place)) === undefined) return taken()

  const end = new Date(start.getTime() + bookable.durationMinutes * 60_000)
  const key = newToken()
  const confirmation =
    bookable.confirmBookings && !visitor.known
      ? { key: newToken(), until: new Date(now.getTime() + CONFIRMATION_MINUTES * 60_000) }
      : undefined
  const write = async (db: Db) => {
    if (isInvitation(bookable)) {
      await lockInvitation(db, bookable)
      await bookableBy(db, bookable.company, openedBy, now)
    }
    await lockGivers(db, bookable)
    const staffUserId = (await freeGiver(db, bookable, place)) ?? taken()
    await requireCalm(db, bookable, fields)
    if (!isInvitation(bookable)) await admit(db, bookable, { ...fields, now })
    if (!visitor.known) await countPublicBooking(db, bookable, { address: visitor.address, now })
    const email = fields.email ?? (isInvitation(bookable) ? bookable.email : null)
    const appointment = {
      ...fields,
      staffUserId,
      start,
      end,
      heldUntil: new Date(place.span.to),
      email,
      emailProven: visitor.known && isSameAddress(email, visitor.provenEmail),
      confirmation,
      language: body.language ?? (isInvitation(bookable) ? bookable.language : null) ?? 'it-IT',
      key,
      sealedKey: secrets.seal(key, eventKeyPurpose),
      now,
    }
    const appointmentId = await insertAppointment(db, bookable, appointment)
    if (isInvitation(bookable)) await insertBookedActivity(db, bookable, appointmentId, appointment)
    if (confirmation) {
      await scheduleExpiry(db, bookable.serviceCompanyId)
      const row = (await appointmentByKey(db, bookable.company, key)) ?? fail('internal')
      await askToConfirm(messages, db, row, confirmation)
    } else await announce(db, messages, { type: 'appointment.booked', key, company: bookable.company }, now)
  }
  try {
    await tx(database, write, visitor.known ? {} : { lock: visitorLock(bookable, visitor.address) })
  } catch (error) {
    // An import, or another process, was quicker.
    if (isExclusionViolation(error, 'staff_hold_overlap')) return taken()
    throw error
  }
  return { eventKey: key, start, end }
}

type Change = {
  type: 'appointment.booked' | 'appointment.moved' | 'appointment.cancelled'
  key: string
  company: string
  /** How the booking was before it was moved. */
  former?: AppointmentRow
}

/** Records a change for the feed and the open screens and mails it, all in the transaction of the change. */
export const announce = async (
  db: Db,
  messages: Deps['messages'],
  { type, key, company, former }: Change,
  now: Date,
): Promise<void> => {
  const row = (await appointmentByKey(db, company, key)) ?? fail('internal')
  const { appointmentId, plannedActivityId, ticketId } = row
  await recordEvent(db, row, { type, appointmentId, plannedActivityId, ticketId }, now)
  await tellOfAppointment(messages, db, { row, key, now, former })
}

/** Cancels a booking; `already_cancelled`, or `too_late` once its notice has passed. */
export const cancel = ({ database, messages }: Tools, company: string, key: string, now: Date): Promise<void> =>
  tx(database, async db => {
    const read = async (): Promise<AppointmentRow> => (await appointmentByKey(db, company, key)) ?? fail('invalid_code')
    await lockAppointment(db, await read())
    const row = await read()
    const reason = uncancellable(row, now)
    if (reason) fail(reason)
    await markCancelled(db, row, now)
    // Nobody has been told of a booking that was never confirmed.
    if (row.confirmUntil) return
    await announce(db, messages, { type: 'appointment.cancelled', key, company }, now)
  })
