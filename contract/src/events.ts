import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './shapes.ts'

/** What has changed, as the event stream tells it (decisions 4): the screen reads the thing itself anew. */
export const LiveEvent = Type.Object({
  type: Type.Unsafe<'ticket.created' | 'ticket.changed' | 'comment.created'>({
    type: 'string',
    enum: ['ticket.created', 'ticket.changed', 'comment.created'],
  }),
  ticketId: Id,
})
export type LiveEvent = Static<typeof LiveEvent>

export const streamEvents = endpoint({
  name: 'streamEvents',
  summary: 'Server-sent events of the contact, resumed by `Last-Event-ID`; closed within a second of revocation.',
  method: 'GET',
  path: '/api/:company/:contactid/events',
  access: 'contact',
  raw: 'text/event-stream',
})
