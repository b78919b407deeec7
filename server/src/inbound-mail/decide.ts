import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { hasContent } from '../kernel/html/html.ts'
import { isFullMailbox } from '../kernel/messages/mail-refusal.ts'
import {
  type ClaimedToken,
  isReplyToken,
  type ReplyAddress,
  replyTokenPurpose,
  tokenInAddress,
  tokenInMessageId,
} from '../kernel/security/reply-token.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import { isInCopy, replyVersionOf, webUserOf } from '../tickets/reply-queries.ts'
import type { Verdict } from './authentication.ts'
import type { ReceivedMail } from './reading/message.ts'
import { isForwarded } from './reading/subjects.ts'
import type { SenderCounts, StoredMail } from './received-queries.ts'
import {
  accountWithAddress,
  copyAddressOf,
  isAddressOf,
  isAddressOfAccount,
  membershipsOf,
  type ReceivingMailbox,
  type SenderMembership,
  type TakenMail,
  takenMailsOf,
  ticketKeysById,
} from './sender-queries.ts'
import { type AnsweredVisit, answeredVisitOf } from './visit-queries.ts'

/** Who wrote a mail, as far as a token proves it. */
export type Writer =
  | { kind: 'member'; webUserId: number }
  | { kind: 'staff'; emailKey: string }
  | { kind: 'copy'; address: string }

/** Why a mail is a note: it is not its reader's, a program's, or another copy of one that is in the ticket. */
type NoteReason = 'other_sender' | 'automatic' | 'copy'

/** Where a mail belongs. */
export type Decision =
  /** The message of a reader of a ticket. */
  | { to: 'ticket'; place: TicketKeys; writer: Writer }
  /** Somebody answers a mail that was another's, or a program does: the staff see it beside the ticket. */
  | { to: 'note'; place: TicketKeys; reason: NoteReason }
  /** `visit`: it answers the mail of a visit, which has no ticket yet. */
  | { to: 'newTicket'; membership: SenderMembership; staffGroupId: number | null; visit?: AnsweredVisit }
  /** The sender belongs to several customers, and has to say for which it is. */
  | { to: 'question'; memberships: SenderMembership[] }
  | { to: 'bounce'; place: TicketKeys; mailAddressId: number }
  | {
      to: 'quarantine'
      reason: QuarantineReason
      portalId: number | null
      answersStranger: boolean
      visit?: AnsweredVisit | undefined
    }
  /** `accepted`: a calendar has taken up a visit, and its reader has said nothing else. */
  | { to: 'nowhere'; reason: 'own' | 'bounce' | 'accepted' }

/** A token of a mail; `isAddressed`: the mail went to its address, and does not only answer one of our mails. */
type FoundToken = ClaimedToken & { isAddressed: boolean }

/** Why a mail waits for the staff. */
export type QuarantineReason =
  | 'unreadable'
  | 'no_sender'
  | 'spam'
  | 'rejected'
  | 'too_many'
  | 'automatic'
  | 'unproven'
  | 'staff_without_token'
  | 'may_not_raise'
  | 'several_customers'
  | 'unknown_sender'
  | 'visit'
  | 'no_ticket_type'
  | 'empty'

/** Messages of one address in an hour, and notes, before the others wait for the staff. */
const MAILS_AN_HOUR = 30
/** How often a reader writes the same text into a ticket within a day; then a program is answering that does not say so. */
const SAME_TEXT_A_DAY = 2

/** Whether a mail server does not take mails to an address any more, and not only for as long as a mailbox is full. */
const isForGood = (status: string) => !status.startsWith('4') && !isFullMailbox(status)

type DecideDeps = {
  secrets: Secrets
  replyAddress: ReplyAddress | undefined
  mailFrom: string
  mailboxes: readonly ReceivingMailbox[]
}

/** Where a mail went, and the ids of the mails that it answers, the last one first. */
type Addressing = { addresses: readonly string[]; ids: readonly string[] }

