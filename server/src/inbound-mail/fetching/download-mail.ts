import type { ImapFlow } from 'imapflow'
import { within } from '../imap.ts'
import { headersOf } from '../reading/raw-mail.ts'
import { inboundTexts } from '../texts.ts'

/** How long a server may take, in milliseconds: for one answer, and for the whole of one mail. */
export type AnswerLimits = { answerMs: number; mailMs: number }

/** The server is there, and does not hand over a mail that it lists. */
export class MailWithheld extends Error {
  override name = 'MailWithheld'
}

/** Whether a server has refused a command, so that its connection is still good. */
const isRefusal = (error: unknown): boolean =>
  ['NO', 'BAD'].includes((error as { responseStatus?: string }).responseStatus ?? '')

/** The numbers of the mails after `last`, ascending; `since`: only of that day and later. */
export const newUids = async (
  client: ImapFlow,
  { last, since }: { last: number; since: Date | undefined },
  { answerMs }: AnswerLimits,
): Promise<number[]> => {
  const found = await within(
    answerMs,
    client.search({ uid: `${last + 1}:*`, ...(since && { since }) }, { uid: true }) as Promise<number[] | false>,
  )
  // imapflow answers false where the server has refused; taken for "nothing new" the mailbox would look well for ever.
  if (!found) throw new Error('The server refuses to search the mailbox.')
  // `n:*` names the last mail even if its number is below n.
  return found.filter(uid => uid > last).sort((a, b) => a - b)
}

const fetched = async (client: ImapFlow, uid: number, query: object, limitMs: number) => {
  try {
    const found = await within(limitMs, client.fetchOne(String(uid), query, { uid: true }))
    return found || undefined
  } catch (error) {
    if (isRefusal(error)) throw new MailWithheld(`The server does not hand over the mail ${uid}.`)
    throw error
  }
}

/** Without what its headers say of its parts, and with a notice as its text. */
const withoutBody = (headers: Buffer, notice: string): Buffer => {
  const kept = headersOf(headers)
    .split(/\r?\n(?![ \t])/)
    .filter(line => line !== '' && !/^(?:content-|mime-version)/i.test(line))
  const added = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64']
  const lines = [...kept, ...added, '', Buffer.from(notice).toString('base64')]
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/**
 * Reads a mail as it was sent; undefined if it was deleted meanwhile. Of one beyond `sizeMax` bytes, and with `headersAlone`, its headers
 * with a notice instead of a text. Throws MailWithheld where the server has the mail and does not hand it over.
 */
export const downloadMail = async (
  client: ImapFlow,
  uid: number,
  { sizeMax, headersAlone, answerMs, mailMs }: AnswerLimits & { sizeMax: number; headersAlone: boolean },
): Promise<Buffer | undefined> => {
  const { notWhole } = inboundTexts['it-IT']
  const head = await fetched(client, uid, { size: true }, answerMs)
  if (!head) {
    const listed = await newUids(client, { last: uid - 1, since: undefined }, { answerMs, mailMs })
    if (listed.includes(uid)) throw new MailWithheld(`The server lists the mail ${uid} and does not show it.`)
    return undefined
  }
  const isTooLarge = (head.size ?? 0) > sizeMax
  if (!isTooLarge && !headersAlone) {
    const whole = await fetched(client, uid, { source: true }, mailMs)
    if (!whole?.source?.length) throw new MailWithheld(`The server sends nothing for the mail ${uid}.`)
    return whole.source
  }
  const top = await fetched(client, uid, { headers: true }, answerMs)
  if (!top?.headers?.length) throw new MailWithheld(`The server sends no headers for the mail ${uid}.`)
  return withoutBody(top.headers, isTooLarge ? notWhole.tooLarge : notWhole.withheld)
}

/** What stands in the place of a mail of which not even the headers can be read, so that somebody looks for it. */
export const placeholder = (uidValidity: number, uid: number): Buffer =>
  withoutBody(
    Buffer.from(`Message-ID: <withheld-${uidValidity}-${uid}@localhost>\r\nSubject: =?utf-8?Q?UID_${uid}?=\r\n`),
    inboundTexts['it-IT'].notWhole.withheld,
  )
