import type { FilePurpose } from '@portico/contract/sections'
import { closedStatus } from '@portico/contract/tickets'
import { claimUploads } from '../files/queries.ts'
import { UPLOAD_LIFETIME } from '../files/sweep.ts'
import type { Scope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { hasContent, htmlToText } from '../kernel/html/html.ts'
import { enqueueTicketMails } from './mails.ts'
import {
  insertComment,
  insertTicket,
  insertTicketFiles,
  moveTicket,
  setTicketCopies,
  type TicketState,
} from './queries.ts'

const claimAttachments = (db: Db, scope: Scope, purpose: FilePurpose, ids: number[], now: Date) =>
  claimUploads(db, scope, purpose, ids, new Date(now.getTime() - UPLOAD_LIFETIME))

/** A new ticket of a customer. `description` is clean HTML, `attachments` are unused uploads of the customer. */
export type RaisedTicket = {
  title: string
  description: string
  taskTypeId: number
  wikiElementId: number | null
  attachments: number[]
  /** Who is in copy until a message names others. */
  ccList?: string | null
  outsideAddresses?: number
  /** Whether its raiser is mailed a copy; default true. */
  acknowledges?: boolean
  now: Date
}

/** Writes a ticket that a customer raises, by whichever way, with its files, its event and its mails; returns its id. */
export const raiseTicket = async (db: Db, scope: Scope, raised: RaisedTicket): Promise<number> => {
  const { attachments, acknowledges = true, ccList = null, outsideAddresses = 0, ...ticket } = raised
  await claimAttachments(db, scope, 'ticket', attachments, ticket.now)
  const ticketId = await insertTicket(db, scope, { ...ticket, text: htmlToText(ticket.description) })
  // Together, because all other tickets of the company wait for this one's number to be committed.
  await Promise.all([
    ccList !== null && setTicketCopies(db, scope, ticketId, { ccList, outsideAddresses }),
    insertTicketFiles(db, scope, ticketId, null, attachments),
    recordEvent(db, scope, { type: 'ticket.created', ticketId }, ticket.now),
    enqueueTicketMails(db, { at: { ...scope, ticketId }, acknowledges }),
  ])
  return ticketId
}

/** A message of a customer. `message` is clean HTML, `attachments` are unused uploads of the customer. */
export type WrittenMessage = {
  message: string
  attachments: number[]
  recipient?: string | null
  ccList?: string | null
  outsideAddresses?: number
  /** The addresses that have it already, because it came by mail. */
  sentTo?: string[]
  /** Whether it reopens a closed ticket; default true. */
  reopens?: boolean
  now: Date
}

/** Writes a message of a customer to a locked ticket, which it reopens, with its files, its events and its mails; returns its id. */
export const writeMessage = async (
  db: Db,
  scope: Scope,
  ticket: TicketState,
  written: WrittenMessage,
): Promise<number> => {
  const { attachments, sentTo, reopens = true, ...comment } = written
  const { now } = comment
  await claimAttachments(db, scope, 'comment', attachments, now)
  const text = htmlToText(comment.message)
  const commentId = await insertComment(db, scope, { ticketId: ticket.id, ...comment, text })
  const reopened = reopens && ticket.taskStatus === closedStatus
  await Promise.all([
    insertTicketFiles(db, scope, ticket.id, commentId, attachments),
    recordEvent(db, scope, { type: 'comment.created', ticketId: ticket.id, commentId }, now),
  ])
  if (reopened) {
    await moveTicket(db, scope, ticket.id, 0)
    await insertComment(db, scope, { ticketId: ticket.id, message: '', text: '', event: 'reopened', now })
    await recordEvent(db, scope, { type: 'ticket.reopened', ticketId: ticket.id, commentId }, now)
  }
  await enqueueTicketMails(db, {
    at: { ...scope, ticketId: ticket.id },
    commentId,
    reopened,
    ...(sentTo && { sentTo }),
  })
  return commentId
}

/**
 * Closes a locked ticket for a customer, with a last message or ''. Somebody else may have closed it at the same moment: then the text
 * becomes an ordinary message.
 */
export const closeForCustomer = async (
  db: Db,
  scope: Scope,
  ticket: TicketState,
  { message, now }: { message: string; now: Date },
): Promise<void> => {
  const isOpen = ticket.taskStatus !== closedStatus
  if (!isOpen && !hasContent(message)) return
  if (isOpen) await moveTicket(db, scope, ticket.id, closedStatus)
  const closing = { ticketId: ticket.id, message, text: htmlToText(message), now }
  const commentId = await insertComment(db, scope, isOpen ? { ...closing, event: 'closed' } : closing)
  const type = isOpen ? 'ticket.closed' : 'comment.created'
  await recordEvent(db, scope, { type, ticketId: ticket.id, commentId }, now)
  await enqueueTicketMails(db, { at: { ...scope, ticketId: ticket.id }, commentId })
}
