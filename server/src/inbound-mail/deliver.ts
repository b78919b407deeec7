import type { Language } from '@portico/contract/language'
import { closedStatus } from '@portico/contract/tickets'
import { type MemberKeys, memberScope, type Scope } from '../kernel/access/scope.ts'
import { companyLanguageOf } from '../kernel/access/staff-language.ts'
import { accountScope } from '../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { searchWords } from '../kernel/database/search-words.ts'
import { escapeHtml } from '../kernel/html/escape-html.ts'
import { hasContent, htmlToText } from '../kernel/html/html.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import { raiseTicket, writeMessage } from '../tickets/conversation.ts'
import { ticketTypesOf } from '../tickets/list-queries.ts'
import { enqueueTicketMails } from '../tickets/mails.ts'
import { lockTicket, setTicketGroup } from '../tickets/queries.ts'
import { holdAnswer } from '../tickets/staff/held-answers.ts'
import { insertFiles as attachToTicket } from '../tickets/staff/messages.ts'
import { lockTicketOrFail } from '../tickets/staff/queries.ts'
import type { Writer } from './decide.ts'
import { attachToNote, insertCopyComment, insertMailNote } from './delivery-queries.ts'
import { copiesOf, copyListOf, type NamedCopies } from './mail-copies.ts'
import { insertFiles, type StoredFiles } from './mail-files.ts'
import { messageOf, titleOf } from './mail-text.ts'
import type { ReceivedMail } from './reading/message.ts'
import { countReopenings, languageOf, raiserLanguageOf } from './sender-queries.ts'
import { type InboundTexts, inboundTexts } from './texts.ts'

/** A mail with its files in the storage, and whom it has in copy; without `named` it adds nobody. */
export type DeliveredMail = { mail: ReceivedMail; files: StoredFiles; named?: NamedCopies }

/** What became of a mail: where it is, or why it is not there. */
export type Delivery =
  | { ticketId: number; commentId?: number; noteId?: number }
  | { refused: 'empty' | 'may_not_raise' | 'no_ticket_type' }

const HOUR = 3_600_000
/** A ticket that was reopened so often within an hour stays closed: a program may be answering that does not say so. */
const REOPENINGS_AN_HOUR = 3

const withNotice = (message: string, names: readonly string[], format: (names: string) => string) =>
  names.length > 0 ? `${message}<p>${escapeHtml(format(names.join(', ')))}</p>` : message

const mayReopen = async (db: Db, place: TicketKeys, now: Date) =>
  (await countReopenings(db, place, new Date(now.getTime() - HOUR))) < REOPENINGS_AN_HOUR

const fromMember = async (
  db: Db,
  scope: Scope,
  place: TicketKeys,
  { mail, files, named }: DeliveredMail,
  now: Date,
): Promise<Delivery> => {
  const ticket = scope.flags.manageTickets ? await lockTicket(db, scope, place.ticketId) : undefined
  if (!ticket) return { refused: 'may_not_raise' }
  const owner = { purpose: 'comment', webUserId: scope.webUserId, now } as const
  const fileIds = await insertFiles(db, place, files.stored, owner)
  const texts = inboundTexts[await languageOf(db, scope.serviceCompanyId, scope.webUserId)]
  const text = { plainText: scope.plainText, fileIds, leftOut: files.leftOut, texts }
  const written = messageOf(mail, text)
  if (!hasContent(written) && fileIds.size === 0) return { refused: 'empty' }
  const { leftOut, ...copies } = await copyListOf(db, scope, { before: await copiesOf(db, place), named, now })
  const message = withNotice(written, leftOut, texts.notInCopy)
  const reopens = ticket.taskStatus !== closedStatus || (await mayReopen(db, place, now))
  const comment = { message, attachments: [...fileIds.values()], ...copies, sentTo: named?.sentTo ?? [], reopens, now }
  return { ticketId: ticket.id, commentId: await writeMessage(db, scope, ticket, comment) }
}

const fromStaff = async (
  db: Db,
  emailKey: string,
  place: TicketKeys,
  { mail, files }: DeliveredMail,
  now: Date,
): Promise<Delivery> => {
  const scope = await accountScope(db, { serviceCompanyId: place.serviceCompanyId, emailKey })
  if (!scope) return { refused: 'may_not_raise' }
  const ticket = await lockTicketOrFail(db, scope, place.ticketId)
  const owner = { purpose: 'comment', staffAccountId: scope.staffAccountId, now } as const
  const fileIds = await insertFiles(db, place, files.stored, owner)
  const texts = inboundTexts[await raiserLanguageOf(db, place)]
  const text = { plainText: false, fileIds, leftOut: files.leftOut, texts }
  const message = messageOf(mail, text)
  if (!hasContent(message) && fileIds.size === 0) return { refused: 'empty' }
  // Sent even if the customer has written meanwhile: nobody looks into the staff room for an answer that waits there.
  const answer = { message, ccList: null, fileIds: [...fileIds.values()], closes: false, seen: null, sendAnyway: true }
  return { ticketId: place.ticketId, commentId: await holdAnswer(db, scope, ticket, answer, now) }
}

