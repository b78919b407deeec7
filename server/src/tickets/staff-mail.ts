import type { Language } from '@portico/contract/language'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { hasContent } from '../kernel/html/html.ts'
import type { MailPart } from '../kernel/messages/mail-frame.ts'
import { dateLocales } from '../kernel/time/locales.ts'
import { type MailedComment, type MailedTicket, messagesBefore } from './mail-queries.ts'
import { type TicketMailTexts, ticketMailTexts } from './texts.ts'

/** How many earlier messages a mail to the staff quotes, and how many characters of them in all. */
const EARLIER_MESSAGES_MAX = 10
const EARLIER_CHARACTERS_MAX = 40_000

/** The person whom the staff answer: the writer of the message, else the raiser of the ticket. */
export type Customer = { name: string; email: string | null; phone: string | null }

/** The customer whom a mail to the staff is about; undefined if that person may no longer see the ticket. */
export const findCustomer = (ticket: MailedTicket, comment: MailedComment | undefined): Customer | undefined =>
  comment?.senderName || comment?.copyName
    ? { name: comment.senderName ?? comment.copyName ?? '', email: comment.senderEmail, phone: comment.senderPhone }
    : (ticket.raiser ?? undefined)

/** The URL where the staff open a ticket; undefined if the installation has not set one. */
export const staffTicketUrl = (
  template: string | undefined,
  { number, externalId, portalKey }: MailedTicket,
): string | undefined =>
  template
    ?.replaceAll('{ticketNumber}', String(number))
    .replaceAll('{externalId}', encodeURIComponent(externalId))
    .replaceAll('{portal}', encodeURIComponent(portalKey))

/** What a mail shows to the staff about the customer. */
export const listCustomerFacts = (
  texts: TicketMailTexts,
  customer: Customer | undefined,
  { contactPhone }: MailedTicket,
): [string, string][] => {
  const phones = [...new Set([customer?.phone, contactPhone].filter(phone => phone))]
  return [
    ...(customer ? [[texts.from, customer.name] as [string, string]] : []),
    ...(customer?.email ? [[texts.email, customer.email] as [string, string]] : []),
    ...(phones.length > 0 ? [[texts.phone, phones.join('\n')] as [string, string]] : []),
  ]
}

/** Says where a reply by mail goes: into the ticket, or to the customer alone where we receive no mail. */
export const explainMailReply = (
  texts: TicketMailTexts,
  customer: Customer | undefined,
  entersTicket: boolean,
): MailPart => ({
  text: entersTicket
    ? texts.answerIntoTicket
    : customer?.email
      ? texts.answerByMail(customer.name, customer.email)
      : texts.noAnswerByMail,
})

/** The earlier conversation, newest message first, with the ticket's description at the end. */
export const composeEarlierMessages = async (
  db: Db,
  at: TicketKeys,
  { ticket, commentId, language }: { ticket: MailedTicket; commentId: number; language: Language },
): Promise<MailPart[]> => {
  const texts = ticketMailTexts[language]
  const { timeZone } = ticket
  const dateFormat = new Intl.DateTimeFormat(dateLocales[language], {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const comments = await messagesBefore(db, at, commentId, EARLIER_MESSAGES_MAX)
  const description = {
    message: ticket.description,
    writer: ticket.raiserName,
    byStaff: false,
    creationDate: ticket.createdOn,
  }
  const messages = [...comments, ...(comments.length < EARLIER_MESSAGES_MAX ? [description] : [])].filter(
    ({ message }) => hasContent(message),
  )
  let remaining = EARLIER_CHARACTERS_MAX
  const quoted = messages.filter(({ message }) => {
    remaining -= message.length
    return remaining >= 0
  })
  if (quoted.length === 0) return []
  return [
    { text: texts.earlier },
    ...quoted.map(({ message, writer, byStaff, creationDate }) => ({
      quote: message,
      by: `${writer ?? (byStaff ? texts.team : texts.somebody)}, ${dateFormat.format(creationDate)}`,
    })),
    ...(quoted.length < messages.length || comments.length === EARLIER_MESSAGES_MAX
      ? [{ note: texts.earlierLeftOut }]
      : []),
  ]
}