/** Tokens in the addresses that a mail went to, before those in the ids that it answers. */
export const tokensIn = (
  { recipients }: StoredMail,
  { addresses, ids }: Addressing,
  replyAddress: ReplyAddress | undefined,
): FoundToken[] => {
  const all = [...recipients, ...addresses.slice(0, 200)]
  const inAddresses = replyAddress ? all.map(address => tokenInAddress(replyAddress, address)) : []
  const inIds = ids.slice(0, 50).map(tokenInMessageId)
  const found = [
    ...inAddresses.map(token => token && { ...token, isAddressed: true }),
    ...inIds.map(token => token && { ...token, isAddressed: false }),
  ].filter(token => token !== undefined)
  const isFirst = ({ mac }: ClaimedToken, at: number) => found.findIndex(token => token.mac === mac) === at
  return found.filter(isFirst).slice(0, 10)
}

const isMade = async (db: Db, secrets: Secrets, token: ClaimedToken): Promise<boolean> => {
  const version = await replyVersionOf(db, token)
  return version !== undefined && isReplyToken(secrets.keyFor(replyTokenPurpose), token, version)
}

/** Whether a token is one of ours that still holds: its reader is there, and is still in copy if that made it a reader. */
export const isOurs = async (db: Db, secrets: Secrets, token: ClaimedToken): Promise<boolean> => {
  if (!(await isMade(db, secrets, token))) return false
  if (token.kind !== 'c') return true
  const address = await copyAddressOf(db, token.serviceCompanyId, token.ticketId, token.readerId)
  return address !== undefined && isInCopy(db, token, address)
}

export const isOfVisit = ({ kind }: ClaimedToken) => kind === 'v' || kind === 'a'

/** Who has written to a token: its reader, if the sender is the reader's address. */
const writerOf = async (
  db: Db,
  { kind, serviceCompanyId, ticketId, readerId }: ClaimedToken,
  from: string,
  verdict: Verdict,
): Promise<Writer | undefined> => {
  if (kind === 'm' && (await isAddressOf(db, serviceCompanyId, readerId, from)))
    return { kind: 'member', webUserId: readerId }
  if (kind === 'c' && (await copyAddressOf(db, serviceCompanyId, ticketId, readerId)) === from.toLowerCase())
    return { kind: 'copy', address: from.toLowerCase() }
  if (kind !== 's' && kind !== 'g') return undefined
  const account = await accountWithAddress(db, serviceCompanyId, from)
  if (!account) return undefined
  // Many read the mailbox of a group, so only the sender's own domain shows which of them has written.
  const isReader = kind === 'g' ? verdict === 'proven' : await isAddressOfAccount(db, serviceCompanyId, readerId, from)
  return isReader && (kind === 'g' || account.staffAccountId === readerId)
    ? { kind: 'staff', emailKey: account.emailKey }
    : undefined
}

/** The visit or booking whose mail is answered, its ticket, and who answers, if it is whom the mail was for. */
type VisitAnswer = { visit: AnsweredVisit; place: TicketKeys | undefined; writer: Writer | undefined }

const visitAnswerOf = async (
  db: Db,
  tokens: readonly ClaimedToken[],
  { from, portalIds }: { from: string; portalIds: readonly number[] | null },
): Promise<VisitAnswer | undefined> => {
  const token = tokens.find(isOfVisit)
  const visit = token && (await answeredVisitOf(db, token))
  if (!visit || (portalIds !== null && !portalIds.includes(visit.portalId))) return undefined
  const { serviceCompanyId, readerId } = token
  const isMember = readerId !== 0 && (await isAddressOf(db, serviceCompanyId, readerId, from))
  const place = visit.ticketId === null ? undefined : await ticketKeysById(db, serviceCompanyId, visit.ticketId)
  if (isMember) return { visit, place, writer: { kind: 'member', webUserId: readerId } }
  return { visit, place, writer: from === visit.email ? { kind: 'copy', address: from } : undefined }
}

