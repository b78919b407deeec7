import { requireQuota } from '../files/stored-bytes-queries.ts'
import { companyLanguageOf } from '../kernel/access/staff-language.ts'
import { type Db, lock, tx, Unavailable } from '../kernel/database/db.ts'
import { JobFailed, type JobKind, type RunningJob } from '../kernel/database/jobs.ts'
import { Failure } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { type Storage, StorageMissing } from '../kernel/storage/storage.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import { answeredConversationOf } from './answered-conversation.ts'
import { judgeSender, SenderUnknown, type Verdict } from './authentication.ts'
import { noteBounce } from './bounces.ts'
import { type Decision, decide, type QuarantineReason } from './decide.ts'
import { type DeliveredMail, type Delivery, deliverMessage, deliverNote, deliverTicket } from './deliver.ts'
import { namedCopies } from './mail-copies.ts'
import { type StoredFiles, storeFiles } from './mail-files.ts'
import { askForCustomer, greetStranger } from './own-answers.ts'
import type { ReceivedMail } from './reading/message.ts'
import { readMail } from './reading/read-mail.ts'
import {
  countFrom,
  lockMail,
  type MailHead,
  type MailOutcome,
  type SenderCounts,
  type StoredMail,
  writeOutcome,
} from './received-queries.ts'
import { mailToSort, type ReceivingMailbox } from './sender-queries.ts'
import { countPictures, logosAmong, picturesOf } from './signature-pictures.ts'
import { SORT_MAIL } from './store-mail.ts'
import type { InboundTexts } from './texts.ts'
import { setVisitTicket, writeAnsweredVisit } from './visit-queries.ts'

/** Further attempts to look up the sender of a mail, within about six minutes; then it goes without. */
const LOOK_UPS = 5
/** Characters of a mail that the staff see in the list of those that wait for them. */
const PREVIEW_MAX = 2000

