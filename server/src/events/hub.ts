import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../kernel/database/db.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Position } from './position.ts'
import { type EventRow, eventsAfter } from './queries.ts'

/** One open stream. It gets every event, and sends those that concern its reader. */
export type Subscriber<Scope> = {
  scope: Scope
  receive: (event: EventRow, position: Position) => void
  close: () => void
}

type AudienceOptions<Scope> = {
  sessionOf: (scope: Scope) => number
  /** Returns which of these scopes still hold, by one statement. */
  findValid: (db: Db, scopes: Scope[], now: Date) => Promise<(scope: Scope) => boolean>
  /** Called with each event before the streams get it. */
  onEvent?: (event: EventRow) => void
}

/** Streams of readers with the same kind of proof. */
export type Audience<Scope> = {
  /** Counts the open streams of a session in this process. */
  openBy: (sessionId: number) => number
  /** Adds a stream, which has to read events up to `from` itself; returns a function that removes it. */
  subscribe: (subscriber: Subscriber<Scope>, from: Position) => () => void
}

const POLL_MS = 400
const BATCH = 500

/**
 * Sends the feed to all event streams of this process and closes streams whose proof no longer holds. Polls the database only while
 * there are streams, for all of them together.
 */
export const openEventHub = ({ database, clock, log }: { database: Db; clock: Clock; log: FastifyBaseLogger }) => {
  const audiences: {
    size: () => number
    closeRevoked: () => Promise<void>
    receive: Subscriber<unknown>['receive']
    close: () => void
  }[] = []
  let position: Position = { transaction: 0n, id: 0 }
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const openStreams = () => audiences.reduce((sum, { size }) => sum + size(), 0)

  const dispatch = (events: EventRow[]) => {
    for (const event of events) {
      const at = { transaction: BigInt(event.transaction), id: event.id }
      for (const audience of audiences) audience.receive(event, at)
      position = at
    }
  }

  const tick = async () => {
    try {
      for (const audience of audiences) if (audience.size() > 0) await audience.closeRevoked()
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
    if (closed || timer || openStreams() === 0) return
    timer = setTimeout(tick, POLL_MS)
  }

  const openAudience = <Scope>({ sessionOf, findValid, onEvent }: AudienceOptions<Scope>): Audience<Scope> => {
    const subscribers = new Set<Subscriber<Scope>>()
    audiences.push({
      size: () => subscribers.size,
      closeRevoked: async () => {
        const open = [...subscribers]
        const isValid = await findValid(
          database,
          open.map(({ scope }) => scope),
          clock(),
        )
        for (const subscriber of open) {
          if (isValid(subscriber.scope)) continue
          subscribers.delete(subscriber)
          subscriber.close()
        }
      },
      receive: (event, at) => {
        onEvent?.(event)
        for (const subscriber of subscribers) subscriber.receive(event, at)
      },
      close: () => {
        for (const subscriber of subscribers) subscriber.close()
        subscribers.clear()
      },
    })
    return {
      openBy: sessionId => [...subscribers].filter(({ scope }) => sessionOf(scope) === sessionId).length,
      subscribe(subscriber, from) {
        if (closed) subscriber.close()
        // Without streams the hub does not poll, so it continues where the first stream stops reading itself.
        if (openStreams() === 0) position = from
        subscribers.add(subscriber)
        schedule()
        return () => subscribers.delete(subscriber)
      },
    }
  }

  return {
    openAudience,
    /** Closes every stream. */
    close() {
      closed = true
      clearTimeout(timer)
      for (const audience of audiences) audience.close()
    },
  }
}

/** See {@link openEventHub}. */
export type EventHub = ReturnType<typeof openEventHub>
