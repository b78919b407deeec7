import type { Database, Db } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { releaseUnconfirmed } from './queries.ts'

/** Minutes for which a booking that is not confirmed holds its time. */
export const CONFIRMATION_MINUTES = 30

const EXPIRY = 'booking-expiry'

/** Schedules the release of an unconfirmed booking's time. */
export const scheduleExpiry = (db: Db, serviceCompanyId: number): Promise<void> =>
  // A minute more than the booking has, for the clocks of server and database may differ.
  enqueue(db, { kind: EXPIRY, serviceCompanyId, payload: '', after: CONFIRMATION_MINUTES * 60 + 60 })

/** The job that releases the times of bookings that nobody confirmed. */
export const expiryJob = ({ database, clock }: { database: Database; clock: Clock }): JobKind => ({
  kind: EXPIRY,
  atOnce: 1,
  delays: [10, 60, 600],
  async run() {
    await releaseUnconfirmed(database, clock())
  },
})
