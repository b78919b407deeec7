import type { rescheduleAppointment } from '@portico/contract/appointments'
import type { Of } from '@portico/contract/endpoint'
import { type Db, isExclusionViolation, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import {
  announceChange,
  type BookingDeps,
  computeSpans,
  failNotOffered,
  failTaken,
  limitChanges,
  readStart,
} from './booking.ts'
import {
  type AppointmentRow,
  findAppointmentByKey,
  findFreeStaff,
  lockAppointment,
  lockServiceStaff,
  moveAppointment,
} from './queries.ts'
import { findUncancellableReason } from './rules.ts'
import { isOffered } from './slots.ts'
import { countPublicBooking, nameVisitorLock } from './visitor.ts'

type Body = NonNullable<Of<typeof rescheduleAppointment.body>>

/** The booking if it can be moved, which it can while it can be cancelled; fails otherwise. */
export const requireMovable = (row: AppointmentRow | undefined, now: Date): AppointmentRow => {
  if (!row) return fail('invalid_code')
  const reason = findUncancellableReason(row, now)
  if (reason) return fail(reason)
  return row.confirmUntil ? fail('conflict', { detail: 'Confirm the booking first.' }) : row
}

/** Fails with `conflict` unless a booking still starts when its reader, or this call, saw it start. */
const requireUnmoved = ({ startsAt }: AppointmentRow, seen: Date) => {
  // Readers see whole seconds; an imported time may have a fraction.
  const isSame = Math.floor(startsAt.getTime() / 1000) === Math.floor(seen.getTime() / 1000)
  if (!isSame) fail('conflict', { detail: 'The booking has been moved meanwhile.' })
}

/**
 * Moves a booking to another free time; it keeps its own until it has the other, and repeating the request changes nothing. Each move
 * sends mails, so a booking with an unproven address counts as a public booking from the caller's network address.
 */
export const reschedule = async (
  deps: BookingDeps,
  { portalKey, key, address }: { portalKey: string; key: string; address: string },
  body: Body,
  now: Date,
) => {
  const found = requireMovable(await findAppointmentByKey(deps.database, portalKey, key), now)
  if (!body.start?.trim())
    return fail('fill_required_fields', { errors: [{ path: 'body.start', message: 'is required' }] })
  const start = readStart(body.start.trim(), found.timeZone)
  const toAnswer = (at: Date, end: Date) => ({ eventKey: key, start: at, end })
  const isUnchanged = (row: AppointmentRow) => start?.getTime() === row.startsAt.getTime()
  if (isUnchanged(found)) return toAnswer(found.startsAt, found.endsAt)
  requireUnmoved(found, body.previousStart === undefined ? found.startsAt : new Date(body.previousStart))
  if (!start || !isOffered(found, start, now)) return failNotOffered()
  const spans = computeSpans(found, start)
  if ((await findFreeStaff(deps.database, found, { ...spans, moved: found })) === undefined) return failTaken()
  const end = new Date(start.getTime() + found.durationMinutes * 60_000)
  try {
    const move = async (db: Db) => {
      await lockAppointment(db, found)
      const row = requireMovable(await findAppointmentByKey(db, portalKey, key), now)
      if (isUnchanged(row)) return toAnswer(row.startsAt, row.endsAt)
      // Of two who move it at the same moment one wins.
      requireUnmoved(row, found.startsAt)
      await lockServiceStaff(db, row)
      await limitChanges(db, row, row)
      if (row.email !== null && !row.emailProven) await countPublicBooking(db, row, { address, now })
      const staffUserId = (await findFreeStaff(db, row, { ...spans, moved: row })) ?? failTaken()
      await moveAppointment(db, row, { staffUserId, start, end, heldUntil: new Date(spans.span.to) })
      await announceChange(db, deps, { type: 'appointment.moved', key, portalKey, previous: row }, now)
      return toAnswer(start, end)
    }
    return await tx(deps.database, move, { lock: nameVisitorLock(found, address) })
  } catch (error) {
    if (isExclusionViolation(error, 'staff_hold_overlap')) return failTaken()
    throw error
  }
}
