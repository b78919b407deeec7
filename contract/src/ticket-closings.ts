import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Id, nullable } from './shapes.ts'

/** The ticket that the link of a mail closes. */
export const TicketClosing = Type.Object({
  ticketNumber: Type.Integer(),
  title: Type.String(),
  /** `merged`: closed, because the request goes on in another ticket. */
  state: Type.Unsafe<'open' | 'closed' | 'merged'>({ type: 'string', enum: ['open', 'closed', 'merged'] }),
  /** The number of the ticket in which a merged one goes on. */
  mergedInto: nullable(Type.Integer()),
  /** Whether an answer to one of the mails reaches the ticket, and reopens it. */
  answersByMail: Type.Boolean(),
  /** The page of the ticket, or of the one in which it goes on; null if the reader may not open that one. */
  page: nullable(Type.Object({ contactid: Id, ticketid: Id })),
})
export type TicketClosing = Static<typeof TicketClosing>

export const readTicketClosing = endpoint({
  name: 'readTicketClosing',
  summary: 'Which ticket the key of a mail closes. Reading it changes nothing.',
  method: 'GET',
  path: '/api/tickets/closings/:key',
  access: 'open',
  reply: TicketClosing,
})

export const closeTicketByMail = endpoint({
  name: 'closeTicketByMail',
  summary: 'Closes the ticket of a mail, for its reader; a ticket that is closed already stays as it is.',
  method: 'POST',
  path: '/api/tickets/closings/:key/close',
  access: 'open',
  reply: TicketClosing,
})
