import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { announceChange, type BookingDeps, eventKeyPurpose } from './booking.ts'
import { type AppointmentRow, findAppointmentByConfirmation, lockAppointment, markConfirmed } from './queries.ts'

/** The booking of a confirmation link; fails with 410 `invalid_code` once the deadline has passed or it was cancelled. */
export const requireConfirmable = (row: AppointmentRow | undefined, now: Date): AppointmentRow => {
  if (!row) return fail('invalid_code')
  const isOver = row.confirmUntil !== null && (row.cancelledAt !== null || row.confirmUntil <= now)
  return isOver ? fail('invalid_code', { status: 410, detail: 'expired' }) : row
}

/** Confirms an unconfirmed booking and announces it; confirming again changes nothing. */
export const confirmBooking = (
  deps: BookingDeps,
  { portalKey, key }: { portalKey: string; key: string },
  now: Date,
): Promise<AppointmentRow & { eventKey: string }> =>
  tx(deps.database, async db => {
    const read = async () => requireConfirmable(await findAppointmentByConfirmation(db, portalKey, key), now)
    await lockAppointment(db, await read())
    const row = await read()
    const eventKey = deps.secrets.decrypt(row.encryptedKey, eventKeyPurpose)
    if (row.confirmUntil === null) return { ...row, eventKey }
    await markConfirmed(db, row)
    await announceChange(db, deps, { type: 'appointment.booked', key: eventKey, portalKey }, now)
    return { ...row, eventKey }
  })
