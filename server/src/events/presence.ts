import { randomUUID } from 'node:crypto'
import {
  type PresenceEvent,
  type PresentColleague,
  presenceRepeatSeconds,
  presenceSeconds,
} from '@portico/contract/staff/events'
import type { FastifyBaseLogger } from 'fastify'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Database } from '../kernel/database/db.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { EventRow } from './queries.ts'
import { ticketIdOf } from './staff-messages.ts'
import { notifyPresence, PRESENCE, type Sighting } from './staff-queries.ts'
import { isVisibleTo, type TicketAssignment } from './staff-visibility.ts'

/** Somebody on a ticket, with the times at which that is over unless it is repeated. */
type Present = PresentColleague & { presentUntil: number; writingUntil: number }

/** A ticket that somebody is on. */
type Visited = TicketAssignment & { ticketId: number; people: Map<number, Present> }

/** A stream that receives who else is where. */
type Listener = { scope: StaffScope; send: (event: PresenceEvent) => void }

const PRESENT_MS = presenceSeconds * 1000
/** For how long somebody who writes in one tab counts as writing, whatever the account's other tabs say. */
const WRITING_MS = (presenceRepeatSeconds + 5) * 1000
const SWEEP_MS = 1000

/**
 * Who of the staff is on which ticket, kept in the memory of each process and stored nowhere. A process that has begun to listen learns
 * of the others' screens when they repeat themselves.
 */
export const openPresence = ({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
}) => {
  const tickets = new Map<number, Visited>()
  const listeners = new Set<Listener>()
  const origin = randomUUID()
  let sweeper: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined

  const stateAt = ({ writingUntil }: Pick<Present, 'writingUntil'>, now: number): PresentColleague['state'] =>
    writingUntil > now ? 'writing' : 'looking'

  const presenceFor = ({ staffUserId }: StaffScope, { ticketId, people }: Visited): PresenceEvent => ({
    type: 'presence',
    ticketId,
    people: [...people.values()]
      .filter(({ id }) => id !== staffUserId)
      .map(({ id, displayName, profileImage, state }) => ({ id, displayName, profileImage, state })),
  })

  /** Tells whoever may see the ticket, but not the person that it is about. */
  const notifyListeners = (ticket: Visited, about?: number) => {
    for (const { scope, send } of listeners)
      if (scope.staffUserId !== about && isVisibleTo(scope, ticket)) send(presenceFor(scope, ticket))
    if (ticket.people.size === 0) tickets.delete(ticket.ticketId)
  }

  /** Forgets who has not been seen for a while. */
  const sweep = () => {
    const now = clock().getTime()
    for (const ticket of tickets.values())
      for (const present of ticket.people.values()) {
        const state = stateAt(present, now)
        if (present.presentUntil > now && present.state === state) continue
        present.state = state
        if (present.presentUntil <= now) ticket.people.delete(present.id)
        notifyListeners(ticket, present.id)
      }
    if (tickets.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  const see = ({ ticketId, state, person, serviceCompanyId, portalId, groupId, assigneeId }: Sighting) => {
    const place = { serviceCompanyId, portalId, groupId, assigneeId }
    const ticket = Object.assign(tickets.get(ticketId) ?? { ticketId, people: new Map() }, place)
    const before = ticket.people.get(person.id)
    if (state === 'gone') {
      if (ticket.people.delete(person.id)) notifyListeners(ticket, person.id)
      return
    }
    const now = clock().getTime()
    const writingUntil = state === 'writing' ? now + WRITING_MS : (before?.writingUntil ?? 0)
    const present = { ...person, writingUntil, presentUntil: now + PRESENT_MS, state: stateAt({ writingUntil }, now) }
    ticket.people.set(person.id, present)
    tickets.set(ticketId, ticket)
    sweeper ??= setInterval(sweep, SWEEP_MS).unref()
    if (before?.state !== present.state) notifyListeners(ticket, person.id)
  }

  const hear = (payload: string) => {
    try {
      const sighting = JSON.parse(payload) as Sighting
      if (sighting.origin !== origin) see(sighting)
    } catch (error) {
      log.warn({ err: error }, 'a notification of presence could not be read')
    }
  }

  return {
    /** Notes that the caller is on a ticket; returns whether the caller may see it. */
    set: async (scope: StaffScope, ticketId: number, state: Sighting['state']): Promise<boolean> => {
      const sighting = await notifyPresence(database, scope, { ticketId, state, origin })
      if (sighting) see(sighting)
      return sighting !== undefined
    },
    /** Sends a stream who is on its reader's tickets, now and whenever that changes; returns a function that ends this. */
    subscribe: (listener: Listener): (() => void) => {
      stopListening ??= database.listen(PRESENCE, hear)
      for (const ticket of tickets.values()) {
        const event = presenceFor(listener.scope, ticket)
        if (event.people.length > 0 && isVisibleTo(listener.scope, ticket)) listener.send(event)
      }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Follows tickets that change hands or are removed. */
    follow: (event: EventRow): void => {
      const ticket = tickets.get(ticketIdOf(event) ?? 0)
      if (!ticket) return
      if (event.ticketId === null) tickets.delete(ticket.ticketId)
      else if (ticket.groupId !== event.groupId || ticket.assigneeId !== event.assigneeId) {
        Object.assign(ticket, { groupId: event.groupId, assigneeId: event.assigneeId })
        notifyListeners(ticket)
      }
    },
    close: async (): Promise<void> => {
      clearInterval(sweeper)
      listeners.clear()
      await stopListening?.()
    },
  }
}

/** See {@link openPresence}. */
export type Presence = ReturnType<typeof openPresence>
