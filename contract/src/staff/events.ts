import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { DocumentPurpose } from '../sections.ts'

/**
 * Something has happened to a ticket: the screen reads it again. `changed` is everything but messages and notes, such as properties and
 * time. `removed`: it is gone, or from now on beyond what the reader may see.
 */
export type StaffTicketEvent = {
  type: 'ticket'
  ticketId: number
  change: 'created' | 'message' | 'note' | 'changed' | 'removed'
}

/** A colleague who has a ticket open (`looking`), or is writing an answer or a note. `id` is that of the staff user. */
export type PresentColleague = {
  id: number
  displayName: string
  profileImage: string | null
  state: 'looking' | 'writing'
}

/** Who else is on a ticket now, all of them; nobody if `people` is empty. */
export type PresenceEvent = { type: 'presence'; ticketId: number; people: PresentColleague[] }

/** Somebody's time is taken or free again between two instants: boards that show it read those days again. It says nothing of whom. */
export type StaffBoardEvent = { type: 'board'; from: string; to: string }

/** Mail that waits for the staff has come, or was settled: who may see it reads the list again. */
export type StaffMailEvent = { type: 'mail' }

/** Something of this kind was made, changed or removed for a customer: screens that show it read it again. */
export type StaffListEvent = { type: 'list'; of: DocumentPurpose; contactId: number }

/**
 * An event of the staff's stream, named like its `type`. The stream begins with `ready` (`{}`), or with `reset` (`{}`) if the reader has
 * to read everything again, which may also come later. The presences of now follow its beginning; those of an earlier stream are over.
 */
export type StaffLiveEvent = StaffTicketEvent | PresenceEvent | StaffBoardEvent | StaffMailEvent | StaffListEvent

/** A screen repeats its presence this often. */
export const presenceRepeatSeconds = 15

/** After this time without a repetition a presence is over. */
export const presenceSeconds = 40

export const streamStaffEvents = endpoint({
  name: 'streamStaffEvents',
  summary:
    'Server-sent events of all tickets that the caller may see and of the board of visits, resumed by `Last-Event-ID`.',
  description: [
    '`ticket` has `{type, ticketId, change}`, with `change` one of `created`, `message`, `note`, `changed` and `removed` (gone, or beyond',
    'what the caller may see from now on). `presence` has `{type, ticketId, people}`: the colleagues who are on a ticket, each',
    'with `id`, `displayName`, `profileImage` and `state` (`looking` or `writing`). `board` has `{type, from, to}`: visits, bookings or',
    'absences of the company have changed between these instants. `mail` has `{type}`: the mail that waits for the office is another.',
    '`list` has `{type, of, contactId}`: contracts, subscriptions, assets or documents of a customer (`contract`, `subscription`, `wiki`,',
    '`invoice`, …) were made, changed or removed. The stream begins with `ready`, or with `reset` if',
    'events were missed; the presences of now follow. The stream is closed within a second of the end of the session.',
  ].join(' '),
  method: 'GET',
  path: `${staffRoot}/events`,
  access: 'staff',
  raw: 'text/event-stream',
})

export const setStaffPresence = endpoint({
  name: 'setStaffPresence',
  summary: 'Tells colleagues that the caller looks at a ticket or writes on it, or no longer does (`gone`).',
  description: `To be repeated every ${presenceRepeatSeconds} seconds; forgotten after ${presenceSeconds}. It is stored nowhere.`,
  method: 'PUT',
  path: `${staffRoot}/tickets/:ticketid/presence`,
  access: 'staff',
  body: Type.Object({
    state: Type.Unsafe<PresentColleague['state'] | 'gone'>({ type: 'string', enum: ['looking', 'writing', 'gone'] }),
  }),
})
