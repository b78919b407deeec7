import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { email, Id, Instant, Link, line, nullable, Search } from '../../shapes.ts'
import { titleMaxLength } from '../../tickets.ts'

/** Most days of a board. */
export const boardDaysMax = 7
/** Most tickets that are answered as to be planned. */
export const toPlanMax = 100
/** The longest visit that is planned, in hours. */
export const visitHoursMax = 24

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '`YYYY-MM-DD`.' })

const VisitPortal = Type.Object({
  id: Id,
  webPortalKey: Type.String({ description: 'Its word in addresses.' }),
  name: Type.String({ description: 'The name that customers see.' }),
  baseColor: Type.String({ description: 'The colour from which all others are derived.' }),
})

const companyName = Type.String({ description: 'The client company.' })

/** Somebody who makes visits. */
export const BoardTechnician = Type.Object(
  {
    id: { ...Id, description: 'The id of the staff user.' },
    displayName: Type.String({ description: 'The name of the person.' }),
    profileImage: nullable({ ...Link, description: 'A picture; null: none.' }),
    groups: Type.Array(Type.String(), { description: 'The names of the groups.' }),
  },
  { title: 'BoardTechnician' },
)
/** See {@link BoardTechnician}. */
export type BoardTechnician = Static<typeof BoardTechnician>

/** What takes somebody's time. */
export const boardEntryKinds = ['visit', 'booking', 'absence', 'busy'] as const
type BoardEntryKind = (typeof boardEntryKinds)[number]

const kind = Type.Unsafe<BoardEntryKind>({
  type: 'string',
  enum: [...boardEntryKinds],
  description:
    '`visit`: planned by the staff. `booking`: booked by a customer. `absence`: holidays, leave or illness. `busy`: a visit or booking that the ' +
    'caller may not see; only its times are shown.',
})

const status = Type.Unsafe<'planned' | 'unconfirmed' | 'done'>({
  type: 'string',
  enum: ['planned', 'unconfirmed', 'done'],
  description: '`unconfirmed`: a booking that holds its time until the visitor confirms it.',
})

const staffId = nullable({ ...Id, description: 'The staff user who makes it; null: nobody yet.' })
const version = Type.String({
  description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
})
const mayChange = Type.Boolean({ description: 'Whether the caller may move and cancel it.' })

/** A customer's company; `id` is null for a booking without a contact. */
const VisitCustomer = Type.Object({ id: nullable(Id), companyName })
const VisitTicket = Type.Object({ id: Id, ticketNumber: Type.Integer(), title: Type.String() })

const orNull = <S extends Type.TSchema>(schema: S, description: string) =>
  Type.Unsafe<Static<S> | null>({ ...schema, type: ['object', 'null'], description })

const optionalText = (description: string) => nullable(Type.String({ description }))

const shown = {
  title: optionalText('What is to be done; the notes of a booking.'),
  activityTypeName: optionalText('The kind of work, or the service that was booked.'),
  customer: orNull(VisitCustomer, 'The customer; null for absences and what the caller may not see.'),
  portalId: nullable({ ...Id, description: 'The portal of the customer.' }),
  ticket: orNull(VisitTicket, 'The ticket; null: none, or one that the caller may not see.'),
  address: optionalText('Where it takes place.'),
  phone: optionalText('The number of the customer.'),
}

/** Something on the board. */
export const BoardEntry = Type.Object(
  {
    kind,
    id: nullable({ ...Id, description: 'Of the visit, the booking or the absence; null for `busy`.' }),
    staffId,
    startsOn: { ...Instant, description: 'When it starts.' },
    endsOn: { ...Instant, description: 'When it ends.' },
    heldUntil: {
      ...Instant,
      description: 'Until when the person is kept free; later than `endsOn` for a booking with a buffer.',
    },
    status,
    absence: nullable(
      Type.Unsafe<'holiday' | 'leave' | 'sick' | 'training' | 'other'>({
        type: 'string',
        enum: ['holiday', 'leave', 'sick', 'training', 'other'],
        description: 'Why somebody is away; null for a technician who is not that person, and for what is no absence.',
      }),
    ),
    ...shown,
    version,
    mayChange,
  },
  { title: 'BoardEntry' },
)
/** See {@link BoardEntry}. */
export type BoardEntry = Static<typeof BoardEntry>

