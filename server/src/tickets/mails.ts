import { createHash } from 'node:crypto'
import type { Language } from '@portico/contract/language'
import type { NotificationKind } from '@portico/contract/notifications'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { hasContent } from '../kernel/html/html.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { MailPart } from '../kernel/messages/mail-frame.ts'
import type { MailRequest, Messages } from '../kernel/messages/messages.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import { stopKeyOf } from '../notifications/queries.ts'
import {
  type MailedComment,
  type MailedFile,
  type MailedTicket,
  mailedCommentOf,
  mailedFilesOf,
  mailedTicketOf,
  type TicketPlace,
} from './mail-queries.ts'
import { type TicketMailTexts, ticketMailTexts } from './mail-texts.ts'
import { readAddresses } from './rules.ts'
import { answerByMail, customerFacts, customerOf, earlierParts, staffTicketUrl } from './staff-mail.ts'

type MailDeps = { secrets: Secrets; messages: Messages; staffTicketUrl: string | undefined }

/** Bytes of attachments in a mail: mail servers accept some 25 MB, and base64 adds a third. */
const ATTACHED_MAX = 10 * 1024 * 1024

/** A recipient. One without `stops` is a mailbox of the service company: its mails have no unsubscribe link. */
type Reader = {
  name: string
  email: string
  language: Language
  stops?: { kind: NotificationKind; webUserId?: number }
}

type Told = { title: (texts: TicketMailTexts) => string; body: string; after?: (texts: TicketMailTexts) => string }

type Occasion = { at: TicketPlace; ticket: MailedTicket; comment: MailedComment | undefined; files: MailedFile[] }

const staffLanguage: Language = 'it-IT'

/**
 * The mailbox where the service company works on a ticket: that of the assigned person, else of the group, else of the portal. With
 * `group`, the group comes first.
 */
const deskOf = ({ assigned, group, supportEmail, company }: MailedTicket, { group: first = false } = {}) => {
  const named = (first ? [group, assigned] : [assigned, group]).find(one => one?.email)
  const email = named?.email ?? supportEmail
  return email === null ? undefined : { name: named?.name ?? company, email, language: staffLanguage }
}

const raiserOf = ({ raiser }: MailedTicket, kind: NotificationKind): Reader | undefined =>
  raiser?.email
    ? {
        name: raiser.name,
        email: raiser.email,
        language: raiser.language ?? 'it-IT',
        stops: { kind, webUserId: raiser.webUserId },
      }
    : undefined

const copiesOf = ({ raiser }: MailedTicket, ccList: string | null): Reader[] =>
  readAddresses(ccList).addresses.map(email => ({
    name: '',
    email,
    language: raiser?.language ?? 'it-IT',
    stops: { kind: 'ticketCopy' },
  }))

/** Makes thread names differ by recipient: each recipient gets a mail of their own, with a message id of its own. */
const tagOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 12)

const threadOf = ({ at, comment }: Occasion, email: string) => {
  const root = `ticket-${at.ticketId}.${tagOf(email)}`
  return comment ? { name: `${root}.${comment.id}`, under: [root] } : { name: root }
}

const stopOf = async (db: Db, { secrets }: MailDeps, { at, ticket }: Occasion, { email, language, stops }: Reader) => {
  if (!stops) return undefined
  const { serviceCompanyId } = at
  const reader =
    stops.webUserId === undefined
      ? { serviceCompanyId, address: email.toLowerCase() }
      : { serviceCompanyId, webUserId: stops.webUserId }
  const key = await stopKeyOf(db, secrets, reader, stops.kind)
  if (!key) return 'stopped'
  const texts = ticketMailTexts[language]
  return {
    why: texts.why[stops.kind],
    label: texts.stop,
    page: `/${ticket.company}/notifications/${key}`,
    post: `/api/notifications/${key}/stop`,
  }
}

/** Separates the files that fit into a mail from those that would make it too large. */
const parted = (files: MailedFile[]) => {
  let left = ATTACHED_MAX
  const attached = files.filter(({ size }) => {
    const fits = size <= left
    if (fits) left -= size
    return fits
  })
  return { attached, tooLarge: files.filter(file => !attached.includes(file)) }
}

