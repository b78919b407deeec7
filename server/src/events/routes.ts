import { type LiveEvent, streamEvents } from '@portico/contract/events'
import { documentFlags } from '@portico/contract/sections'
import type { Scope } from '../kernel/access/scope.ts'
import { type App, route } from '../kernel/http/route.ts'
import { isInGroupsOf } from '../tickets/group-queries.ts'
import type { EventHub } from './hub.ts'
import { contactEventsAfter, type EventRow, findValidReaders, positionSince } from './queries.ts'
import { answerStream } from './stream.ts'

/**
 * Whether a reader may receive an event: ticket events for own tickets, or for all as administrator of the contact; section events
 * with the section's flag. Other events are only for the service company.
 */
const isForReader = (scope: Scope, event: EventRow): boolean =>
  !event.staffOnly &&
  event.serviceCompanyId === scope.serviceCompanyId &&
  event.portalId === scope.portalId &&
  event.contactId === scope.contactId &&
  (event.purpose
    ? scope.flags[documentFlags[event.purpose]]
    : event.ticketId !== null &&
      scope.flags.manageTickets &&
      (scope.flags.administrator || event.creatorWebUserId === scope.webUserId) &&
      (scope.actor === null || isInGroupsOf(scope.actor, event)))

/** Maps a feed event to the live event sent to browsers; most ticket and appointment events become `ticket.changed`. */
const toLiveEvent = ({ type, ticketId, commentId, purpose }: EventRow): LiveEvent => {
  if (purpose) return { type: 'document.created', purpose }
  const liveType = type === 'ticket.created' || type === 'comment.created' ? type : 'ticket.changed'
  return { type: liveType, ticketId: ticketId ?? 0, ...(commentId !== null && { commentId }) }
}

export const eventRoutes = (app: App, hub: EventHub): void => {
  const audience = hub.openAudience<Scope>({ sessionOf: ({ sessionId }) => sessionId, findValid: findValidReaders })

  route(app, streamEvents, call => {
    const { db, scope } = call
    return answerStream(call, {
      audience,
      scope,
      sessionId: scope.sessionId,
      findPosition: since => positionSince(db, scope, since),
      readMissed: (position, limit) => contactEventsAfter(db, scope, position, limit),
      messageOf: event => (isForReader(scope, event) ? toLiveEvent(event) : undefined),
    })
  })
}
