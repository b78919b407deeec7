import { randomUUID } from 'node:crypto'
import { type TrialProblem, type TrialResult, trialsAnHour } from '@portico/contract/staff/portal-settings'
import { readPhone } from '@portico/contract/values/phone'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { MailRejected } from '../../kernel/messages/mail-transport.ts'
import type { AllowedPortal } from '../allowed-queries.ts'
import { trialTexts } from './texts.ts'
import { countTrials, insertTrial, mailboxesOf, trierOf } from './trial-queries.ts'

const HOUR = 3_600_000
/** How long a caller waits for a server that does not answer. */
const PATIENCE_MS = 20_000
const DETAIL_MAX = 300

/** Thrown when {@link PATIENCE_MS} are over. */
class NoAnswer extends Error {}

const withPatience = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('no answer within 20 seconds')), PATIENCE_MS)
  })
  // What fails after the time limit is reported to nobody.
  work.catch(() => undefined)
  await Promise.race([work, patience]).finally(() => clearTimeout(timer))
}

/** Counts a trial; `too_many_requests` above the hourly limits. */
const countTrial = (db: Db, scope: StaffScope, now: Date): Promise<void> =>
  tx(
    db,
    async db => {
      const { account, company } = await countTrials(db, scope, new Date(now.getTime() - HOUR))
      if (account >= trialsAnHour.account || company >= trialsAnHour.company)
        fail('too_many_requests', { retryAfter: HOUR / 1000 })
      await insertTrial(db, scope, now)
    },
    { lock: `trials ${scope.serviceCompanyId}` },
  )

const certificate = /certificate|\bTLS\b|\bSSL\b|wrong version number/i

const problems: Record<string, TrialProblem> = {
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EOAUTH2: 'signIn',
  ETLS: 'encryption',
  ECONNECTION: 'unreachable',
  EDNS: 'unreachable',
  ENOTFOUND: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'noAnswer',
  EMESSAGE: 'refused',
}

/** Why a message was not sent, from the error of its transport. */
export const findProblem = (error: unknown): TrialProblem => {
  if (error instanceof MailRejected) return 'recipient'
  if (error instanceof NoAnswer || (error instanceof Error && error.name === 'TimeoutError')) return 'noAnswer'
  const {
    code = '',
    command,
    message = '',
    cause,
  } = error as { code?: string; command?: string; message?: string; cause?: unknown }
  if (message === 'fetch failed' && cause) return findProblem(cause)
  const status = Number(/answered (\d{3})$/.exec(message)?.[1] ?? 0)
  if (status === 401 || status === 403) return 'signIn'
  if (status > 0) return 'refused'
  if (certificate.test(message)) return 'encryption'
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient'
  return problems[code] ?? 'other'
}

const describe = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  const text = message === 'fetch failed' && cause?.message ? cause.message : (message ?? String(error))
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX)
}

/** Sends, and says what came of it. The words of a server are for those who look after the installation. */
const send = async (scope: StaffScope, isSent: boolean, work: Promise<void>): Promise<TrialResult> => {
  try {
    await withPatience(work)
    return { state: isSent ? 'sent' : 'written', problem: null, detail: null }
  } catch (error) {
    const detail = scope.isInstallationOperator ? describe(error) : null
    return { state: 'failed', problem: findProblem(error), detail }
  }
}

type TrialDeps = Pick<
  Deps,
  'database' | 'messages' | 'mailTransport' | 'smsTransport' | 'mailsAreSent' | 'textsAreSent'
>
type Trial = { to: string; now: Date }

/** Sends a trial mail in the dress of a portal to the caller, or to a mailbox of the company. */
export const sendTrialMail = async (
  { database, messages, mailTransport, mailsAreSent }: TrialDeps,
  scope: StaffScope,
  portal: AllowedPortal,
  { to: typed, now }: Trial,
): Promise<TrialResult> => {
  const to = typed.trim().toLowerCase()
  const trier = await trierOf(database, scope)
  const own = [trier.email, ...(await mailboxesOf(database, portal))].find(address => address.toLowerCase() === to)
  if (!own) return failAt('invalid_request', 'body.to', 'is neither the own address nor a mailbox of the company')
  await countTrial(database, scope, now)
  const texts = trialTexts[trier.language ?? 'it-IT']
  const email = await messages.compose(database, {
    ...portal,
    to: [{ name: trier.displayName, address: own }],
    language: trier.language,
    subject: texts.subject,
    content: { title: texts.subject, parts: [{ text: texts.text(trier.displayName) }, { note: texts.note }] },
  })
  if (!email) return failAt('invalid_request', 'body.to', 'is no address that mails can be sent to')
  return send(scope, mailsAreSent, mailTransport.send(email))
}

/** Sends a trial text message. */
export const sendTrialText = async (
  { database, smsTransport, textsAreSent }: TrialDeps,
  scope: StaffScope,
  { to: typed, now }: Trial,
): Promise<TrialResult> => {
  const to = readPhone(typed) ?? failAt('invalid_request', 'body.to', 'is not a phone number')
  const trier = await trierOf(database, scope)
  await countTrial(database, scope, now)
  const text = trialTexts[trier.language ?? 'it-IT'].sms
  return send(scope, textsAreSent, smsTransport.send({ id: randomUUID(), to, text }))
}
