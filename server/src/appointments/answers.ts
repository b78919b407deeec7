import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { MailRequest } from '../kernel/messages/messages.ts'
import { outlookThread } from '../kernel/messages/outlook-thread.ts'
import { formatReplyAddress, formatReplyToken, replyTokenPurpose } from '../kernel/security/reply-token.ts'
import { mailedTicketOf } from '../tickets/mail-queries.ts'
import { openReply, openVisitReply } from '../tickets/reply-address-queries.ts'
import { portalMailboxOf, staffReaderOf } from '../tickets/reply-queries.ts'

/** What the mails of visits and bookings need of the app's dependencies. */
export type VisitMailDeps = Pick<Deps, 'messages' | 'secrets' | 'replyAddress' | 'clock'>

/** How a customer answers a mail: `address` is undefined where no mail comes in. */
export type VisitAnswer = {
  address: string | undefined
  request: Pick<MailRequest, 'replyTo' | 'returnPath' | 'follow' | 'thread' | 'orderingKey' | 'headers'>
  /** The subject of the ticket's mails, without which mail programs do not show this one among them. */
  subject?: string
}

const answerByTicket = async (
  db: Db,
  deps: VisitMailDeps,
  at: TicketKeys,
  { email, name }: { email: string; name: string },
): Promise<VisitAnswer> => {
  const ticket = await mailedTicketOf(db, at)
  const isRaiser = ticket.raiser?.email?.toLowerCase() === email.toLowerCase()
  const reader = { email, isCustomer: true, webUserId: isRaiser ? ticket.raiser?.webUserId : undefined }
  const { address, returnPath, follow, thread, orderingKey } = await openReply(db, deps, at, ticket, reader)
  const topic = `#${ticket.number} ${ticket.title}`
  return {
    address,
    request: {
      ...(address && { replyTo: address }),
      ...{ returnPath, follow, orderingKey },
      thread: thread(name),
      headers: outlookThread(at, { topic, begun: ticket.createdOn, at: deps.clock() }),
    },
    subject: `Re: ${topic}`,
  }
}

/** What a visit (`v`, a planned activity) or a booking (`a`, an appointment) belongs to, and the address to which it is mailed. */
export type MailedVisit = {
  serviceCompanyId: number
  portalId: number
  contactId: number | null
  ticketId: number | null
  kind: 'v' | 'a'
  id: number
  sequence: number
  email: string
}

/**
 * How the customer of a visit or a booking answers its mails: into its ticket, among whose mails they stand; without one by an address of the
 * visit (specification/inbound-mail.md#visit-answers).
 */
export const openVisitAnswer = async (
  db: Db,
  deps: VisitMailDeps,
  { ticketId, sequence, ...visit }: MailedVisit,
): Promise<VisitAnswer> => {
  const { serviceCompanyId, portalId, contactId, kind, id, email } = visit
  if (contactId !== null && ticketId !== null) {
    const at = { serviceCompanyId, portalId, contactId, ticketId }
    return answerByTicket(db, deps, at, { email, name: `${kind}${id}-${sequence}` })
  }
  const { address, thread } = await openVisitReply(db, deps, visit)
  return { address, request: { ...(address && { replyTo: address }), thread: thread(sequence || undefined) } }
}

/** How an invitation to book is answered: into its ticket, else to the mailbox of the portal. */
export const openInvitationAnswer = async (
  db: Db,
  deps: VisitMailDeps,
  {
    ticketId,
    invitationId,
    ...place
  }: Pick<MailedVisit, 'serviceCompanyId' | 'portalId' | 'ticketId'> & { contactId: number; invitationId: number },
  email: string,
): Promise<VisitAnswer> => {
  const { serviceCompanyId, portalId, contactId } = place
  if (ticketId !== null) {
    const at = { serviceCompanyId, portalId, contactId, ticketId }
    return answerByTicket(db, deps, at, { email, name: `i${invitationId}` })
  }
  const address = await portalMailboxOf(db, { serviceCompanyId, portalId })
  return { address, request: address ? { replyTo: address } : {} }
}

/**
 * The address at which the technician of a visit or a booking answers into its ticket; undefined without a ticket, an account or a way in.
 */
export const openStaffAnswer = async (
  db: Db,
  { secrets, replyAddress }: VisitMailDeps,
  {
    serviceCompanyId,
    ticketId,
    staffUserId,
  }: { serviceCompanyId: number; ticketId: number | null; staffUserId: number | null },
): Promise<string | undefined> => {
  if (!replyAddress || ticketId === null || staffUserId === null) return undefined
  const reader = await staffReaderOf(db, { serviceCompanyId, staffUserId })
  if (!reader) return undefined
  const { readerId, version } = reader
  const token = { kind: 's', serviceCompanyId, ticketId, readerId } as const
  return formatReplyAddress(replyAddress, formatReplyToken(secrets.keyFor(replyTokenPurpose), token, version))
}
