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
import {
  ensureCopyReader,
  ensureMailAddress,
  lastMailFrom,
  mailboxOf,
  portalMailboxOf,
  replyVersionOf,
  webUserOf,
} from './reply-queries.ts'

type ReplyDeps = { secrets: Secrets; replyAddress: ReplyAddress | undefined; clock: Clock }

/** Who reads a mail about a ticket. `webUserId` for its raiser; a customer without one is in copy. */
export type TicketReader = { email: string; isCustomer: boolean; webUserId?: number | undefined }

/** How a mail about a ticket is answered. */
export type TicketReply = {
  /** Where an answer goes; undefined: into no ticket. */
  address: string | undefined
  returnPath: string | undefined
  /** What the outcome of the mail is about; see `MailRequest.follow`. */
  follow: string
  /** Whether mails to the reader do not arrive. */
  isBounced: boolean
  /** The key of the link by which the reader closes the ticket; undefined for those who may not. */
  closingKey: string | undefined
  /** The mails of one ticket to one reader are sent in their order. */
  orderingKey: string
  /** The names of the mails to this reader: the first one's, that of the mail about a message, and that of another one. */
  thread: (mail: number | string | undefined) => { name: string; under?: string[]; inReplyTo?: string | undefined }
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
 * Where the reader of a mail about a ticket answers. The id of the mail bears the reader's token too, so that an answer finds the ticket also
 * where a mail server knows no addresses made by us.
 */
export const openReply = async (
  db: Db,
  { secrets, replyAddress, clock }: ReplyDeps,
  at: TicketKeys,
  ticket: MailedTicket,
  recipient: TicketReader,
): Promise<TicketReply> => {
  const { serviceCompanyId, ticketId } = at
  const key = secrets.keyFor(replyTokenPurpose)
  const ofTicket = { serviceCompanyId, ticketId }
  const reader = { ...ofTicket, ...(await readerOf(db, at, ticket, recipient)) }
  const [version = 0, inReplyTo, { id, isBounced }, mailbox] = await Promise.all([
    replyVersionOf(db, reader),
    lastMailFrom(db, at, recipient.email),
    ensureMailAddress(db, serviceCompanyId, recipient.email),
    replyAddress ? undefined : mailboxOf(db, at),
  ])
  const token = formatReplyToken(key, reader, version)
  const closing = { ...ofTicket, webUserId: reader.readerId }
  const closingKey = reader.kind === 'm' ? formatClosingKey(key, closing, { version, now: clock() }) : undefined
  const address = hashAddress(recipient.email)
  const orderingKey = `${ticketId} ${address}`
  const root = `ticket-${token}.${address}`
  const thread: TicketReply['thread'] = mail =>
    mail === undefined ? { name: root, inReplyTo } : { name: `${root}.${mail}`, under: [root], inReplyTo }
  const follow = formatReplyToken(key, { ...ofTicket, kind: 'b', readerId: id }, 0)
  return {
    address: replyAddress ? formatReplyAddress(replyAddress, token) : mailbox,
    returnPath: replyAddress && formatReplyAddress(replyAddress, follow),
    follow,
    isBounced,
    closingKey,
    orderingKey,
    thread,
  }
}

/** A visit (`v`, a planned activity) or a booking (`a`, an appointment) without a ticket, and the address to which it is mailed. */
export type AnsweredVisit = {
  serviceCompanyId: number
  portalId: number
  contactId: number | null
  kind: 'v' | 'a'
  id: number
  email: string
}

/** Where the customer of a visit or a booking without a ticket answers. */
export const openVisitReply = async (
  db: Db,
  { secrets, replyAddress }: Pick<ReplyDeps, 'secrets' | 'replyAddress'>,
  { serviceCompanyId, portalId, contactId, kind, id, email }: AnsweredVisit,
): Promise<Pick<TicketReply, 'address' | 'thread'>> => {
  const found = contactId === null ? undefined : await webUserOf(db, { serviceCompanyId, portalId, contactId }, email)
  const reader = { serviceCompanyId, ticketId: id, kind, readerId: found?.webUserId ?? 0 }
  const token = formatReplyToken(secrets.keyFor(replyTokenPurpose), reader, found?.version ?? 0)
  const root = `ticket-${token}.${hashAddress(email)}`
  return {
    address: replyAddress
      ? formatReplyAddress(replyAddress, token)
      : await portalMailboxOf(db, { serviceCompanyId, portalId }),
    thread: mail => (mail === undefined ? { name: root } : { name: `${root}.${mail}`, under: [root] }),
  }
}