const namesOf = (files: MailedFile[], separator: string) => files.map(({ name }) => name).join(separator)

const partsOf = async (
  db: Db,
  { staffTicketUrl: template }: MailDeps,
  occasion: Occasion,
  { body, after }: Told,
  reader: Reader,
): Promise<MailPart[]> => {
  const { at, ticket, comment, files } = occasion
  const { language } = reader
  const texts = ticketMailTexts[language]
  const isStaff = reader.stops === undefined
  const customer = customerOf(ticket, comment)
  const { tooLarge } = parted(files)
  const facts: [string, string][] = [
    [`#${ticket.number}`, ticket.title],
    [texts.company, ticket.companyName],
    ...(isStaff ? customerFacts(texts, customer, ticket) : []),
    ...(ticket.typeName ? [[texts.type, ticket.typeName] as [string, string]] : []),
    ...(comment?.ccList ? [[texts.inCopy, comment.ccList] as [string, string]] : []),
    ...(files.length > 0 ? [[texts.files, namesOf(files, '\n')] as [string, string]] : []),
  ]
  const mayOpen = reader.stops?.webUserId !== undefined
  const url = isStaff ? staffTicketUrl(template, ticket) : undefined
  const filesTooLarge = isStaff ? texts.filesTooLargeForStaff : texts.filesTooLarge
  return [
    { facts },
    ...(hasContent(body) ? [{ quote: body }] : []),
    ...(after ? [{ text: after(texts) }] : []),
    ...(mayOpen ? [{ button: texts.open, path: `/${ticket.company}/${at.contactId}/tickets/${at.ticketId}` }] : []),
    ...(url ? [{ button: texts.open, url }] : []),
    ...(tooLarge.length > 0 ? [{ note: filesTooLarge(namesOf(tooLarge, ', ')) }] : []),
    ...(isStaff ? [answerByMail(texts, customer)] : []),
    ...(isStaff && comment ? await earlierParts(db, at, { ticket, commentId: comment.id, language }) : []),
  ]
}

const tell = async (db: Db, deps: MailDeps, occasion: Occasion, reader: Reader, told: Told): Promise<void> => {
  const { at, ticket, comment, files } = occasion
  const stop = await stopOf(db, deps, occasion, reader)
  if (stop === 'stopped') return
  const request: MailRequest = {
    serviceCompanyId: at.serviceCompanyId,
    portalId: at.portalId,
    to: [{ name: reader.name, address: reader.email }],
    language: reader.language,
    subject: `${comment ? 'Re: ' : ''}#${ticket.number} ${ticket.title}`,
    content: {
      title: told.title(ticketMailTexts[reader.language]),
      parts: await partsOf(db, deps, occasion, told, reader),
    },
    // Otherwise a reply by the staff would go to the mailbox that received this mail.
    ...(reader.stops === undefined && { replyTo: customerOf(ticket, comment)?.email ?? null }),
    thread: threadOf(occasion, reader.email),
    attachments: parted(files).attached,
    ...(stop && { stop }),
  }
  await deps.messages.mail(db, request)
}

/** Mails a new ticket to its type's group, else to the assigned person, else to the portal's support address; and to its raiser. */
const mailNewTicket = async (db: Db, deps: MailDeps, at: TicketPlace, ticket: MailedTicket): Promise<void> => {
  const occasion = { at, ticket, comment: undefined, files: await mailedFilesOf(db, at, null) }
  const body = ticket.description
  const desk = deskOf(ticket, { group: true })
  const name = (texts: TicketMailTexts) => ticket.raiserName ?? texts.somebody
  if (desk)
    await tell(db, deps, occasion, desk, { title: texts => texts.raised(name(texts), ticket.companyName), body })
  const raiser = raiserOf(ticket, 'ticketCreated')
  if (raiser) await tell(db, deps, occasion, raiser, { title: texts => texts.received, body })
}

