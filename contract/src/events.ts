import { endpoint } from './endpoint.ts'
import type { DocumentPurpose } from './sections.ts'

/** Something has happened to a ticket: the screen reads it anew. `commentId` is the message that it came with, where there is one. */
export type TicketEvent = {
  type: 'ticket.created' | 'ticket.changed' | 'comment.created'
  ticketId: number
  commentId?: number
}

/** A section has new records: the screen reads its list anew. */
type DocumentEvent = { type: 'document.created'; purpose: DocumentPurpose }

/** An event of the stream that open screens follow: what has changed, not how. */
export type LiveEvent = TicketEvent | DocumentEvent

export const streamEvents = endpoint({
  name: 'streamEvents',
  summary: 'Server-sent events of the contact, resumed by `Last-Event-ID`; closed within a second of revocation.',
  method: 'GET',
  path: '/api/:company/:contactid/events',
  access: 'contact',
  raw: 'text/event-stream',
})
