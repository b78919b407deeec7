import { randomBytes } from 'node:crypto'
import type { Language } from '@portico/contract/language'
import { mailAddress } from '@portico/contract/shapes'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../database/db.ts'
import { enqueue, JobFailed, type JobKind, type RunningJob } from '../database/jobs.ts'
import type { Secrets } from '../security/secrets.ts'
import type { Storage } from '../storage/storage.ts'
import { toOneLine } from '../text/one-line.ts'
import { TOO_MUCH_TO_READ, WorkerLimitExceeded } from '../workers/worker-errors.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { type MailContent, type RenderedMail, type RenderOptions, renderMail } from './mail-frame.ts'
import { isLong, renderLongMail, toUnrendered, type UnrenderedMail } from './mail-task.ts'
import { type Email, MailRejected, type MailTransport, type NamedAddress } from './mail-transport.ts'
import type { Sms, SmsTransport } from './sms-transport.ts'

/** A file attached to a mail: its content, or its key in the storage. `cid`: the name under which the text shows it as a picture. */
export type MailAttachment = { name: string; mediaType: string; cid?: string } & (
  | { content: Buffer | string }
  | { storageKey: string }
)

/** A mail to send: its content, its recipients, and its portal. */
export type MailRequest = {
  serviceCompanyId: number
  portalId: number
  to: NamedAddress[]
  cc?: NamedAddress[]
  /** The envelope recipients, whatever the headers say; default: `to` and `cc`. */
  recipients?: string[]
  /** The reader's language; default it-IT. */
  language?: Language | null
  /** The address of replies; default: the portal's support address. */
  replyTo?: string | null
  subject: string
  content: MailContent
  /**
   * Message names within the portal, such as `ticket-12`: the name of this mail, and those that it replies to. `inReplyTo` is the id of the mail
   * of somebody else that it replies to.
   */
  thread?: { name?: string; under?: string[]; inReplyTo?: string | undefined }
  /** Where mail servers report that it cannot be delivered; default: MAIL_FROM. */
  returnPath?: string | undefined
  /** What the mail is about, for the callback that is told of addresses that a mail server refuses for good. */
  follow?: string | undefined
  /** The line above which a reader answers by mail; without it nobody reads answers. */
  replyAbove?: string | undefined
  headers?: Record<string, string>
  /** How the reader unsubscribes: the page of the link in the footer, and the URL that a mail program posts to (RFC 8058). */
  unsubscribe?: { why: string; label: string; page: string; post: string }
  attachments?: MailAttachment[]
  calendar?: Email['calendar']
  /** Somebody waits for it at the screen, as for a link to sign in: other mails do not hold it up, however busy the process is. */
  isAwaited?: true
  /** Seconds to wait before it is sent. */
  delaySeconds?: number
  /** Mails with the same key are sent in the order in which they were queued, those that are awaited apart from the others. */
  orderingKey?: string
}

/** Queues mails and text messages; see {@link openMessages}. */
export type Messages = {
  /** Queues a mail, which is sent if the transaction commits. Invalid addresses are left out; without a valid one nothing is sent. */
  mail(db: Db, request: MailRequest): Promise<void>
  /** Composes a mail without attachments, to be sent at once; undefined without a valid address. */
  compose(
    db: Db,
    request: Omit<MailRequest, 'attachments' | 'isAwaited' | 'delaySeconds' | 'orderingKey'>,
  ): Promise<Email | undefined>
  /**
   * Queues a text message, which is sent if the transaction commits, with retries for about eight minutes. `follow` identifies what it is
   * about, for the callback that receives its outcomes.
   */
  sms(db: Db, request: { serviceCompanyId: number; to: string; text: string; follow?: string }): Promise<void>
  /** The full URL of a page, from its path. */
  link(path: string): string
  /** The address of MAIL_FROM, from which all mails come. */
  from: string
}

/** The outcome of an attempt: accepted by the provider, to be retried, or given up. `problem` is for those who run the service. */
export type SmsOutcome = { state: 'accepted' } | { state: 'delayed' | 'failed'; problem: string }

type StoredAttachment = { name: string; mediaType: string; cid?: string; content?: string; storageKey?: string }
type StoredEmail = Omit<Email, 'date' | 'attachments' | keyof RenderedMail> & {
  date: string
  attachments: StoredAttachment[]
  follow?: string
} & (RenderedMail | { unrendered: UnrenderedMail })

type StoredSms = Sms & { follow?: string }