const readAll = async (storage: Storage, key: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.get(key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads a mail from the storage; undefined if it cannot be read, however often it is tried. */
export const openMail = async (
  deps: Pick<Deps, 'database' | 'storage' | 'workers' | 'secrets' | 'replyAddress'>,
  mail: StoredMail,
): Promise<{ raw: Buffer; mail: ReceivedMail } | undefined> => {
  const { serviceCompanyId, storageKey } = mail
  if (storageKey === null) return undefined
  try {
    const raw = await readAll(deps.storage, storageKey)
    const conversation = await answeredConversationOf(deps.database, deps, mail, raw)
    const read = await readMail(deps.workers, raw, { serviceCompanyId }, conversation)
    return 'mail' in read ? { raw, mail: read.mail } : undefined
  } catch (error) {
    if (error instanceof WorkerLimitExceeded || error instanceof StorageMissing) return undefined
    throw error
  }
}

const headOf = (mail: ReceivedMail): MailHead => ({
  messageId: mail.messageId?.slice(0, 1000) ?? null,
  senderAddress: mail.from?.address.toLowerCase().slice(0, 320) ?? null,
  senderName: toOneLine(mail.from?.name ?? '').slice(0, 200) || null,
  subject: toOneLine(mail.subject).slice(0, 300),
  preview: mail.text.replace(/[^\P{Cc}\n\t]/gu, '').slice(0, PREVIEW_MAX),
  quotedHtml: mail.quotedHtml || null,
  quotedLines: mail.quotedLines || null,
  quotedOpen: mail.quotedOpen,
  warnings: [...mail.warnings],
})

const noFiles: StoredFiles = { stored: [], leftOut: [] }
const noCounts = { lastHour: { messages: 0, notes: 0 }, alike: [] }

/** Stores the files of a mail but those at the places `leaveOut`, or none where the company has no room for them. */
export const keepFiles = async (
  deps: Pick<Deps, 'database' | 'storage' | 'storageQuota'>,
  { serviceCompanyId }: StoredMail,
  mail: ReceivedMail,
  leaveOut: ReadonlySet<number> = new Set(),
): Promise<StoredFiles> => {
  const { database, storage, storageQuota } = deps
  const bytes = mail.attachments.reduce((sum, { content }) => sum + content.byteLength, 0)
  try {
    await requireQuota(database, serviceCompanyId, { bytes, quota: storageQuota })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { stored: [], leftOut: mail.attachments.map(({ name }) => name) }
  }
  return storeFiles(storage, mail.attachments, leaveOut)
}

/** Removes the files of a delivery that failed. If the connection was lost, they may have been written with it; if not, the sweep removes them. */
export const removeUnlessWritten = async (storage: Storage, { stored }: StoredFiles, error: unknown): Promise<void> => {
  if (error instanceof Unavailable) return
  await storage.remove(stored.map(({ storageKey }) => storageKey)).catch(() => undefined)
}

const quarantined = (reason: QuarantineReason, portalId: number | null = null, isAnswered = false): MailOutcome => ({
  state: 'quarantined',
  reason,
  portalId,
  isAnswered,
})

const settled = (state: 'taken' | 'noted', reason: string | null, portalId: number, delivery: Delivery): MailOutcome =>
  'refused' in delivery ? quarantined(delivery.refused, portalId) : { state, reason, portalId, ...delivery }

type Sorting = { waiting: StoredMail; delivered: DeliveredMail; counts: SenderCounts; now: Date }

/** Carries a decision out. */
const carryOut = async (db: Db, deps: Deps, decision: Decision, sorting: Sorting): Promise<MailOutcome> => {
  const { waiting, delivered, counts, now } = sorting
  const { mail } = delivered
  const { serviceCompanyId } = waiting
  const from = mail.from?.address ?? ''
  if (decision.to === 'nowhere') return { state: 'ignored', reason: decision.reason }
  if (decision.to === 'ticket')
    return settled('taken', null, decision.place.portalId, await deliverMessage(db, decision, delivered, now))
  if (decision.to === 'note') {
    const { place, reason } = decision
    const heading = (texts: InboundTexts) => {
      if (reason === 'copy') return texts.copy(from)
      return reason === 'automatic' ? texts.automatic(from) : texts.unknownWriter(from)
    }
    const delivery = await deliverNote(db, place, heading, delivered, now)
    return settled('noted', reason, place.portalId, delivery)
  }
  if (decision.to === 'bounce') {
    const { place, mailAddressId } = decision
    const diagnostic = mail.bounce?.recipients[0]?.diagnostic ?? ''
    const delivery = await noteBounce(db, place, { mailAddressId, diagnostic, now })
    return delivery ? settled('taken', 'bounce', place.portalId, delivery) : { state: 'ignored', reason: 'bounce' }
  }
  if (decision.to === 'newTicket') {
    const { membership, staffGroupId, visit } = decision
    const { portalId, contactId, webUserId, language } = membership
    const acknowledges = counts.answeredLastHour === 0
    const writer = { serviceCompanyId, portalId, contactId, webUserId }
    const delivery = await deliverTicket(db, writer, delivered, { language, acknowledges, staffGroupId, now })
    if (visit) await writeAnsweredVisit(db, waiting.id, visit)
    if (visit && !('refused' in delivery)) await setVisitTicket(db, waiting, { contactId, ticketId: delivery.ticketId })
    return { ...settled('taken', null, portalId, delivery), isAnswered: acknowledges && !('refused' in delivery) }
  }
  if (decision.to === 'question') {
    const [first] = decision.memberships
    const isAnswered = counts.answeredLastHour === 0 && first !== undefined
    const portalId = first?.portalId ?? null
    if (isAnswered && first) {
      const { portalId, language } = first
      await askForCustomer(db, deps.messages, { serviceCompanyId, portalId, language, mail }, decision.memberships)
    }
    return quarantined('several_customers', portalId, isAnswered)
  }
  const { reason, portalId, answersStranger, visit } = decision
  if (visit) await writeAnsweredVisit(db, waiting.id, visit)
  const isAnswered = answersStranger && counts.answeredLastDay === 0 && portalId !== null
  if (isAnswered) {
    const language = await companyLanguageOf(db, serviceCompanyId)
    await greetStranger(db, deps.messages, { serviceCompanyId, portalId, language, mail })
  }
  return quarantined(reason, portalId, isAnswered)
}

const judge = async (
  deps: Deps,
  { mailboxId, way, peer }: StoredMail,
  { raw, mail }: { raw: Buffer; mail: ReceivedMail },
  mailboxes: readonly ReceivingMailbox[],
): Promise<Verdict> => {
  if (!mail.from) return 'unproven'
  // Of a fetched mail only results of that mailbox's server count; of a delivered one, those of all mailboxes that are not fetched.
  const own = mailboxes.filter(one => (mailboxId === null ? way !== 'lmtp' || !one.isFetched : one.id === mailboxId))
  const authservIds = own.flatMap(({ authservId }) => authservId ?? [])
  const { authenticationResults: results } = mail
  return judgeSender(deps, { raw, from: mail.from.address, results, authservIds, peer })
}

/** Sorts a mail: reads it, decides where it belongs and writes it there, in one transaction with its row and the end of the job. */
const sortMail = async (deps: Deps, serviceCompanyId: number, id: number, { tries, finish }: RunningJob) => {
  const { database, storage, clock } = deps
  const found = await mailToSort(database, serviceCompanyId, id)
  if (found?.state !== 'waiting') return
  const { mailboxes, ...waiting } = found
  const opened = await openMail(deps, waiting)
  const now = clock()
  const head = opened && headOf(opened.mail)
  const sender = { address: opened?.mail.from?.address.toLowerCase() ?? '', preview: head?.preview ?? null }
  /** Writes what becomes of the mail, unless another process has sorted it meanwhile, and ends the job. */
  const settle = async (db: Db, outcomeOf: (counts: SenderCounts) => Promise<MailOutcome> | MailOutcome) => {
    const [, isWaiting, counts] = await Promise.all([
      // Mails of one address are counted one after the other.
      lock(db, `mail to ${serviceCompanyId} from ${sender.address}`),
      lockMail(db, serviceCompanyId, id, ['waiting']),
      countFrom(db, waiting, sender, now),
      finish(db),
    ])
    if (isWaiting) await writeOutcome(db, serviceCompanyId, id, await outcomeOf(counts), { now, head })
  }
  if (!opened) {
    await tx(database, db => settle(db, () => quarantined('unreadable', waiting.portalId)))
    return
  }
  const { mail } = opened
  const verdict = await judge(deps, waiting, opened, mailboxes).catch((error): Verdict => {
    if (error instanceof SenderUnknown && tries > LOOK_UPS) return 'unproven'
    throw error
  })
  const decisionOf = (db: Db, counts: Pick<SenderCounts, 'lastHour' | 'alike'>) =>
    decide(db, { ...deps, mailFrom: deps.messages.from, mailboxes }, waiting, mail, { verdict, ...counts })
  // Only what becomes a message or a note keeps its files apart from the mail.
  const isKept =
    mail.attachments.length > 0 && ['ticket', 'note', 'newTicket'].includes((await decisionOf(database, noCounts)).to)
  const pictures = isKept ? picturesOf(mail) : new Map<number, Buffer>()
  const logos = await logosAmong(database, serviceCompanyId, pictures)
  const files = isKept ? await keepFiles(deps, waiting, mail, logos) : noFiles
  const deliver = (db: Db) =>
    settle(db, async counts => {
      await countPictures(db, serviceCompanyId, pictures, now)
      const decision = await decisionOf(db, counts)
      const named = await namedCopies(db, deps, { serviceCompanyId, mail, mayAdd: verdict === 'proven' })
      const delivered = { mail, files, named }
      return carryOut(db, deps, decision, { waiting, delivered, counts, now })
    })
  try {
    await tx(database, deliver)
  } catch (error) {
    await removeUnlessWritten(storage, files, error)
    // What the ticket itself refuses, such as one beyond the reach of its writer, would be refused again.
    if (!(error instanceof Failure) || !['not_found', 'forbidden', 'conflict'].includes(error.code)) throw error
    await tx(database, db => settle(db, () => quarantined('may_not_raise', waiting.portalId)))
  }
}

/** Seconds before each further attempt to sort a mail, about four days in all. */
const DELAYS = [2, 5, 15, 60, 300, 900, ...Array<number>(96).fill(3600)]

/** Leaves a mail that could not be sorted to the staff, who would otherwise never see it. */
const leaveToStaff = (
  { database, clock }: Deps,
  serviceCompanyId: number,
  id: number,
  finish: RunningJob['finish'],
): Promise<void> =>
  tx(database, async db => {
    const [isWaiting] = await Promise.all([lockMail(db, serviceCompanyId, id, ['waiting']), finish(db)])
    if (isWaiting) await writeOutcome(db, serviceCompanyId, id, quarantined('unreadable'), { now: clock() })
  })

/** Sorts mails in whichever process is there. */
export const sortMailJob = (deps: Deps): JobKind => ({
  kind: SORT_MAIL,
  atOnce: 3,
  perCompany: 2,
  inTurns: true,
  delays: DELAYS,
  run: async job => {
    const { serviceCompanyId, id } = JSON.parse(job.payload) as { serviceCompanyId: number; id: number }
    try {
      await sortMail(deps, serviceCompanyId, id, job)
    } catch (error) {
      if (error instanceof JobFailed) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (job.tries <= DELAYS.length) throw new JobFailed(reason)
      deps.log.error({ mail: id, reason }, 'a mail could not be sorted and waits for the staff')
      await leaveToStaff(deps, serviceCompanyId, id, job.finish)
    }
  },
})
