import type { LiveEvent } from '@portico/contract/events'
import { flags } from '@portico/contract/permissions'
import { documentFlags } from '@portico/contract/sections'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { isAfter, type Position } from './position.ts'
import { type EventRow, eventsAfter, liveReaders } from './queries.ts'

/** One open stream. */
export type Subscriber = {
  scope: Scope
  send: (event: LiveEvent, position: Position) => void
  close: () => void
}

const POLL_MS = 400
const BATCH = 500

/**
 * Whether a reader may receive an event: ticket events for own tickets, or for all as administrator of the contact; section events
 * with the section's flag. Other events are only for the service company.
 */
export const isForReader = (scope: Scope, event: EventRow): boolean =>
  event.serviceCompanyId === scope.serviceCompanyId &&
  event.portalId === scope.portalId &&
  event.contactId === scope.contactId &&
  (event.purpose
    ? scope.flags[documentFlags[event.purpose]]
    : event.ticketId !== null &&
      scope.flags.manageTickets &&
      (scope.flags.administrator || event.creatorWebUserId === scope.webUserId))

/** Maps a feed event to the live event sent to browsers; most ticket and appointment events become `ticket.changed`. */
export const toLiveEvent = ({ type, ticketId, commentId, purpose }: EventRow): LiveEvent => {
  if (purpose) return { type: 'document.created', purpose }
  const liveType = type === 'ticket.created' || type === 'comment.created' ? type : 'ticket.changed'
  return { type: liveType, ticketId: ticketId ?? 0, ...(commentId !== null && { commentId }) }
}

/**
 * Sends the feed to all event streams of this process and closes streams whose session or membership has ended. Polls the database
 * only while there are streams.
 */
export const openEventHub = ({ database, clock, log }: { database: Db; clock: Clock; log: FastifyBaseLogger }) => {
  const subscribers = new Set<Subscriber>()
  let position: Position = { transaction: 0n, id: 0 }
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const dispatch = (events: EventRow[]) => {
    for (const event of events) {
      const at = { transaction: BigInt(event.transaction), id: event.id }
      for (const subscriber of subscribers) {
        if (isForReader(subscriber.scope, event)) subscriber.send(toLiveEvent(event), at)
      }
      position = at
    }
  }

  const closeRevoked = async () => {
    const open = [...subscribers]
    const live = await liveReaders(
      database,
      open.map(({ scope }) => scope),
      clock(),
    )
    for (const subscriber of open) {
      const { sessionId, membershipId, flags: given } = subscriber.scope
      const now = live.get(`${sessionId} ${membershipId}`)
      if (now && flags.every(flag => now[flag] === given[flag])) continue
      subscribers.delete(subscriber)
      subscriber.close()
    }
  }

  const tick = async () => {
    try {
      await closeRevoked()
      for (let events = await eventsAfter(database, position, BATCH); events.length > 0; ) {
        dispatch(events)
        events = events.length < BATCH ? [] : await eventsAfter(database, position, BATCH)
      }
    } catch (error) {
      log.warn({ err: error }, 'the event feed could not be read')
    }
    timer = undefined
    schedule()
  }

  const schedule = () => {
    if (closed || timer || subscribers.size === 0) return
    timer = setTimeout(tick, POLL_MS)
  }

  return {
    /** Counts the open streams of a session in this process. */
    openBy: (sessionId: number): number => [...subscribers].filter(({ scope }) => scope.sessionId === sessionId).length,
    /** Adds a stream, which has to read events up to `from` itself; returns a function that removes it. */
    subscribe(subscriber: Subscriber, from: Position): () => void {
      if (closed) subscriber.close()
      // Without streams the hub does not poll, so it continues where the first stream stops reading itself.
      if (subscribers.size === 0) position = from
      subscribers.add(subscriber)
      schedule()
      return () => subscribers.delete(subscriber)
    },
    /** Closes every stream. */
    close() {
      closed = true
      clearTimeout(timer)
      for (const subscriber of subscribers) subscriber.close()
      subscribers.clear()
    },
  }
}

/** See {@link openEventHub}. */
export type EventHub = ReturnType<typeof openEventHub>

/** Forwards events after `start` in feed order, each once; drops those at or before the last position. */
export const forwardInOrder = (
  start: Position,
  send: Subscriber['send'],
): { send: Subscriber['send']; at: () => Position } => {
  let last = start
  return {
    send: (event, at) => {
      if (!isAfter(at, last)) return
      last = at
      send(event, at)
    },
    at: () => last,
  }
}
