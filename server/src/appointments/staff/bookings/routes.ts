import {
  cancelStaffBooking,
  listBookingSlots,
  listStaffBookings,
  moveBooking,
  readStaffBooking,
  type StaffBooking,
} from '@portico/contract/staff/planning/bookings'
import { answerCount, answerPage, readPage } from '../../../kernel/database/pagination.ts'
import { fail } from '../../../kernel/errors/fail.ts'
import { requireVersion } from '../../../kernel/http/precondition.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { readRange } from '../../../kernel/time/date-range.ts'
import { findFreeStarts, findOfferedStarts, isWithinHours } from '../../slots.ts'
import { clockOf } from '../absences/queries.ts'
import { cancelBookingByStaff, moveBookingByStaff } from './changes.ts'
import { type BookingRow, bookingOf, bookingSort, bookingsOf, busyBesides, countBookings } from './queries.ts'

const DAY = 24 * 3_600_000
/** How far ahead the staff look for a free time, in days. */
const SLOT_DAYS = 120
const SLOTS_MOST = 500

const instant = (time: Date | number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')

const statusOf = (
  { cancelledAt, confirmUntil, activityStatus, doneAt }: BookingRow,
  now: Date,
): StaffBooking['status'] => {
  if (cancelledAt || (confirmUntil && confirmUntil <= now)) return 'cancelled'
  if (confirmUntil) return 'unconfirmed'
  return doneAt || activityStatus === 'done' ? 'done' : 'booked'
}

/** A booking as the staff's calls answer it. */
const answerBooking = (row: BookingRow, now: Date): StaffBooking => ({
  id: row.id,
  portal: { id: row.portalId, webPortalKey: row.portalKey, webPortalName: row.portalName },
  timeZone: row.timeZone,
  service: { id: row.serviceId, name: row.serviceName },
  start: instant(row.startsAt),
  end: instant(row.endsAt),
  status: statusOf(row, now),
  isOutside: !isWithinHours(row, { from: row.startsAt.getTime(), to: row.endsAt.getTime() }),
  staffUser: row.staffUser,
  companyName: row.companyName,
  phone: row.phone,
  email: row.email,
  address: row.address,
  notes: row.notes,
  contact: row.contact,
  ticket: row.ticket,
  visitId: row.plannedActivityId,
  bookedOn: instant(row.bookedAt),
  cancelledOn: row.cancelledAt && instant(row.cancelledAt),
  version: String(row.sequence),
})

/** Registers what the staff do with bookings. */
export const bookingRoutes = (app: App): void => {
  const { deps } = app

  route(app, listStaffBookings, async ({ db, scope, query, now, request, reply }) => {
    const { view = 'ahead', portal, service, staffUser, contact, q } = query
    const range = readRange(query, await clockOf(db, scope))
    const filter = { view, portal, service, staffUser, contact, q, ...range }
    const defaultSort = view === 'ahead' ? 'start' : '-start'
    const page = readPage(query, bookingSort, { defaultSort, id: 'a.id' })
    const rows = await bookingsOf(db, scope, filter, { page, now })
    await answerCount(db, query, reply, () => countBookings(scope, filter, now))
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row =>
      answerBooking(row as BookingRow, now),
    )
  })

  route(app, readStaffBooking, async ({ db, scope, params, now }) =>
    answerBooking((await bookingOf(db, scope, params.bookingid)) ?? fail('not_found'), now),
  )

  route(app, listBookingSlots, async ({ db, scope, params, query, now }) => {
    const booking = (await bookingOf(db, scope, params.bookingid)) ?? fail('not_found')
    const { from = now, to } = readRange(query, booking.timeZone)
    const latest = Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, from.getTime() + SLOT_DAYS * DAY)
    // What customers must keep to does not bind whoever speaks to them.
    const schedule = { ...booking, noticeMinutes: 0, horizonDays: 10 * 366 }
    const starts = findOfferedStarts(schedule, { from: from.getTime(), to: latest }, now)
    const staffUserId = query.staffUser ?? booking.staffUserId
    const span = { from, to: new Date(latest + 2 * DAY), bookingId: booking.id }
    const busy = await busyBesides(db, scope, { staffUserId, ...span })
    const duration = booking.durationMinutes * 60_000
    return findFreeStarts(schedule, starts, [busy])
      .filter(start => start !== booking.startsAt.getTime() || staffUserId !== booking.staffUserId)
      .slice(0, SLOTS_MOST)
      .map(start => ({ start: instant(start), end: instant(start + duration) }))
  })

  route(app, moveBooking, async ({ scope, params, body, now, request }) => {
    const { staffUserId, message } = body
    const moved = await moveBookingByStaff(deps, scope, {
      bookingId: params.bookingid,
      requireCurrent: version => requireVersion(request, version),
      start: new Date(body.start),
      staffUserId,
      message,
      now,
    })
    return answerBooking(moved, now)
  })

  route(app, cancelStaffBooking, async ({ scope, params, body, now, request }) => {
    const cancelled = await cancelBookingByStaff(deps, scope, {
      bookingId: params.bookingid,
      requireCurrent: version => requireVersion(request, version),
      message: body.message,
      now,
    })
    return answerBooking(cancelled, now)
  })
}