/** The recipients of the mails about a message, each once, never its writer. */
const audienceOf = (ticket: MailedTicket, comment: MailedComment): { main: Reader[]; copies: Reader[] } => {
  const byStaff = comment.senderId === null
  const desk = deskOf(ticket)
  const chosen = comment.recipient ? readAddresses(comment.recipient).addresses : []
  const desks: Reader[] = chosen.length > 0 ? chosen.map(email => ({ name: '', email, language: staffLanguage })) : []
  if (desks.length === 0 && desk) desks.push(desk)
  // The service company is not mailed about its own messages, except the assigned person when a colleague closes the ticket.
  const isTold = comment.event === 'closed' && ticket.assigned?.email && ticket.assigned.id !== comment.staffId
  const toDesk = byStaff && !isTold ? [] : desks
  const isRaiser = comment.senderId !== null && comment.senderId === ticket.raiser?.webUserId
  const raiser = raiserOf(ticket, comment.event === 'closed' ? 'ticketClosed' : 'ticketReply')
  const toRaiser = raiser && !isRaiser && (byStaff || comment.event === 'closed') ? [raiser] : []
  const main = [...toRaiser, ...toDesk]
  const taken = new Set([...main.map(({ email }) => email.toLowerCase()), comment.senderEmail?.toLowerCase()])
  return { main, copies: copiesOf(ticket, comment.ccList).filter(({ email }) => !taken.has(email)) }
}

/**
 * Mails a customer's message to the service company, one of the staff to the raiser, and either to everybody in copy. The raiser is also
 * mailed when a colleague closes the ticket (decision 17, Recipients of ticket mails). `reopened`: the message reopened the ticket.
 */
const mailComment = async (
  db: Db,
  deps: MailDeps,
  at: TicketPlace,
  { ticket, commentId, reopened }: { ticket: MailedTicket; commentId: number; reopened: boolean },
): Promise<void> => {
  const comment = await mailedCommentOf(db, at, commentId)
  if (comment.event === 'reopened') return
  const occasion = { at, ticket, comment, files: await mailedFilesOf(db, at, commentId) }
  const { main, copies } = audienceOf(ticket, comment)
  const body = comment.message
  const writer = (texts: TicketMailTexts) =>
    comment.senderName ?? comment.staffName ?? (comment.senderId ? texts.somebody : texts.team)
  for (const reader of main) {
    const mine = reader.stops !== undefined
    const title = (texts: TicketMailTexts) => {
      if (comment.event === 'closed')
        return comment.senderName || comment.staffName ? texts.closedBy(writer(texts)) : texts.closed
      if (reopened) return texts.reopened(writer(texts))
      return mine ? texts.repliedYou(writer(texts)) : texts.replied(writer(texts))
    }
    const after = comment.event === 'closed' && mine ? (texts: TicketMailTexts) => texts.reopens : undefined
    await tell(db, deps, occasion, reader, { title, body, ...(after && { after }) })
  }
  for (const reader of copies)
    await tell(db, deps, occasion, reader, { title: texts => texts.copied(writer(texts)), body })
}

const TICKET_MAIL = 'ticket-mail'

type Asked = { at: TicketPlace; commentId?: number; reopened?: boolean }

/** Enqueues the mails about a new ticket, or about one of its messages, in the transaction that writes it. */
export const askForTicketMails = (db: Db, { at, ...asked }: Asked): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = at
  const payload = JSON.stringify({ at: { serviceCompanyId, portalId, contactId, ticketId }, ...asked })
  return enqueue(db, { kind: TICKET_MAIL, serviceCompanyId, payload })
}

/** Writes the mails in a job, so that no request waits for them. */
export const ticketMailJob = (deps: Deps): JobKind => ({
  kind: TICKET_MAIL,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const { at, commentId, reopened = false } = JSON.parse(payload) as Asked
    await tx(deps.database, async db => {
      const ticket = await mailedTicketOf(db, at)
      if (commentId === undefined) await mailNewTicket(db, deps, at, ticket)
      else await mailComment(db, deps, at, { ticket, commentId, reopened })
    })
  },
})
