import { createHash } from 'node:crypto'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { formatClosingKey } from '../kernel/security/closing-key.ts'
import {
  formatReplyAddress,
  formatReplyToken,
  type ReplyAddress,
  type ReplyKind,
  replyTokenPurpose,
} from '../kernel/security/reply-token.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { MailedTicket } from './mail-queries.ts'
import { ensureCopyReader, ensureMailAddress, lastMailFrom, mailboxOf, replyVersionOf } from './reply-queries.ts'

type ReplyDeps = { secrets: Secrets; replyAddress: ReplyAddress | undefined; clock: Clock }

/** Who reads a mail about a ticket. `webUserId` for its raiser; a customer without one is in copy. */
export type TicketReader = { email: string; isCustomer: boolean; webUserId?: number | undefined }

/** How a mail about a ticket is answered. */
export type TicketReply = {
  /** Where an answer goes; undefined: into no ticket. */
  address: string | undefined
  returnPath: string | undefined
  /** The key of the link by which the reader closes the ticket; undefined for those who may not. */
  closingKey: string | undefined
  /** The mails of one ticket to one reader are sent in their order. */
  orderingKey: string
  /** The names of the mails to this reader: the first one's, that of the mail about a message, and that of another one. */
  thread: (mail: number | string | undefined) => { name: string; under?: string[]; after?: string | undefined }
}

const readerOf = async (
  db: Db,
  at: TicketKeys,
  ticket: MailedTicket,
  { email, isCustomer, webUserId }: TicketReader,
): Promise<{ kind: ReplyKind; readerId: number }> => {
  if (webUserId !== undefined) return { kind: 'm', readerId: webUserId }
  if (isCustomer) return { kind: 'c', readerId: await ensureCopyReader(db, at, email) }
  const isOf = (person: { email: string | null } | null) => person?.email?.toLowerCase() === email.toLowerCase()
  const { assigned, group } = ticket
  if (assigned?.accountId && isOf(assigned)) return { kind: 's', readerId: assigned.accountId }
  return { kind: 'g', readerId: group && isOf(group) ? group.id : 0 }
}

/** Makes thread names differ by recipient: mailboxes of the staff share a token. */
const hashAddress = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 8)

/**
 * Where the reader of a mail about a ticket answers; 'bounced' if mails do not arrive there. The id of the mail bears the reader's token
 * too, so that an answer finds the ticket also where a mail server knows no addresses made by us.
 */
export const openReply = async (
  db: Db,
  { secrets, replyAddress, clock }: ReplyDeps,
  at: TicketKeys,
  ticket: MailedTicket,
  recipient: TicketReader,
): Promise<TicketReply | 'bounced'> => {
  const { serviceCompanyId, ticketId } = at
  const key = secrets.keyFor(replyTokenPurpose)
  const ofTicket = { serviceCompanyId, ticketId }
  const reader = { ...ofTicket, ...(await readerOf(db, at, ticket, recipient)) }
  const version = (await replyVersionOf(db, reader)) ?? 0
  const token = formatReplyToken(key, reader, version)
  const closing = { ...ofTicket, webUserId: reader.readerId }
  const closingKey = reader.kind === 'm' ? formatClosingKey(key, closing, { version, now: clock() }) : undefined
  const address = hashAddress(recipient.email)
  const orderingKey = `${ticketId} ${address}`
  const root = `ticket-${token}.${address}`
  const after = await lastMailFrom(db, at, recipient.email)
  const thread: TicketReply['thread'] = mail =>
    mail === undefined ? { name: root, after } : { name: `${root}.${mail}`, under: [root], after }
  if (!replyAddress) return { address: await mailboxOf(db, at), returnPath: undefined, closingKey, orderingKey, thread }
  const { id, isBounced } = await ensureMailAddress(db, serviceCompanyId, recipient.email)
  if (isBounced) return 'bounced'
  const bounceToken = formatReplyToken(key, { ...ofTicket, kind: 'b', readerId: id }, 0)
  return {
    address: formatReplyAddress(replyAddress, token),
    returnPath: formatReplyAddress(replyAddress, bounceToken),
    closingKey,
    orderingKey,
    thread,
  }
}

/** Ticks of 100 ns from 1601 to 1970. */
const TICKS_FROM_1601 = 116_444_736_000_000_000n

/**
 * What Outlook threads by, besides the ids: the subject of the conversation, and a number of it (MS-OXOMSG, section 2.2.1.3). Bytes of
 * a Thread-Index: a header with the time and an id of the conversation, and a block for each answer, with the time since the first mail.
 */
export const outlookThread = (
  { ticketId, serviceCompanyId }: TicketKeys,
  { topic, begun, at }: { topic: string; begun: Date; at: Date | undefined },
): Record<string, string> => {
  const header = Buffer.alloc(22)
  const ticks = BigInt(begun.getTime()) * 10_000n + TICKS_FROM_1601
  header[0] = 1
  header.writeUIntBE(Number((ticks >> 24n) & 0xffffffffffn), 1, 5)
  createHash('sha256').update(`${serviceCompanyId} ${ticketId}`).digest().copy(header, 6, 0, 16)
  if (at === undefined) return { 'Thread-Topic': topic, 'Thread-Index': header.toString('base64') }
  const passed = BigInt(Math.max(0, at.getTime() - begun.getTime())) * 10_000n
  const block = Buffer.alloc(5)
  // The first bit tells a coarser time, for what comes more than some 1.8 years later.
  const isFar = passed >> 49n !== 0n
  block.writeUInt32BE(isFar ? Number(((passed >> 23n) & 0x7fffffffn) | 0x80000000n) : Number(passed >> 18n))
  return { 'Thread-Topic': topic, 'Thread-Index': Buffer.concat([header, block]).toString('base64') }
}
