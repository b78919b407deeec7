import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { Language } from '../../language.ts'
import type { Static } from '../../schema/static.ts'
import { email, Id, Instant, Link, line, nullable, pageQuery, rangeQuery, Search } from '../../shapes.ts'
import { StaffPortal } from '../session.ts'

const path = `${staffRoot}/bookings` as const
const access = 'staff'

const Member = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })
const Service = Type.Object({ id: Id, name: Type.String() })
const Ticket = nullable(Type.Object({ id: Id, ticketNumber: Type.Integer(), title: Type.String() }))

/** Which bookings a list has: those ahead, those that were, those that were cancelled. */
export const bookingViews = ['ahead', 'past', 'cancelled'] as const
/** One of {@link bookingViews}. */
export type BookingView = (typeof bookingViews)[number]

/** A booking, as the staff see it. */
export const StaffBooking = Type.Object(
  {
    id: Id,
    portal: StaffPortal,
    timeZone: Type.String({ description: 'The time zone of the portal, whose clock the customer reads.' }),
    service: Service,
    start: Instant,
    end: Instant,
    status: Type.Unsafe<'unconfirmed' | 'booked' | 'done' | 'cancelled'>({
      type: 'string',
      enum: ['unconfirmed', 'booked', 'done', 'cancelled'],
      description: '`unconfirmed`: its visitor has not confirmed it yet, and it goes by itself.',
    }),
    isOutside: Type.Boolean({ description: 'Whether it does not lie in the hours that its service has now.' }),
    staffUser: Member,
    companyName: Type.String(),
    phone: Type.String(),
    email: nullable(Type.String()),
    address: nullable(Type.String()),
    notes: nullable(Type.String()),
    contact: nullable(Type.Object({ id: Id, companyName: Type.String() })),
    ticket: Ticket,
    visitId: nullable({ ...Id, description: 'The planned activity that shows it to its customer, if it has one.' }),
    bookedOn: Instant,
    cancelledOn: nullable(Instant),
    version: Type.String({
      description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
    }),
  },
  { title: 'StaffBooking' },
)
/** See {@link StaffBooking}. */
export type StaffBooking = Static<typeof StaffBooking>

const whose = 'A technician sees those that are the own.'

export const listStaffBookings = endpoint({
  name: 'listStaffBookings',
  summary: 'The bookings of the portals that the account works for: those ahead first to last, the others newest first',
  description: whose,
  method: 'GET',
  path,
  access,
  query: Type.Object({
    ...pageQuery,
    ...rangeQuery,
    view: Type.Optional(Type.Unsafe<BookingView>({ type: 'string', enum: [...bookingViews] })),
    portal: Type.Optional(Id),
    service: Type.Optional(Id),
    staffUser: Type.Optional(Id),
    contact: Type.Optional(Id),
    q: Type.Optional(Search),
  }),
  reply: Type.Array(StaffBooking),
})

export const readStaffBooking = endpoint({
  name: 'readStaffBooking',
  summary: 'One booking',
  description: whose,
  method: 'GET',
  path: `${path}/:bookingid`,
  access,
  reply: StaffBooking,
})

export const listBookingSlots = endpoint({
  name: 'listBookingSlots',
  summary: 'Free times to which a booking can be moved, whatever notice and horizon of its service are',
  method: 'GET',
  path: `${path}/:bookingid/slots`,
  access,
  query: Type.Object({ ...rangeQuery, staffUser: Type.Optional(Id) }),
  reply: Type.Array(Type.Object({ start: Instant, end: Instant })),
})

export const moveBooking = endpoint({
  name: 'moveBooking',
  summary: 'Moves a booking to any time at which a member of the staff is free; customer and technician are mailed',
  description:
    '`If-Match` with the `version` that was read: 409 `conflict` where the customer or somebody else was faster, and where something ' +
    'takes that time.',
  method: 'POST',
  path: `${path}/:bookingid/move`,
  access,
  status: 200,
  body: Type.Object({
    start: Instant,
    staffUserId: Type.Optional({ ...Id, description: 'Absent: the one who has it.' }),
    message: Type.Optional(
      nullable(Type.String({ maxLength: 1000, description: 'A word to the customer, in the mail.' })),
    ),
  }),
  reply: StaffBooking,
})

export const cancelStaffBooking = endpoint({
  name: 'cancelStaffBooking',
  summary: 'Cancels a booking that has not ended; customer and technician are mailed',
  description: '`If-Match` as in a move. 409 `already_cancelled`, `too_late`.',
  method: 'POST',
  path: `${path}/:bookingid/cancel`,
  access,
  status: 200,
  body: Type.Object({
    message: Type.Optional(
      nullable(Type.String({ maxLength: 1000, description: 'A word to the customer, in the mail.' })),
    ),
  }),
  reply: StaffBooking,
})

const invitationPath = `${staffRoot}/customers/:contactid/booking-invitations` as const

/** A personal invitation to book, as the staff see it. */
export const StaffInvitation = Type.Object(
  {
    id: Id,
    service: Service,
    ticket: Ticket,
    state: Type.Unsafe<'open' | 'used' | 'expired' | 'withdrawn' | 'off'>({
      type: 'string',
      enum: ['open', 'used', 'expired', 'withdrawn', 'off'],
      description: '`used`: a booking by it stands. `off`: its service is switched off.',
    }),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
    language: nullable(Language),
    expiresOn: nullable(Instant),
    sentOn: nullable(Instant),
    link: nullable(Type.String({ description: 'What opens it, while it is open.' })),
    booking: nullable(Type.Object({ id: Id, start: Instant })),
  },
  { title: 'StaffBookingInvitation' },
)
/** See {@link StaffInvitation}. */
export type StaffInvitation = Static<typeof StaffInvitation>

export const listBookingInvitations = endpoint({
  name: 'listBookingInvitations',
  summary: 'The invitations to book that a customer was sent, newest first',
  method: 'GET',
  path: invitationPath,
  access,
  reply: Type.Array(StaffInvitation),
})

export const createBookingInvitation = endpoint({
  name: 'createBookingInvitation',
  summary: 'Invites a customer to book a service, by mail or by the link in the answer',
  method: 'POST',
  path: invitationPath,
  access,
  status: 201,
  idempotent: true,
  body: Type.Object({
    serviceId: Id,
    ticketId: Type.Optional(nullable({ ...Id, description: 'The ticket that the visit is for.' })),
    email: Type.Optional(nullable({ ...email, description: 'Null: the customer’s own.' })),
    phone: Type.Optional(nullable(line(40))),
    address: Type.Optional(nullable(line(300))),
    language: Type.Optional(nullable(Language)),
    expiresOn: Type.Optional(nullable(Type.String({ maxLength: 10, description: 'The last day, `YYYY-MM-DD`.' }))),
    send: Type.Boolean({ description: 'Whether it is mailed.' }),
  }),
  reply: StaffInvitation,
})

export const sendStaffInvitation = endpoint({
  name: 'sendStaffInvitation',
  summary: 'Mails an open invitation again',
  method: 'POST',
  path: `${invitationPath}/:invitationid/send`,
  access,
  status: 200,
  reply: StaffInvitation,
})

export const withdrawStaffInvitation = endpoint({
  name: 'withdrawStaffInvitation',
  summary: 'Withdraws an invitation: its link opens nothing any more',
  method: 'POST',
  path: `${invitationPath}/:invitationid/withdraw`,
  access,
  status: 200,
  reply: StaffInvitation,
})
