import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../../kernel/database/db.ts'
import { recordStaffAct } from '../../../kernel/database/record-event.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import { type BookingDeps, eventKeyPurpose } from '../../booking.ts'
import { sendAppointmentMails } from '../../mails.ts'
import { lockAppointment, markCancelled, moveAppointment } from '../../queries.ts'
import { takeTime } from '../collisions.ts'
import { announceTicket, type BookingRow, bookingOf, lockStaff } from './queries.ts'

/** Which booking is changed, and what is known of it. */
export type BookingChange = {
  bookingId: number
  /** Fails unless the caller knows this version. */
  requireCurrent: (version: string) => void
  message?: string | null | undefined
  now: Date
}

/** A word to the customer as it is mailed. */
const wordOf = (message: string | null | undefined) => message?.replace(/[^\P{Cc}\t\n\r]/gu, '').trim() || null

/** A booking that the account may change, locked; fails for one that is cancelled or over. */
const lockBooking = async (
  db: Db,
  scope: StaffScope,
  { bookingId, requireCurrent, now }: BookingChange,
): Promise<BookingRow> => {
  const found = (await bookingOf(db, scope, bookingId)) ?? fail('not_found')
  await lockAppointment(db, found)
  const booking = (await bookingOf(db, scope, bookingId)) ?? fail('not_found')
  requireCurrent(String(booking.sequence))
  if (booking.cancelledAt) fail('already_cancelled')
  if (booking.doneAt || booking.activityStatus === 'done') fail('conflict', { detail: 'It is done.' })
  if (booking.endsAt <= now) fail('too_late')
  return booking
}

const announce = async (
  deps: BookingDeps,
  db: Db,
  scope: StaffScope,
  {
    before,
    act,
    message,
    now,
  }: {
    before: BookingRow
    act: 'staff.appointment.moved' | 'staff.appointment.cancelled'
    message: string | null
    now: Date
  },
): Promise<BookingRow> => {
  const booking = (await bookingOf(db, scope, before.id, { isWritten: true })) ?? fail('not_found')
  const { serviceCompanyId, portalId, contactId } = booking
  const actor = { serviceCompanyId, portalId, ...(contactId !== null && { contactId }), staffUserId: scope.staffUserId }
  await recordStaffAct(db, actor, { type: act, appointmentId: booking.id }, now)
  await announceTicket(db, booking, now)
  const key = deps.secrets.decrypt(booking.encryptedKey, eventKeyPurpose)
  // Nothing was mailed about a booking that its visitor has not confirmed.
  if (booking.confirmUntil === null)
    await sendAppointmentMails(deps, db, {
      row: booking,
      key,
      now,
      previous: act === 'staff.appointment.moved' ? before : undefined,
      byStaff: { message },
    })
  return booking
}

/**
 * Moves a booking to any time at which a member of the staff is free, whatever the hours of its service; customer and technician are
 * mailed. Whoever was faster wins: `conflict` for the other, also where something takes that time.
 */
export const moveBookingByStaff = async (
  deps: BookingDeps,
  scope: StaffScope,
  { start, staffUserId: wanted, ...change }: BookingChange & { start: Date; staffUserId?: number | undefined },
): Promise<BookingRow> => {
  const { now } = change
  if (start <= now) failAt('invalid_request', 'body.start', 'is over')
  return tx(deps.database, async (db): Promise<BookingRow> => {
    const before = await lockBooking(db, scope, change)
    if (before.confirmUntil) fail('conflict', { detail: 'Its visitor has not confirmed it yet.' })
    const staffUserId = wanted ?? before.staffUserId
    if (!(await lockStaff(db, scope, staffUserId)))
      failAt('not_found', 'body.staffUserId', 'names somebody who is not there')
    if (start.getTime() === before.startsAt.getTime() && staffUserId === before.staffUserId) return before
    const end = new Date(start.getTime() + before.endsAt.getTime() - before.startsAt.getTime())
    const heldUntil = new Date(end.getTime() + before.bufferMinutes * 60_000)
    const time = { staffUserId, start, end: heldUntil, except: { kind: 'booking', id: before.id } } as const
    await takeTime(db, scope, time, db => moveAppointment(db, before, { staffUserId, start, end, heldUntil }))
    return announce(deps, db, scope, { before, act: 'staff.appointment.moved', message: wordOf(change.message), now })
  })
}

/** Cancels a booking that has not ended; customer and technician are mailed. */
export const cancelBookingByStaff = (
  deps: BookingDeps,
  scope: StaffScope,
  change: BookingChange,
): Promise<BookingRow> =>
  tx(deps.database, async db => {
    const before = await lockBooking(db, scope, change)
    await markCancelled(db, before, change.now)
    return announce(deps, db, scope, {
      before,
      act: 'staff.appointment.cancelled',
      message: wordOf(change.message),
      now: change.now,
    })
  })
