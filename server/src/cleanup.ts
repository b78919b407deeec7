import type { FastifyBaseLogger } from 'fastify'
import { releaseUnconfirmed } from './appointments/queries.ts'
import { deletePublicBookings } from './appointments/visitor.ts'
import { deleteConfirmationsBefore } from './auth/confirmation-queries.ts'
import { deleteLinksBefore } from './auth/link-queries.ts'
import { deleteEventsBefore } from './events/queries.ts'
import { compactStoredBytes } from './files/stored-bytes-queries.ts'
import { sweepFiles, uploadLife } from './files/sweep.ts'
import { type Database, sql } from './kernel/database/db.ts'
import { IDEMPOTENCY_KEY_MS } from './kernel/http/idempotency.ts'
import type { Storage } from './kernel/storage/storage.ts'
import type { Clock } from './kernel/time/clock.ts'
import { deleteImportJobs } from './operator-api/import-jobs.ts'
import { sweepOperatorUploads } from './operator-api/uploads.ts'
import { trimSecurityEvents } from './security-log/queries.ts'
import { releaseSuperseded } from './signing/seal-queries.ts'
import { deleteDeliveriesBefore } from './webhooks/delivery-queries.ts'

const HOUR = 3_600_000
/** How long a link that has ended can still say so, and offer a new one. */
const CONFIRMATIONS_KEPT = 90 * 24 * HOUR
/** How long the event feed is kept: a reader that was away longer reads everything anew. */
const EVENTS_KEPT = 90 * 24 * HOUR
/** How long the security log is kept, and how many refusals at most: some 300 MB, should somebody try without end. */
const SECURITY_KEPT = 366 * 24 * HOUR
const REFUSALS_KEPT = 1_000_000
/** How long a webhook's deliveries can be looked up; parked ones as long as events. */
const DELIVERED_KEPT = 7 * 24 * HOUR

/** How long a sealed file is kept behind the one that was made of it: longer than mails are tried that hold it. */
const SUPERSEDED_KEPT = 8 * 24 * HOUR

/** How long an import that was sent over the API can still be asked about. */
const IMPORTS_KEPT = 30 * 24 * HOUR

/** Takes out what has run its time: sessions, failed sign-ins, first answers, events, unused uploads and orphaned contents. */
export const cleanUp = async (deps: {
  database: Database
  storage: Storage
  clock: Clock
  log: FastifyBaseLogger
}): Promise<void> => {
  const { database, storage, clock, log } = deps
  const ago = (span: number) => new Date(clock().getTime() - span)
  try {
    await database.run(sql`delete from session where expires_at < ${clock()}`)
    await database.run(sql`delete from sign_in_failure where at < ${ago(HOUR)}`)
    await deletePublicBookings(database, ago(HOUR))
    await releaseUnconfirmed(database, clock())
    await database.run(sql`delete from idempotency where created_at < ${ago(IDEMPOTENCY_KEY_MS)}`)
    await deleteConfirmationsBefore(database, ago(CONFIRMATIONS_KEPT))
    await deleteLinksBefore(database, ago(CONFIRMATIONS_KEPT))
    await deleteEventsBefore(database, ago(EVENTS_KEPT))
    await deleteDeliveriesBefore(database, ago(DELIVERED_KEPT), ago(EVENTS_KEPT))
    await trimSecurityEvents(database, ago(SECURITY_KEPT), REFUSALS_KEPT)
    await releaseSuperseded(database, ago(SUPERSEDED_KEPT))
    await storage.remove(await deleteImportJobs(database, ago(IMPORTS_KEPT)))
    await compactStoredBytes(database)
    const files = (await sweepOperatorUploads(database, storage, ago(uploadLife))) + (await sweepFiles(deps))
    if (files > 0) log.info({ files }, 'unused files removed')
  } catch (error) {
    log.warn({ err: error }, 'housekeeping was cut short; the next hour tries again')
  }
}

/** Keeps house now and every hour; the returned function ends it. */
export const startCleanup = (deps: Parameters<typeof cleanUp>[0]): (() => void) => {
  void cleanUp(deps)
  const timer = setInterval(() => void cleanUp(deps), HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