/** A day of the board, which has 23 or 25 hours when the clocks change. */
const BoardDay = Type.Object({
  date: day,
  startsOn: { ...Instant, description: 'Its midnight.' },
  endsOn: { ...Instant, description: 'The next midnight.' },
  closing: optionalText('The name of the closing; null: none.'),
  hours: nullable(
    Type.Array(Type.Object({ from: Instant, to: Instant }), {
      description: 'The working hours; null: the company has set none at all.',
    }),
  ),
})
/** See {@link VisitBoard}. */
export type BoardDay = Static<typeof BoardDay>

/** Who is where on some days. */
export const VisitBoard = Type.Object(
  {
    timeZone: Type.String({
      description:
        'In which the days are: that of the portal in `portal`, else of the first portal that the caller works for.',
    }),
    days: Type.Array(BoardDay),
    portals: Type.Array(VisitPortal, { description: 'The portals that the caller works for.' }),
    technicians: Type.Array(BoardTechnician, { description: 'By name.' }),
    entries: Type.Array(BoardEntry, { description: 'What lies within the days, at least in part, by start.' }),
  },
  { title: 'VisitBoard' },
)
/** See {@link VisitBoard}. */
export type VisitBoard = Static<typeof VisitBoard>

const filter = {
  portal: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a portal.' })),
  group: Type.Optional({ ...Id, description: 'The id of a group.' }),
}

export const readVisitBoard = endpoint({
  name: 'readVisitBoard',
  summary: 'Who is where on some days, in the time zone of a portal: visits, bookings, absences and working hours',
  description:
    'Visits beyond what the caller may see are `busy`. `portal` and `group` narrow the technicians, never what takes their time. Without `from` today.',
  method: 'GET',
  path: `${staffRoot}/visits/board`,
  access: 'staff',
  query: Type.Object({
    from: Type.Optional(day),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: boardDaysMax, description: 'How many days; default 1.' })),
    week: Type.Optional(Type.Boolean({ description: 'Whether the days begin on the Monday of the week of `from`.' })),
    ...filter,
  }),
  reply: VisitBoard,
})

/** An open ticket for which no visit lies ahead. */
export const TicketToPlan = Type.Object(
  {
    id: Id,
    ticketNumber: Type.Integer(),
    title: Type.String(),
    customer: Type.Object({ id: Id, companyName }),
    portalId: Id,
    group: nullable(Type.String({ description: 'The name of the group.' })),
    assignee: orNull(Type.Object({ id: Id, displayName: Type.String() }), 'Who looks after the ticket.'),
    dueAt: nullable({ ...Instant, description: 'When it is due.' }),
    address: optionalText('The address of the customer.'),
    email: optionalText('Whom a visit would be mailed to: who raised the ticket, else the customer.'),
  },
  { title: 'TicketToPlan' },
)
/** See {@link TicketToPlan}. */
export type TicketToPlan = Static<typeof TicketToPlan>

export const listTicketsToPlan = endpoint({
  name: 'listTicketsToPlan',
  summary: `Open tickets for which no visit lies ahead, what is due first, at most ${toPlanMax}, and how many there are`,
  method: 'GET',
  path: `${staffRoot}/visits/to-plan`,
  access: 'staff',
  query: Type.Object({
    q: Type.Optional({ ...Search, description: 'Words of number, title or customer.' }),
    assignee: Type.Optional({ ...Id, description: 'The staff user who looks after it.' }),
    unassigned: Type.Optional(Type.Boolean({ description: 'Only those that nobody looks after.' })),
    ...filter,
  }),
  reply: Type.Object({ tickets: Type.Array(TicketToPlan), count: Type.Integer() }),
})