/** Writes what somebody in copy has answered: a message of nobody who has an account. It never reopens the ticket by itself. */
const fromCopy = async (
  db: Db,
  address: string,
  place: TicketKeys,
  { mail, files }: DeliveredMail,
  now: Date,
): Promise<Delivery> => {
  const fileIds = await insertFiles(db, place, files.stored, { purpose: 'comment', now })
  const texts = inboundTexts[await raiserLanguageOf(db, place)]
  const text = { plainText: false, fileIds, leftOut: files.leftOut, texts }
  const message = messageOf(mail, text)
  if (!hasContent(message) && fileIds.size === 0) return { refused: 'empty' }
  const name = toOneLine(mail.from?.name ?? '').slice(0, 200) || null
  const words = searchWords(place.contactId, htmlToText(message))
  const commentId = await insertCopyComment(db, place, { message, words, address, name, now })
  await attachToTicket(db, place, commentId, [...fileIds.values()])
  await enqueueTicketMails(db, { at: place, commentId })
  return { ticketId: place.ticketId, commentId }
}

/** Writes a mail of a ticket's reader into the ticket, as the portal or the staff room would. */
export const deliverMessage = async (
  db: Db,
  { place, writer }: { place: TicketKeys; writer: Writer },
  delivered: DeliveredMail,
  now: Date,
): Promise<Delivery> => {
  if (writer.kind === 'staff') return fromStaff(db, writer.emailKey, place, delivered, now)
  if (writer.kind === 'copy') return fromCopy(db, writer.address, place, delivered, now)
  const { serviceCompanyId, contactId } = place
  const scope = await memberScope(db, { serviceCompanyId, contactId, webUserId: writer.webUserId })
  return scope ? fromMember(db, scope, place, delivered, now) : { refused: 'may_not_raise' }
}

/** Writes a mail beside a ticket for the staff alone, in the language of the company. */
export const deliverNote = async (
  db: Db,
  place: TicketKeys,
  heading: (texts: InboundTexts) => string,
  { mail, files }: Pick<DeliveredMail, 'files'> & { mail: ReceivedMail | undefined },
  now: Date,
): Promise<Delivery> => {
  const fileIds = await insertFiles(db, place, files.stored, { purpose: 'note', now })
  const texts = inboundTexts[await companyLanguageOf(db, place.serviceCompanyId)]
  const text = { plainText: false, fileIds, leftOut: files.leftOut, texts }
  const message = `<p><strong>${escapeHtml(heading(texts))}</strong></p>${mail ? messageOf(mail, text) : ''}`
  const words = searchWords(place.contactId, htmlToText(message))
  const noteId = await insertMailNote(db, place, { message, words, now })
  await attachToNote(db, place, noteId, [...fileIds.values()])
  return { ticketId: place.ticketId, noteId }
}

/** Raises a ticket of a customer from a mail. `language` is that of the customer. */
export const deliverTicket = async (
  db: Db,
  writer: MemberKeys & { portalId: number },
  { mail, files, named }: DeliveredMail,
  options: { language: Language; acknowledges: boolean; staffGroupId: number | null; now: Date },
): Promise<Delivery> => {
  const { language, acknowledges, staffGroupId, now } = options
  const [scope, types] = await Promise.all([memberScope(db, writer), ticketTypesOf(db, writer)])
  if (!scope?.flags.manageTickets) return { refused: 'may_not_raise' }
  const type = types.find(({ isDefault }) => isDefault) ?? types[0]
  if (!type) return { refused: 'no_ticket_type' }
  const owner = { purpose: 'ticket', webUserId: scope.webUserId, now } as const
  const fileIds = await insertFiles(db, scope, files.stored, owner)
  const texts = inboundTexts[language]
  const text = { plainText: scope.plainText, fileIds, leftOut: files.leftOut, texts }
  const title = titleOf(mail, texts.noSubject)
  const message = messageOf(mail, text)
  // A mail may say all in its subject.
  const { leftOut, ...copies } = await copyListOf(db, scope, { before: [], named, now })
  const written = hasContent(message) ? message : `<p>${escapeHtml(title)}</p>`
  const description = withNotice(written, leftOut, texts.notInCopy)
  const raised = { title, description, taskTypeId: type.id, wikiElementId: null, ...copies, acknowledges, now }
  const ticketId = await raiseTicket(db, scope, { ...raised, attachments: [...fileIds.values()] })
  if (staffGroupId !== null) await setTicketGroup(db, scope, ticketId, staffGroupId)
  return { ticketId }
}