const MAIL = 'mail'
const AWAITED_MAIL = 'awaited-mail'
const SMS = 'sms'

/**
 * Keeps programs from answering (RFC 3834, and what Exchange does instead). Of all our mails, also of those with a person's answer: none
 * of them has a reader for an out-of-office.
 */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const MESSAGE_ID = /^<[!-;=?-~]{1,240}>$/

const keepValid = (boxes: NamedAddress[]): NamedAddress[] =>
  boxes.flatMap(({ name, address }) => (mailAddress.test(address) ? [{ name: toOneLine(name), address }] : []))

type Brand = {
  name: string
  /** The key that the portal had at first: names of mails must not change. */
  firstKey: string
  baseColor: string
  logo: string | null
  supportEmail: string | null
  supportPhone: string | null
  address: string | null
}

const readBrand = (db: Db, { serviceCompanyId, portalId }: MailRequest): Promise<Brand> =>
  db.one(sql`select p.web_portal_name as name, p.first_key as "firstKey", p.base_color as "baseColor",
      '/api/pictures/' || logo.name as logo, p.support_email as "supportEmail", p.support_phone as "supportPhone", p.address
    from portal p left join picture logo on ${sameCompany('logo', 'p')} and logo.id = p.logo_id
    where p.service_company_id = ${serviceCompanyId} and p.id = ${portalId}`)

/**
 * Makes the functions that queue messages. `from` is the address of MAIL_FROM, `origin` the prefix of page paths, without a trailing slash.
 * Jobs are encrypted, because messages contain links and codes.
 */