/** A visit with all that is planned of it. */
export const StaffVisit = Type.Object(
  {
    id: Id,
    staffId,
    startsOn: { ...Instant, description: 'When it starts.' },
    endsOn: { ...Instant, description: 'When it ends.' },
    status: Type.Unsafe<'planned' | 'done' | 'cancelled'>({ type: 'string', enum: ['planned', 'done', 'cancelled'] }),
    title: shown.title,
    activityTypeName: Type.String({ description: 'The kind of work, as the customer sees it.' }),
    customer: Type.Object({ id: Id, companyName }),
    portal: VisitPortal,
    ticket: shown.ticket,
    address: shown.address,
    phone: shown.phone,
    notes: optionalText('For who makes the visit; no customer sees it.'),
    email: optionalText('Who is mailed the visit and its changes; null: nobody.'),
    version,
    mayChange,
  },
  { title: 'StaffVisit' },
)
/** See {@link StaffVisit}. */
export type StaffVisit = Static<typeof StaffVisit>

const written = {
  staffId,
  startsOn: Instant,
  endsOn: { ...Instant, description: `At most ${visitHoursMax} hours after \`startsOn\`.` },
  title: nullable({ ...line(titleMaxLength), description: 'What is to be done.' }),
  activityTypeName: { ...line(200), description: 'The kind of work, as the customer sees it.' },
  address: nullable({ ...line(500), description: 'Where it takes place; null: at the address of the customer.' }),
  notes: nullable(Type.String({ maxLength: 4000, description: 'For who makes the visit; no customer sees it.' })),
  email: nullable({ ...email, description: 'Who is mailed the visit and its changes; null: nobody.' }),
}

const collides =
  '409 `conflict` with `collisions` if the time is taken; each has `kind`, `id`, `startsOn`, `endsOn`, `staffName`, `companyName` and `title`, of which those are ' +
  'null that the caller may not see. A technician plans only own visits.'

/** What takes the time that a visit was to have, in the problem of a refused change. */
export type VisitCollision = {
  kind: BoardEntryKind
  id: number | null
  startsOn: string
  endsOn: string
  staffName: string
  companyName: string | null
  title: string | null
}

export const planVisit = endpoint({
  name: 'planVisit',
  summary: 'Plans a visit for a ticket or a customer, and mails it to customer and technician with a calendar entry',
  description: `Either \`ticketId\` or \`contactId\`. ${collides}`,
  method: 'POST',
  path: `${staffRoot}/visits`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({
    ticketId: Type.Optional(Id),
    contactId: Type.Optional(Id),
    ...written,
    title: Type.Optional(written.title),
    address: Type.Optional(written.address),
    notes: Type.Optional(written.notes),
    email: Type.Optional(written.email),
  }),
  reply: StaffVisit,
})

export const readStaffVisit = endpoint({
  name: 'readStaffVisit',
  summary: 'One visit that is no booking',
  method: 'GET',
  path: `${staffRoot}/visits/:visitid`,
  access: 'staff',
  reply: StaffVisit,
})

export const changeStaffVisit = endpoint({
  name: 'changeStaffVisit',
  summary: 'Moves or changes a visit; customer and technician are mailed the change of the calendar entry',
  description: `What is absent stays. A visit that is cancelled, or done, stays as it is: 409 \`conflict\`. ${collides}`,
  method: 'PATCH',
  path: `${staffRoot}/visits/:visitid`,
  access: 'staff',
  body: Type.Partial(Type.Object(written)),
  reply: StaffVisit,
})

export const cancelStaffVisit = endpoint({
  name: 'cancelStaffVisit',
  summary: 'Cancels a visit; customer and technician are mailed that their calendar entry is gone',
  method: 'POST',
  path: `${staffRoot}/visits/:visitid/cancel`,
  access: 'staff',
  reply: StaffVisit,
})
