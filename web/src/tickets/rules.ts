import type { Me } from '@portico/contract/auth'
import { type Comment, closedStatus, type TicketListed } from '@portico/contract/tickets'

/** The ticket number as it is shown. */
export const ticketNumber = ({ ticketNumber }: Pick<TicketListed, 'ticketNumber'>) => `#${ticketNumber}`

/** The service company's annual number, null unless greater than 0. */
export const annualNumber = ({ internalAnnualProgressive: number }: Pick<TicketListed, 'internalAnnualProgressive'>) =>
  number > 0 ? String(number) : null

export const isClosed = (ticket: Pick<TicketListed, 'taskStatus'>) => ticket.taskStatus.step.taskStatus === closedStatus

/** The look of a ticket's status. An open ticket with an assigned user is in progress. */
export const statusKind = ({ taskStatus, assignedUser }: Pick<TicketListed, 'taskStatus' | 'assignedUser'>) => {
  if (isClosed({ taskStatus })) return 'closed'
  if (taskStatus.step.taskStatus === 1) return 'pending'
  return assignedUser ? 'progress' : 'open'
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

export const isRaisedBy = (ticket: Pick<TicketListed, 'creatorContactWebUser'>, me: Pick<Me, 'id'>) =>
  ticket.creatorContactWebUser?.webUserId === me.id

/** Whether a user may close a ticket: an open one, as its raiser or as an administrator of the contact. */
export const mayClose = (
  ticket: Pick<TicketListed, 'taskStatus' | 'creatorContactWebUser'>,
  me: Pick<Me, 'id'>,
  contact: { administrator: boolean },
) => !isClosed(ticket) && (contact.administrator || isRaisedBy(ticket, me))

/** Who sent a message: the reader, a colleague (or somebody in copy), or the service company's staff. */
export const findSide = (
  { senderContactWebUser: sender, senderInCopy }: Pick<Comment, 'senderContactWebUser' | 'senderInCopy'>,
  me: Pick<Me, 'id'>,
) => {
  if (sender === null) return senderInCopy ? 'colleague' : 'staff'
  return sender.webUser.id === me.id ? 'mine' : 'colleague'
}

/** Groups messages by day, in order; `dayOf` returns the day of an instant in the reader's time zone. */
export const byDay = <Message extends { creationDate: string }>(
  messages: readonly Message[],
  dayOf: (instant: string) => string,
) => {
  const days: { day: string; messages: Message[] }[] = []
  for (const message of messages) {
    const day = dayOf(message.creationDate)
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

/** Whether HTML has text or an image. */
export const hasContent = (html: string) =>
  /<img\b/i.test(html) || html.replace(/<[^<>]*>/g, '').replace(/&nbsp;|&#160;|[\s\u200b]/g, '').length > 0

/** The required fields of a new ticket. */
export type TicketFields = { title: string; taskTypeId: number | null; description: string }

/** Which required fields of a new ticket are missing. */
export const missingFields = ({ title, taskTypeId, description }: TicketFields) => ({
  title: title.trim() === '',
  taskTypeId: taskTypeId === null,
  description: !hasContent(description),
})
