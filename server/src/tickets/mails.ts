import type { Language } from '@portico/contract/language'
import { closedStatus } from '@portico/contract/tickets'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { hasContent } from '../kernel/html/html.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { MailPart, MailPicture } from '../kernel/messages/mail-frame.ts'
import type { MailAttachment, MailRequest, Messages } from '../kernel/messages/messages.ts'
import { outlookThread } from '../kernel/messages/outlook-thread.ts'
import type { ReplyAddress } from '../kernel/security/reply-token.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { ensureUnsubscribeKey } from '../notifications/queries.ts'
import {
  type MailedComment,
  type MailedFile,
  type MailedTicket,
  mailedCommentOf,
  mailedFilesOf,
  mailedTicketOf,
} from './mail-queries.ts'
import { openReply, type TicketReply } from './reply-address-queries.ts'
import { readAddresses } from './rules.ts'
import {
  composeEarlierMessages,
  explainMailReply,
  findCustomer,
  listCustomerFacts,
  staffTicketUrl,
} from './staff-mail.ts'
import { type TicketMailKind, type TicketMailTexts, ticketMailTexts } from './texts.ts'

type MailDeps = {
  secrets: Secrets
  messages: Messages
  staffTicketUrl: string | undefined
  replyAddress: ReplyAddress | undefined
  clock: Clock
}

/** Bytes of attachments in a mail: mail servers accept some 25 MB, and base64 adds a third. */
const ATTACHMENTS_MAX = 10 * 1024 * 1024

/** A recipient. One without `unsubscribe` is a mailbox of the service company: its mails have no unsubscribe link. */
type MailRecipient = {
  name: string
  email: string
  language: Language
  unsubscribe?: { kind: TicketMailKind; webUserId?: number }
}

type MailWords = {
  title: (texts: TicketMailTexts) => string
  body: string
  /** `byMail`: whether the reader may answer by mail. */
  textAfter?: (texts: TicketMailTexts, byMail: boolean) => string
  /** Names a mail that is about no message and is not the first of its thread. */
  name?: string
}

type MailContext = { at: TicketKeys; ticket: MailedTicket; comment: MailedComment | undefined; files: MailedFile[] }

/**
 * The mailbox where the service company works on a ticket: that of the assigned person, else of the group, else of the portal. With
 * `group`, the group comes first.
 */
const chooseStaffMailbox = (
  { assigned, group, supportEmail, portalKey, companyLanguage }: MailedTicket,
  { group: groupFirst = false } = {},
) => {
  const owner = (groupFirst ? [group, assigned] : [assigned, group]).find(one => one?.email)
  const email = owner?.email ?? supportEmail
  const language = owner && owner === assigned ? assigned.language : companyLanguage
  return email === null ? undefined : { name: owner?.name ?? portalKey, email, language }
}

const toRaiserRecipient = ({ raiser }: MailedTicket, kind: TicketMailKind): MailRecipient | undefined =>
  raiser?.email
    ? {
        name: raiser.name,
        email: raiser.email,
        language: raiser.language ?? 'it-IT',
        unsubscribe: { kind, webUserId: raiser.webUserId },
      }
    : undefined

const toCopyRecipients = ({ raiser }: MailedTicket, ccList: string | null): MailRecipient[] =>
  readAddresses(ccList).addresses.map(email => ({
    name: '',
    email,
    language: raiser?.language ?? 'it-IT',
    unsubscribe: { kind: 'ticketCopy' },
  }))

