import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/db.ts'
import type { Messages } from '../messages/messages.ts'
import type { Secrets } from '../security/secrets.ts'
import type { SecurityLog } from '../security/security-log.ts'
import type { SignedUrls } from '../security/signed-url.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../time/clock.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

/** What the server is built from: everything outside the process, handed in by `main.ts` or a test. */
export type Deps = {
  database: Database
  storage: Storage
  signedUrls: SignedUrls
  messages: Messages
  workers: WorkerPool
  secrets: Secrets
  security: SecurityLog
  clock: Clock
  log: FastifyBaseLogger
  /** Addresses of proxies whose `X-Forwarded-For` is believed; none unless set. */
  trustProxy: string[]
  /** Bearer token for `/metrics`; without one only direct loopback requests may read it, and only where PUBLIC_URL is this machine. */
  metricsToken: string | undefined
  /** Milliseconds for which the proof of a session and membership holds; under 1000, 0 in tests. */
  authCacheMs: number
  /** PUBLIC_URL without a slash at its end, where it is set. */
  publicUrl: string | undefined
  /** Where the staff open a ticket, with `{ticketNumber}`, `{externalId}` and `{portal}` in it; undefined where they have no such page. */
  staffTicketUrl: string | undefined
  /** Whether webhooks may lead into private networks. */
  webhookAllowPrivate: boolean
  /** The ports that a new webhook's address may have; undefined: any. */
  webhookPorts: number[] | undefined
  /** The largest import that is sent over the API, and what the files of a service company may have; undefined: any. Bytes. */
  importMax: number
  storageQuota: number | undefined
  /** Folder of the built web client. */
  webDir: string
  /** Whether migrations and the first load are done, for `/readyz`. */
  ready: () => boolean
}
