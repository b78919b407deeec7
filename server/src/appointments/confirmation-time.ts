import type { Database, Db } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { releaseUnconfirmed } from './queries.ts'

/** Minutes for which an unconfirmed booking blocks its slot. */
export const CONFIRMATION_MINUTES = 30

const EXPIRY = 'booking-expiry'

/** Schedules the job that frees the slot of an unconfirmed booking. */
export const scheduleExpiry = (db: Db, serviceCompanyId: number): Promise<void> =>
  // One minute after the deadline, because the clocks of server and database may differ.
  enqueue(db, { kind: EXPIRY, serviceCompanyId, payload: '', delaySeconds: CONFIRMATION_MINUTES * 60 + 60 })

/** The job that frees the slots of bookings that were not confirmed in time. */
export const expiryJob = ({ database, clock }: { database: Database; clock: Clock }): JobKind => ({
  kind: EXPIRY,
  atOnce: 1,
  delays: [10, 60, 600],
  async run() {
    await releaseUnconfirmed(database, clock())
  },
})
