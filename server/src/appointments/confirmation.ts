import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { announce, eventKeyPurpose, type Tools } from './booking.ts'
import { type AppointmentRow, appointmentByConfirmation, lockAppointment, markConfirmed } from './queries.ts'

/** The booking of a confirmation link; 410 `invalid_code` once its time to confirm has passed or it was cancelled. */
export const confirmable = (row: AppointmentRow | undefined, now: Date): AppointmentRow => {
  if (!row) return fail('invalid_code')
  const over = row.confirmUntil !== null && (row.cancelledAt !== null || row.confirmUntil <= now)
  return over ? fail('invalid_code', { status: 410, detail: 'expired' }) : row
}

/** Confirms a booking that only held its time, and announces it; a second time changes nothing. */
export const confirm = (
  { database, messages, secrets }: Tools,
  { company, key }: { company: string; key: string },
  now: Date,
): Promise<AppointmentRow & { eventKey: string }> =>
  tx(database, async db => {
    const read = async () => confirmable(await appointmentByConfirmation(db, company, key), now)
    await lockAppointment(db, await read())
    const row = await read()
    const eventKey = secrets.unseal(row.sealedKey, eventKeyPurpose)
    if (row.confirmUntil === null) return { ...row, eventKey }
    await markConfirmed(db, row)
    await announce(db, messages, { type: 'appointment.booked', key: eventKey, company }, now)
    return { ...row, eventKey }
  })