const findUnsubscribeLink = async (
  db: Db,
  { secrets }: MailDeps,
  { at, ticket }: MailContext,
  { email, language, unsubscribe }: MailRecipient,
) => {
  if (!unsubscribe) return undefined
  const { serviceCompanyId } = at
  const subscriber =
    unsubscribe.webUserId === undefined
      ? { serviceCompanyId, address: email.toLowerCase() }
      : { serviceCompanyId, webUserId: unsubscribe.webUserId }
  const key = await ensureUnsubscribeKey(db, secrets, subscriber, unsubscribe.kind)
  if (!key) return 'stopped'
  const texts = ticketMailTexts[language]
  return {
    why: texts.why[unsubscribe.kind],
    label: texts.stop,
    page: `/${ticket.portalKey}/notifications/${key}`,
    post: `/api/notifications/${key}/stop`,
  }
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** What becomes of the files of a message: pictures of its text and attachments, as far as they fit into a mail. */
type MailedFiles = {
  pictures: Map<number, { file: MailedFile; cid: string | undefined }>
  attachments: MailAttachment[]
  /** Those that the mail lists, because the text does not show them. */
  listed: MailedFile[]
  tooLarge: MailedFile[]
}

const divideFiles = (files: MailedFile[], body: string): MailedFiles => {
  const shown = new Set([...body.matchAll(/<img src="attachment:(\d+)"/g)].map(([, id]) => Number(id)))
  const isPicture = ({ id, mediaType }: MailedFile) => shown.has(id) && PICTURE_TYPES.includes(mediaType)
  let remaining = ATTACHMENTS_MAX
  const fitting = files.filter(({ size }) => {
    const fits = size <= remaining
    if (fits) remaining -= size
    return fits
  })
  const cidOf = (file: MailedFile) =>
    isPicture(file) && fitting.includes(file) ? `picture-${file.id}@portico` : undefined
  return {
    pictures: new Map(files.filter(isPicture).map(file => [file.id, { file, cid: cidOf(file) }])),
    attachments: fitting.map(file => {
      const { name, mediaType, storageKey } = file
      const cid = cidOf(file)
      return { name, mediaType, storageKey, ...(cid !== undefined && { cid }) }
    }),
    listed: files.filter(file => !isPicture(file)),
    tooLarge: files.filter(file => !fitting.includes(file)),
  }
}

const joinNames = (files: MailedFile[], separator: string) => files.map(({ name }) => name).join(separator)

const composeParts = async (
  db: Db,
  { staffTicketUrl: template }: MailDeps,
  context: MailContext,
  { body, textAfter }: MailWords,
  recipient: MailRecipient,
  { reply, files }: { reply: TicketReply; files: MailedFiles },
): Promise<MailPart[]> => {
  const { at, ticket, comment } = context
  const { language } = recipient
  const texts = ticketMailTexts[language]
  const isStaff = recipient.unsubscribe === undefined
  const byMail = reply.address !== undefined
  const closingKey = ticket.taskStatus === closedStatus ? undefined : reply.closingKey
  const customer = findCustomer(ticket, comment)
  const { listed, tooLarge } = files
  const ccList = comment ? comment.ccList : ticket.ccList
  const facts: [string, string][] = [
    [`#${ticket.number}`, ticket.title],
    [texts.company, ticket.companyName],
    ...(isStaff ? listCustomerFacts(texts, customer, ticket) : []),
    ...(ticket.typeName ? [[texts.type, ticket.typeName] as [string, string]] : []),
    ...(ccList ? [[texts.inCopy, ccList] as [string, string]] : []),
    ...(listed.length > 0 ? [[texts.files, joinNames(listed, '\n')] as [string, string]] : []),
  ]
  const mayOpen = recipient.unsubscribe?.webUserId !== undefined
  const staffPage = `/staff/tickets/${at.ticketId}`
  const customerPage = `/${ticket.portalKey}/${at.contactId}/tickets/${at.ticketId}`
  const url = staffTicketUrl(template, ticket)
  const page = isStaff ? staffPage : mayOpen ? customerPage : undefined
  const pictures = new Map<number, MailPicture>()
  for (const [id, { file, cid }] of files.pictures)
    pictures.set(id, cid === undefined ? { name: file.name, path: page } : { name: file.name, cid })
  const filesTooLarge = isStaff ? texts.filesTooLargeForStaff : texts.filesTooLarge
  return [
    { facts },
    ...(hasContent(body) ? [{ message: body, pictures }] : []),
    ...(textAfter ? [{ text: textAfter(texts, byMail) }] : []),
    ...(isStaff && url ? [{ button: texts.open, url }] : page ? [{ button: texts.open, path: page }] : []),
    ...(closingKey
      ? [{ before: texts.solved, link: texts.close, path: `/${ticket.portalKey}/notifications/${closingKey}` }]
      : []),
    ...(tooLarge.length > 0 ? [{ note: filesTooLarge(joinNames(tooLarge, ', '), tooLarge.length) }] : []),
    ...(isStaff ? [explainMailReply(texts, customer, byMail)] : []),
    ...(isStaff && comment ? await composeEarlierMessages(db, at, { ticket, commentId: comment.id, language }) : []),
  ]
}

/** Where an answer goes. Without a way into the ticket the staff answer the customer: else a reply would go to the mailbox that has the mail. */
const replyTo = ({ ticket, comment }: MailContext, recipient: MailRecipient, reply: TicketReply) => {
  if (reply.address !== undefined) return { replyTo: reply.address }
  return recipient.unsubscribe === undefined ? { replyTo: findCustomer(ticket, comment)?.email ?? null } : {}
}

const sendTicketMail = async (
  db: Db,
  deps: MailDeps,
  context: MailContext,
  recipient: MailRecipient,
  words: MailWords,
): Promise<void> => {
  const { at, ticket, comment, files } = context
  const isCustomer = recipient.unsubscribe !== undefined
  const reader = { email: recipient.email, isCustomer, webUserId: recipient.unsubscribe?.webUserId }
  const [unsubscribe, reply] = await Promise.all([
    findUnsubscribeLink(db, deps, context, recipient),
    openReply(db, deps, at, ticket, reader),
  ])
  if (unsubscribe === 'stopped' || reply.isBounced) return
  const divided = divideFiles(files, words.body)
  const texts = ticketMailTexts[recipient.language]
  const topic = `#${ticket.number} ${ticket.title}`
  const request: MailRequest = {
    serviceCompanyId: at.serviceCompanyId,
    portalId: at.portalId,
    to: [{ name: recipient.name, address: recipient.email }],
    language: recipient.language,
    subject: `${comment || words.name ? 'Re: ' : ''}${topic}`,
    content: {
      title: words.title(texts),
      parts: await composeParts(db, deps, context, words, recipient, { reply, files: divided }),
    },
    ...replyTo(context, recipient, reply),
    returnPath: reply.returnPath,
    follow: reply.follow,
    ...(reply.address !== undefined && { replyAbove: texts.replyAbove }),
    thread: reply.thread(words.name ?? comment?.id),
    orderingKey: reply.orderingKey,
    headers: outlookThread(at, { topic, begun: ticket.createdOn, at: comment?.creationDate }),
    attachments: divided.attachments,
    ...(unsubscribe && { unsubscribe }),
  }
  await deps.messages.mail(db, request)
}

/** Mails a new ticket to its type's group, else to the assigned person, else to the portal's support address; and to its raiser. */
const mailNewTicket = async (
  db: Db,
  deps: MailDeps,
  about: Omit<MailContext, 'comment'>,
  acknowledges: boolean,
): Promise<void> => {
  const { ticket } = about
  const context = { ...about, comment: undefined }
  const body = ticket.description
  const staffMailbox = chooseStaffMailbox(ticket, { group: true })
  const formatRaiser = (texts: TicketMailTexts) => ticket.raiserName ?? texts.somebody
  if (staffMailbox)
    await sendTicketMail(db, deps, context, staffMailbox, {
      title: texts => texts.raised(formatRaiser(texts), ticket.companyName),
      body,
    })
  const raiser = acknowledges ? toRaiserRecipient(ticket, 'ticketCreated') : undefined
  if (raiser) await sendTicketMail(db, deps, context, raiser, { title: texts => texts.received, body })
}

/** The recipients of the mails about a message, each once, never its writer. */
const chooseRecipients = (
  ticket: MailedTicket,
  comment: MailedComment,
): { main: MailRecipient[]; copies: MailRecipient[] } => {
  const byStaff = comment.senderId === null && comment.copyName === null
  const staffMailbox = chooseStaffMailbox(ticket)
  const chosenAddresses = comment.recipient ? readAddresses(comment.recipient).addresses : []
  const staffMailboxes: MailRecipient[] =
    chosenAddresses.length > 0
      ? chosenAddresses.map(email => ({ name: '', email, language: ticket.companyLanguage }))
      : []
  if (staffMailboxes.length === 0 && staffMailbox) staffMailboxes.push(staffMailbox)
  // The service company is not mailed about its own messages, except the assigned person when a colleague closes the ticket.
  const mailsAssignee = comment.event === 'closed' && ticket.assigned?.email && ticket.assigned.id !== comment.staffId
  const staffRecipients = byStaff && !mailsAssignee ? [] : staffMailboxes
  const isRaiser = comment.senderId !== null && comment.senderId === ticket.raiser?.webUserId
  const raiser = toRaiserRecipient(ticket, comment.event === 'closed' ? 'ticketClosed' : 'ticketReply')
  const isTold = byStaff || comment.event === 'closed' || comment.copyName !== null
  const raiserRecipients = raiser && !isRaiser && isTold ? [raiser] : []
  const main = [...raiserRecipients, ...staffRecipients]
  const mainAddresses = new Set([...main.map(({ email }) => email.toLowerCase()), comment.senderEmail?.toLowerCase()])
  return { main, copies: toCopyRecipients(ticket, comment.ccList).filter(({ email }) => !mainAddresses.has(email)) }
}

/**
 * Mails a customer's message to the service company, one of the staff to the raiser, and either to everybody in copy. The raiser is also
 * mailed when a colleague closes the ticket (specification/notifications-and-mail.md#mail-closed-by-customer). `reopened`: the message
 * reopened the ticket.
 */
const mailComment = async (
  db: Db,
  deps: MailDeps,
  about: Omit<MailContext, 'comment'>,
  { commentId, reopened, sentTo }: { commentId: number; reopened: boolean; sentTo: readonly string[] },
): Promise<void> => {
  const { at, ticket } = about
  const comment = await mailedCommentOf(db, at, commentId)
  if (comment.event === 'reopened') return
  const context = { ...about, comment }
  const { main, copies } = chooseRecipients(ticket, comment)
  const body = comment.message
  const formatWriter = (texts: TicketMailTexts) =>
    comment.senderName ?? comment.staffName ?? comment.copyName ?? (comment.senderId ? texts.somebody : texts.team)
  for (const recipient of main) {
    const isCustomer = recipient.unsubscribe !== undefined
    const title = (texts: TicketMailTexts) => {
      if (comment.event === 'closed')
        return comment.senderName || comment.staffName ? texts.closedBy(formatWriter(texts)) : texts.closed
      if (reopened) return texts.reopened(formatWriter(texts))
      return isCustomer ? texts.repliedYou(formatWriter(texts)) : texts.replied(formatWriter(texts))
    }
    const textAfter =
      comment.event === 'closed' && isCustomer
        ? (texts: TicketMailTexts, byMail: boolean) => (byMail ? texts.reopensByMail : texts.reopens)
        : undefined
    await sendTicketMail(db, deps, context, recipient, { title, body, ...(textAfter && { textAfter }) })
  }
  for (const recipient of copies.filter(({ email }) => !sentTo.includes(email)))
    await sendTicketMail(db, deps, context, recipient, { title: texts => texts.copied(formatWriter(texts)), body })
}

/**
 * Mails a ticket to the person whom a colleague or a program has assigned it to, if it is still theirs. Of a program's assignments only those
 * are mailed who work in the staff room: the others work in the program that the data come from.
 */
const mailAssigned = async (db: Db, deps: MailDeps, about: Omit<MailContext, 'comment'>, by: Assignment) => {
  const { ticket } = about
  const { assigned } = ticket
  if (!assigned?.email || assigned.id !== by.assigneeId) return
  if (by.name === null && assigned.accountId === null) return
  const { name, email } = assigned
  await sendTicketMail(
    db,
    deps,
    { ...about, comment: undefined },
    { name, email, language: assigned.language },
    {
      title: texts => (by.name === null ? texts.assignedByProgram : texts.assigned(by.name)),
      body: ticket.description,
      name: `assigned-${by.changeId}`,
    },
  )
}

const TICKET_MAIL = 'ticket-mail'

/** A ticket was assigned to somebody, by a colleague of this name; null: by a program. `changeId` names the change. */
type Assignment = { assigneeId: number; name: string | null; changeId: string }

/** `sentTo`: who has what was written already, because it came by mail. `acknowledges`: its raiser gets a copy of a new ticket, the default. */
type TicketMailRequest = {
  at: TicketKeys
  commentId?: number
  reopened?: boolean
  sentTo?: readonly string[]
  acknowledges?: boolean
  assigned?: Assignment
}

/** Enqueues the mails about a new ticket, one of its messages or its assignment, in the transaction that writes it. */
export const enqueueTicketMails = (db: Db, { at, ...request }: TicketMailRequest): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = at
  const payload = JSON.stringify({ at: { serviceCompanyId, portalId, contactId, ticketId }, ...request })
  return enqueue(db, { kind: TICKET_MAIL, serviceCompanyId, payload, orderingKey: String(ticketId) })
}

/** Writes the mails in a job, so that no request waits for them. */
export const ticketMailJob = (deps: Deps): JobKind => ({
  kind: TICKET_MAIL,
  atOnce: 2,
  yields: true,
  delays: [5, 30, 120, 600],
  run: async ({ payload, finish }) => {
    const {
      at,
      commentId,
      reopened = false,
      sentTo = [],
      acknowledges = true,
      assigned,
    } = JSON.parse(payload) as TicketMailRequest
    await tx(deps.database, async db => {
      const [ticket, files] = await Promise.all([
        mailedTicketOf(db, at),
        mailedFilesOf(db, at, commentId ?? null),
        finish(db),
      ])
      if (assigned) await mailAssigned(db, deps, { at, ticket, files }, assigned)
      else if (commentId === undefined) await mailNewTicket(db, deps, { at, ticket, files }, acknowledges)
      else await mailComment(db, deps, { at, ticket, files }, { commentId, reopened, sentTo })
    })
  },
})
