import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Language } from './language.ts'
import { PortalSettings } from './portals.ts'
import type { Static } from './schema/static.ts'
import { Id, Instant, Link, line, nullable, rangeQuery } from './shapes.ts'

/** Most slots in one reply. A caller gets the rest with a later `from`. */
export const slotsMax = 10_000

/** A service that can be booked in a portal. `key` is a public slug. */
export const BookableService = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  durationMinutes: Type.Integer(),
})
export type BookableService = Static<typeof BookableService>

/** A time at which a service can be booked. */
export const Slot = Type.Object({ start: Instant, end: Instant })
export type Slot = Static<typeof Slot>

const Technician = Type.Object({ firstName: Type.String(), lastName: Type.String(), profileImage: nullable(Link) })

/** Why a booking can no longer be cancelled; null while it can. */
const Uncancellable = nullable(
  Type.Unsafe<'already_cancelled' | 'too_late'>({ type: 'string', enum: ['already_cancelled', 'too_late'] }),
)

/**
 * A booking. `rebookKey` opens the service or invitation that it was booked with, if that can be booked again. An `unconfirmed`
 * booking reserves its time until `confirmUntil`, which is null for the other statuses.
 */
export const Appointment = Type.Object({
  start: Instant,
  end: Instant,
  status: Type.Unsafe<'unconfirmed' | 'confirmed' | 'cancelled'>({
    type: 'string',
    enum: ['unconfirmed', 'confirmed', 'cancelled'],
  }),
  confirmUntil: nullable(Instant),
  cancelledOn: nullable(Instant),
  assignedUser: Technician,
  notes: nullable(Type.String()),
  uncancellable: Uncancellable,
  rebookKey: nullable(Type.String()),
})
export type Appointment = Static<typeof Appointment>

/**
 * What an event key opens (specification/appointments.md#event-key): a service, an invitation to book, or a booking. Only a booking has
 * an `appointment`. `companyName`, `phone` and `email` prefill the form, or are those of the booking. `noticeMinutes` is the shortest
 * time between a booking and its start.
 */
export const Opened = Type.Object({
  kind: Type.Unsafe<'service' | 'invitation' | 'appointment'>({
    type: 'string',
    enum: ['service', 'invitation', 'appointment'],
  }),
  service: BookableService,
  noticeMinutes: Type.Integer(),
  portal: PortalSettings,
  companyName: nullable(Type.String()),
  address: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  appointment: nullable(Appointment),
})
export type Opened = Static<typeof Opened>

/** The reply to a booking. Its key opens, moves and cancels the booking. */
export const Booked = Type.Object({ eventKey: Type.String(), start: Instant, end: Instant })
export type Booked = Static<typeof Booked>

/** A planned activity. `ticket` is null unless the caller is signed in and may open the ticket. */
export const Task = Type.Object({
  title: Type.String(),
  activityTypeName: Type.String(),
  start: Instant,
  end: Instant,
  status: Type.Unsafe<'planned' | 'done' | 'cancelled'>({ type: 'string', enum: ['planned', 'done', 'cancelled'] }),
  address: nullable(Type.String()),
  assignedUser: nullable(Technician),
  companyName: Type.String(),
  portal: PortalSettings,
  ticket: nullable(
    Type.Object({
      id: Id,
      contactId: Id,
      ticketNumber: Type.Integer(),
      title: Type.String(),
      taskStatus: Type.Object({ step: Type.Object({ name: Type.String(), taskStatus: Type.Integer() }) }),
    }),
  ),
  /** For a booked activity: the key of the booking, and whether it can be cancelled. */
  appointment: nullable(Type.Object({ eventKey: Type.String(), uncancellable: Uncancellable })),
})
export type Task = Static<typeof Task>

export const listBookableServices = endpoint({
  name: 'listBookableServices',
  summary: 'What can be booked in a portal, by name.',
  method: 'GET',
  path: '/api/appointments/:company',
  access: 'open',
  reply: Type.Array(BookableService),
})

export const readAppointment = endpoint({
  name: 'readAppointment',
  summary: 'What a key opens: a service, an invitation to book, or a booking.',
  method: 'GET',
  path: '/api/appointments/:company/:eventkey',
  access: 'open',
  reply: Opened,
})

export const listSlots = endpoint({
  name: 'listSlots',
  summary: 'The free times of a service or an invitation, or those to which a booking can be moved.',
  method: 'GET',
  path: '/api/appointments/:company/:eventkey/slots',
  access: 'open',
  query: Type.Object(rangeQuery),
  reply: Type.Array(Slot),
  // The slots of a booking are those that it can be moved to: of a cancelled one, or too late, there are none.
  fails: [409],
})

export const bookAppointment = endpoint({
  name: 'bookAppointment',
  summary: 'Books a free time; `start`, `phone` and `companyName` are required.',
  method: 'POST',
  path: '/api/appointments/:company/:eventkey',
  access: 'open',
  body: Type.Object({
    start: Type.Optional(line(40)),
    phone: Type.Optional(line(40)),
    email: Type.Optional(nullable(line(320))),
    companyName: Type.Optional(line(200)),
    notes: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
    language: Type.Optional(Language),
    attempt: Type.Optional(
      Type.String({
        minLength: 20,
        maxLength: 100,
        description: 'A random text. The same time booked again with it is the same booking, whose answer was lost.',
      }),
    ),
  }),
  reply: Booked,
  status: 201,
})

export const readBookingToConfirm = endpoint({
  name: 'readBookingToConfirm',
  summary: 'The booking that a mailed or texted link asks to confirm.',
  method: 'GET',
  path: '/api/appointments/:company/confirmation/:confirmationkey',
  access: 'open',
  reply: Opened,
})

export const confirmAppointment = endpoint({
  name: 'confirmAppointment',
  summary: 'Confirms a booking that only holds its time; confirming it again changes nothing.',
  method: 'POST',
  path: '/api/appointments/:company/confirmation/:confirmationkey',
  access: 'open',
  reply: Booked,
})

export const rescheduleAppointment = endpoint({
  name: 'rescheduleAppointment',
  summary: 'Moves a booking to another free time; it keeps its own until it has the other.',
  method: 'POST',
  path: '/api/appointments/:company/rescheduling/:eventkey',
  access: 'open',
  body: Type.Object({
    start: Type.Optional(line(40)),
    /** When the booking was to start as its reader saw it: 409 `conflict` if somebody else has moved it meanwhile. */
    previousStart: Type.Optional(Instant),
  }),
  reply: Booked,
})

export const cancelAppointment = endpoint({
  name: 'cancelAppointment',
  summary: 'Cancels a booking.',
  method: 'POST',
  path: '/api/appointments/:company/cancellation/:eventkey',
  access: 'open',
})

export const readAppointmentCalendar = endpoint({
  name: 'readAppointmentCalendar',
  summary: 'A booking as a calendar file.',
  method: 'GET',
  path: '/api/appointments/:company/:eventkey/calendar.ics',
  access: 'open',
  raw: 'text/calendar',
})

export const readTask = endpoint({
  name: 'readTask',
  summary: 'One planned activity; its ticket too when the reader is signed in and may see it.',
  method: 'GET',
  path: '/api/tasks/:eventkey',
  access: 'open',
  reply: Task,
})

export const readTaskCalendar = endpoint({
  name: 'readTaskCalendar',
  summary: 'A planned activity as a calendar file.',
  method: 'GET',
  path: '/api/tasks/:eventkey/calendar.ics',
  access: 'open',
  raw: 'text/calendar',
})
