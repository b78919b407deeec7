import type { rescheduleAppointment } from '@portico/contract/appointments'
import type { Of } from '@portico/contract/endpoint'
import { type Db, isExclusionViolation, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { announce, notOffered, placeOf, readStart, requireCalm, type Tools, taken } from './booking.ts'
import {
  type AppointmentRow,
  appointmentByKey,
  freeGiver,
  lockAppointment,
  lockGivers,
  moveAppointment,
} from './queries.ts'
import { uncancellable } from './rules.ts'
import { isOffered } from './slots.ts'
import { countPublicBooking, visitorLock } from './visitor.ts'

type Body = NonNullable<Of<typeof rescheduleAppointment.body>>

/** A booking as long as it may be moved, which is as long as it may be cancelled. */
export const movable = (row: AppointmentRow | undefined, now: Date): AppointmentRow => {
  if (!row) return fail('invalid_code')
  const reason = uncancellable(row, now)
  if (reason) return fail(reason)
  return row.confirmUntil ? fail('conflict', { detail: 'Confirm the booking first.' }) : row
}

/**
 * Moves a booking to another free time: it keeps its own until it has the other. Asked for again, it changes nothing. Each move is
 * mailed, so where nobody has proven the address it counts like a booking from the mover's network address.
 */
export const reschedule = async (
  { database, messages }: Tools,
  { company, key, address }: { company: string; key: string; address: string },
  body: Body,
  now: Date,
) => {
  const found = movable(await appointmentByKey(database, company, key), now)
  if (!body.start?.trim())
    return fail('fill_required_fields', { errors: [{ path: 'body.start', message: 'is required' }] })
  const start = readStart(body.start.trim(), found.timeZone)
  const answer = (at: Date, end: Date) => ({ eventKey: key, start: at, end })
  const isThere = (row: AppointmentRow) => start?.getTime() === row.startsAt.getTime()
  if (isThere(found)) return answer(found.startsAt, found.endsAt)
  if (!start || !isOffered(found, start, now)) return notOffered()
  const place = placeOf(found, start)
  if ((await freeGiver(database, found, { ...place, mover: found })) === undefined) return taken()
  const end = new Date(start.getTime() + found.durationMinutes * 60_000)
  try {
    const move = async (db: Db) => {
      await lockAppointment(db, found)
      const row = movable(await appointmentByKey(db, company, key), now)
      if (isThere(row)) return answer(row.startsAt, row.endsAt)
      await lockGivers(db, row)
      await requireCalm(db, row, row)
      if (row.email !== null && !row.emailProven) await countPublicBooking(db, row, { address, now })
      const staffUserId = (await freeGiver(db, row, { ...place, mover: row })) ?? taken()
      await moveAppointment(db, row, { staffUserId, start, end, heldUntil: new Date(place.span.to) })
      await announce(db, messages, { type: 'appointment.moved', key, company, former: row }, now)
      return answer(start, end)
    }
    return await tx(database, move, { lock: visitorLock(found, address) })
  } catch (error) {
    if (isExclusionViolation(error, 'staff_hold_overlap')) return taken()
    throw error
  }
}