/** How long after a mail another one with its id is a copy of it, which has come by another way. */
const COPY_MS = 24 * 3_600_000

/** Who has answered a mail that is in a ticket, if it is its own sender or in copy. Asked only of senders who are proven. */
const writerAfter = async (db: Db, { place, sender }: TakenMail, from: string): Promise<Writer | undefined> => {
  const member = sender === from ? await webUserOf(db, place, from) : undefined
  if (member) return { kind: 'member', webUserId: member.webUserId }
  return (await isInCopy(db, place, from)) ? { kind: 'copy', address: from } : undefined
}

/** Whether a mail says no more than that a calendar has taken up a visit. */
const isMereAcceptance = ({ calendarReply, automatic, html }: ReceivedMail) =>
  ['ACCEPTED', 'TENTATIVE'].includes(calendarReply?.status ?? '') && (automatic !== null || !hasContent(html))

/** Decides where a mail belongs. It reads, and changes nothing. */
export const decide = async (
  db: Db,
  { secrets, replyAddress, mailFrom, mailboxes }: DecideDeps,
  waiting: StoredMail,
  mail: ReceivedMail,
  { verdict, lastHour, alike }: { verdict: Verdict } & Pick<SenderCounts, 'lastHour' | 'alike'>,
): Promise<Decision> => {
  const { serviceCompanyId, portalIds } = waiting
  const addressed = new Set(
    [...waiting.recipients, ...mail.to.map(one => one.address), ...mail.cc.map(one => one.address)].map(one =>
      one.toLowerCase(),
    ),
  )
  const mailbox =
    mailboxes.find(({ id }) => id === waiting.mailboxId) ??
    mailboxes.find(
      ({ address, portalId }) => addressed.has(address) && (portalIds === null || portalIds.includes(portalId)),
    )
  const tokens: FoundToken[] = []
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address)
  const ids = [...mail.inReplyTo, ...mail.references.toReversed()]
  for (const token of tokensIn(waiting, { addresses, ids }, replyAddress))
    if (token.serviceCompanyId === serviceCompanyId && (await isOurs(db, secrets, token))) tokens.push(token)
  const places = new Map<number, TicketKeys>()
  for (const { ticketId } of tokens.filter(token => !isOfVisit(token))) {
    const place = await ticketKeysById(db, serviceCompanyId, ticketId)
    if (place && (portalIds === null || portalIds.includes(place.portalId))) places.set(ticketId, place)
  }
  const from = mail.from?.address.toLowerCase()
  const answered = from === undefined ? undefined : await visitAnswerOf(db, tokens, { from, portalIds })
  const portalId = answered?.visit.portalId ?? waiting.portalId ?? mailbox?.portalId ?? null
  const quarantine = (reason: QuarantineReason, answersStranger = false): Decision => ({
    to: 'quarantine',
    reason,
    portalId,
    answersStranger,
    visit: answered?.visit,
  })

  const returned = tokens.find(({ kind }) => kind === 'b')
  const bouncePlace = returned && places.get(returned.ticketId)
  if (returned && bouncePlace)
    return mail.bounce?.recipients.some(({ action, status }) => action === 'failed' && isForGood(status))
      ? { to: 'bounce', place: bouncePlace, mailAddressId: returned.readerId }
      : { to: 'nowhere', reason: 'bounce' }
  if (mail.automatic === 'bounce') return { to: 'nowhere', reason: 'bounce' }

  if (!from) return quarantine('no_sender')
  const ownId = mail.messageId && tokenInMessageId(mail.messageId)
  const isOwn =
    from === mailFrom.toLowerCase() ||
    mailboxes.some(({ address }) => address === from) ||
    (replyAddress !== undefined && tokenInAddress(replyAddress, from) !== undefined) ||
    (ownId && (await isMade(db, secrets, ownId)))
  if (isOwn) return { to: 'nowhere', reason: 'own' }
  if (verdict === 'rejected') return quarantine('rejected')
  const note = (place: TicketKeys, reason: NoteReason): Decision =>
    lastHour.notes >= MAILS_AN_HOUR ? quarantine('too_many') : { to: 'note', place, reason }

  const portals = { serviceCompanyId, portalIds: portalId === null ? portalIds : [portalId] }
  const mayName = verdict === 'proven'
  const since = waiting.receivedAt.getTime() - COPY_MS
  const copy =
    mayName && mail.messageId
      ? (await takenMailsOf(db, portals, [mail.messageId])).find(
          ({ sender, receivedAt }) => sender === from && receivedAt.getTime() > since,
        )
      : undefined
  if (copy) return note(copy.place, 'copy')

  const isAutomatic = ({ ticketId }: TicketKeys) =>
    mail.automatic !== null || alike.filter(id => id === ticketId).length >= SAME_TEXT_A_DAY

  const readers = tokens.filter(
    token => !isOfVisit(token) && token.kind !== 'b' && token.kind !== 'x' && places.has(token.ticketId),
  )
  for (const token of readers) {
    const place = places.get(token.ticketId)
    const writer = await writerOf(db, token, from, verdict)
    if (!place || !writer) continue
    // A colleague is sent our mail with a word that is not for the customer; programs keep the id that they forward.
    if (writer.kind === 'staff' && !token.isAddressed && isForwarded(mail.subject))
      return quarantine('staff_without_token')
    if (isAutomatic(place)) return note(place, 'automatic')
    return lastHour.messages >= MAILS_AN_HOUR ? quarantine('too_many') : { to: 'ticket', place, writer }
  }
  if (answered?.place && answered.writer) {
    if (isAutomatic(answered.place)) return note(answered.place, 'automatic')
    return lastHour.messages >= MAILS_AN_HOUR
      ? quarantine('too_many')
      : { to: 'ticket', place: answered.place, writer: answered.writer }
  }
  if (answered?.writer && isMereAcceptance(mail)) return { to: 'nowhere', reason: 'accepted' }
  if (mail.isSpam && !answered?.writer) return quarantine('spam')
  const elsewhere = (readers[0] && places.get(readers[0].ticketId)) ?? answered?.place
  if (elsewhere) return note(elsewhere, mail.automatic ? 'automatic' : 'other_sender')

  const [account, memberships] = await Promise.all([
    accountWithAddress(db, serviceCompanyId, from),
    membershipsOf(db, serviceCompanyId, from, portalId === null ? portalIds : [portalId]),
  ])
  if (account) return quarantine('staff_without_token')
  const before =
    mayName && !isForwarded(mail.subject) && ids.length > 0 ? await takenMailsOf(db, portals, ids.slice(0, 50)) : []
  for (const taken of before) {
    const writer = await writerAfter(db, taken, from)
    if (!writer) continue
    if (isAutomatic(taken.place)) return note(taken.place, 'automatic')
    return lastHour.messages >= MAILS_AN_HOUR ? quarantine('too_many') : { to: 'ticket', place: taken.place, writer }
  }
  if (mail.automatic) return quarantine('automatic')
  if (memberships.length === 0)
    return answered
      ? quarantine('visit')
      : quarantine('unknown_sender', verdict === 'proven' && (mailbox?.answersStrangers ?? false))
  const { visit, writer } = answered ?? {}
  const isMember = visit && writer?.kind === 'member'
  if (verdict !== 'proven' && !isMember) return quarantine('unproven')
  // The mail that is answered says for which customer it was.
  const possible = isMember ? memberships.filter(({ contactId }) => contactId === visit.contactId) : memberships
  const raising = possible.filter(({ mayRaise }) => mayRaise)
  if (raising[0] === undefined) return quarantine('may_not_raise')
  if (raising.length > 1) return { to: 'question', memberships: raising }
  if (lastHour.messages >= MAILS_AN_HOUR) return quarantine('too_many')
  const staffGroupId = mailbox?.staffGroupId ?? null
  return { to: 'newTicket', membership: raising[0], staffGroupId, ...(isMember && { visit }) }
}
