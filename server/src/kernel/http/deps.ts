import type { FastifyBaseLogger } from 'fastify'
import type { ContactLog } from '../access/contact-log.ts'
import type { Openings } from '../access/openings.ts'
import type { Database } from '../database/db.ts'
import type { MailTransport } from '../messages/mail-transport.ts'
import type { Messages } from '../messages/messages.ts'
import type { SmsTransport } from '../messages/sms-transport.ts'
import type { ReplyAddress } from '../security/reply-token.ts'
import type { Secrets } from '../security/secrets.ts'
import type { SecurityLog } from '../security/security-log.ts'
import type { SignedUrls } from '../security/signed-url.ts'
import type { Settings } from '../settings/settings.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../time/clock.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

/** Everything outside the process that the server needs, passed in by `serve.ts` or a test. */
export type Deps = {
  database: Database
  storage: Storage
  signedUrls: SignedUrls
  messages: Messages
  workers: WorkerPool
  secrets: Secrets
  security: SecurityLog
  openings: Openings
  contactLog: ContactLog
  clock: Clock
  log: FastifyBaseLogger
  /** Addresses of proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustProxy: string[]
  /** Bearer token for `/metrics`. Without one, only direct loopback requests may read it, and only if PUBLIC_URL is this machine. */
  metricsToken: string | undefined
  /** Milliseconds for which a session or an API key stays authenticated without another look-up; under 1000, 0 in tests. */
  authCacheMs: number
  /** Whether mails leave this machine: SMTP_URL is set. */
  mailsAreSent: boolean
  /** Whether text messages leave this machine: SMS_URL is set. */
  textsAreSent: boolean
  /** Send at once, for trials; every other message is a job. */
  mailTransport: MailTransport
  smsTransport: SmsTransport
  /** PUBLIC_URL without a trailing slash, if it is set. */
  publicUrl: string | undefined
  /**
   * Where the staff open a ticket, with the placeholders `{ticketNumber}`, `{externalId}` and `{portal}`; undefined without such a page.
   */
  staffTicketUrl: string | undefined
  /** The form of the addresses that each reader of a ticket answers to; undefined without one. */
  replyAddress: ReplyAddress | undefined
  /** Answers DNS questions about senders of mail. */
  resolveDns: (name: string, type: string) => Promise<unknown>
  /** Whether the staff need a second factor; undefined: all but those of a demo. */
  staffSecondFactor: 'required' | 'offered' | undefined
  /** How long the security log is kept, in months. */
  securityLogMonths: number
  /** Whether webhook addresses may be inside private networks. */
  webhookAllowPrivate: boolean
  /** The ports that a new webhook's address may use; undefined: any. */
  webhookPorts: number[] | undefined
  /** The maximum size of an import over the API, and the default storage quota of a service company (undefined: unlimited), in bytes. */
  importMax: number
  storageQuota: number | undefined
  /** The settings as they were read at the start, and the data folder, for those who look after the installation. */
  home: { settings: Settings; dataDir: string }
  /** The folder of the built web client. */
  webDir: string
  /** Whether migrations and the first load are done, for `/readyz`. */
  ready: () => boolean
}