export const openMessages = ({
  secrets,
  from,
  origin,
}: {
  secrets: Secrets
  from: string
  origin: string
}): Messages => {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  /** A mail but for what `render` makes of its content; undefined without a valid address. */
  const compose = async <Body>(
    db: Db,
    request: MailRequest,
    render: (serviceCompanyId: number, content: MailContent, options: RenderOptions) => Body,
  ) => {
    const { content, thread = {}, attachments = [], language, unsubscribe } = request
    const to = keepValid(request.to)
    const cc = keepValid(request.cc ?? [])
    const addresses = [...to, ...cc].map(({ address }) => address)
    const recipients = [...new Set(request.recipients?.filter(address => mailAddress.test(address)) ?? addresses)]
    if (recipients.length === 0) return undefined
    const brand = await readBrand(db, request)
    const formatMessageId = (name: string) => `<${name}.${brand.firstKey}@${domain}>`
    const answered = thread.inReplyTo !== undefined && MESSAGE_ID.test(thread.inReplyTo) ? [thread.inReplyTo] : []
    const references = [...(thread.under ?? []).map(formatMessageId), ...answered]
    return {
      messageId: formatMessageId(thread.name ?? randomBytes(16).toString('hex')),
      date: new Date().toISOString(),
      from: { name: toOneLine(brand.name), address: from },
      to,
      cc,
      recipients,
      ...(request.returnPath !== undefined && { returnPath: request.returnPath }),
      ...(request.follow !== undefined && { follow: request.follow }),
      replyTo: [request.replyTo, brand.supportEmail].find(address => address && mailAddress.test(address)) ?? undefined,
      subject: toOneLine(request.subject),
      ...render(request.serviceCompanyId, content, {
        subject: request.subject,
        brand: {
          ...brand,
          logo: brand.logo && origin + brand.logo,
          lines: [brand.address, brand.supportPhone, brand.supportEmail].filter(line => line !== null),
        },
        language: language ?? 'it-IT',
        origin,
        unsubscribe,
        replyAbove: request.replyAbove,
      }),
      inReplyTo: references.at(-1),
      references,
      headers: {
        ...automatic,
        ...Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name, toOneLine(value)])),
        ...(unsubscribe && {
          'List-Unsubscribe': `<${origin}${unsubscribe.post}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      attachments: attachments.map(attachment =>
        'storageKey' in attachment
          ? attachment
          : { ...attachment, content: Buffer.from(attachment.content as string).toString('base64') },
      ),
      calendar: request.calendar,
    }
  }
  /** What others wrote at length is rendered by the job, outside of the event loop. */
  const renderOrLeave = (serviceCompanyId: number, content: MailContent, options: RenderOptions) =>
    isLong(content) ? { unrendered: toUnrendered(serviceCompanyId, content, options) } : renderMail(content, options)
  return {
    async mail(db, request) {
      const email: StoredEmail | undefined = await compose(db, request, renderOrLeave)
      if (!email) return
      const { serviceCompanyId, isAwaited, delaySeconds = 0, orderingKey } = request
      const payload = secrets.encrypt(JSON.stringify(email), MAIL)
      await enqueue(db, { kind: isAwaited ? AWAITED_MAIL : MAIL, serviceCompanyId, payload, delaySeconds, orderingKey })
    },
    async compose(db, request) {
      const email = await compose(db, request, (_, content, options) => renderMail(content, options))
      return email && { ...email, date: new Date(email.date), attachments: [] }
    },
    link: path => origin + path,
    from,
    async sms(db, { serviceCompanyId, to, text, follow }) {
      const sms: StoredSms = { id: randomBytes(16).toString('hex'), to, text, ...(follow !== undefined && { follow }) }
      await enqueue(db, { kind: SMS, serviceCompanyId, payload: secrets.encrypt(JSON.stringify(sms), SMS) })
    },
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const readContent = async (storage: Storage, key: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.get(key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const SMS_DELAYS = [5, 15, 30, MINUTE, 2 * MINUTE, 4 * MINUTE]

/**
 * The kinds of job that {@link Messages} queues: mails are retried for two days, text messages for eight minutes. `followSms` receives the
 * outcome of each attempt of a text message that has `follow`; `followRefusal` is told why the address of such a mail was refused for good.
 */
export const messageJobs = (deps: {
  secrets: Secrets
  workers: WorkerPool
  storage: Storage
  mailTransport: MailTransport
  smsTransport: SmsTransport
  followSms?: (follow: string, outcome: SmsOutcome) => Promise<void>
  followRefusal?: (follow: string, problem: string) => Promise<void>
}): JobKind[] => {
  const { secrets, workers, storage, mailTransport, smsTransport, followSms, followRefusal } = deps
  /** The mail with its content, which a worker process renders. */
  const rendered = async <Stored extends { unrendered: UnrenderedMail }>({ unrendered, ...email }: Stored) => {
    const { serviceCompanyId } = unrendered
    try {
      return { ...email, ...(await workers.run(renderLongMail, () => unrendered, { serviceCompanyId })) }
    } catch (error) {
      if (!(error instanceof WorkerLimitExceeded)) throw error
      throw new JobFailed(`What it quotes ${TOO_MUCH_TO_READ}`, { final: true })
    }
  }
  const mailJob = {
    atOnce: 5,
    perCompany: 4,
    delays: [10, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 24 * HOUR],
    async run({ payload }: RunningJob) {
      const { follow, ...stored } = JSON.parse(secrets.decrypt(payload, MAIL)) as StoredEmail
      const email = 'unrendered' in stored ? await rendered(stored) : stored
      const attachments = await Promise.all(
        email.attachments.map(async ({ content, storageKey, ...attachment }) => ({
          ...attachment,
          content:
            storageKey === undefined ? Buffer.from(content ?? '', 'base64') : await readContent(storage, storageKey),
        })),
      )
      try {
        await mailTransport.send({ ...email, date: new Date(email.date), attachments })
      } catch (error) {
        if (!(error instanceof MailRejected)) throw error
        if (error.final && error.refusesAddress && follow !== undefined) await followRefusal?.(follow, error.message)
        // The accepted recipients have the mail: only the rejected ones are retried.
        const rest = secrets.encrypt(JSON.stringify({ ...email, follow, recipients: error.recipients }), MAIL)
        throw new JobFailed(error.message, { final: error.final, payload: rest })
      }
    },
  } satisfies Omit<JobKind, 'kind'>
  return [
    { ...mailJob, kind: MAIL, yields: true },
    { ...mailJob, kind: AWAITED_MAIL },
    {
      kind: SMS,
      atOnce: 4,
      delays: SMS_DELAYS,
      async run({ payload, tries }) {
        const { follow, ...sms } = JSON.parse(secrets.decrypt(payload, SMS)) as StoredSms
        const reportOutcome = async (outcome: SmsOutcome) => {
          if (follow !== undefined) await followSms?.(follow, outcome)
        }
        try {
          await smsTransport.send(sms)
        } catch (error) {
          const isLast = (error instanceof JobFailed && error.final) || SMS_DELAYS[tries - 1] === undefined
          const problem = error instanceof Error ? error.message : String(error)
          await reportOutcome({ state: isLast ? 'failed' : 'delayed', problem })
          throw error
        }
        // The message has been sent: a database that is unavailable now must not cause a second one.
        await reportOutcome({ state: 'accepted' }).catch(() => undefined)
      },
    },
  ]
}
