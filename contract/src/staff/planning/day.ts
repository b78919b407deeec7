import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant, Link, line, nullable } from '../../shapes.ts'

const access = 'staff'
const Member = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })
const Asset = nullable(Type.Object({ id: Id, name: Type.String(), folderName: Type.String() }))
const Ticket = nullable(Type.Object({ id: Id, ticketNumber: Type.Integer(), title: Type.String() }))

/** What time may be taken from. */
export const TimeSource = Type.Object(
  {
    activityContractId: nullable(Id),
    contractPackageId: nullable(Id),
    name: Type.String({ description: 'A contract or package of hours of the customer.' }),
    residualMinutes: Type.Integer({ description: 'What is left of it.' }),
  },
  { title: 'TimeSource' },
)
/** See {@link TimeSource}. */
export type TimeSource = Static<typeof TimeSource>

/** Something in the day of one member of the staff. */
export const DayEntry = Type.Object(
  {
    kind: Type.Unsafe<'visit' | 'booking' | 'absence'>({
      type: 'string',
      enum: ['visit', 'booking', 'absence'],
      description: '`booking`: one without a customer of the portal, made from the open list of services.',
    }),
    id: Id,
    start: Instant,
    end: Instant,
    status: Type.Unsafe<'planned' | 'unconfirmed' | 'done'>({
      type: 'string',
      enum: ['planned', 'unconfirmed', 'done'],
    }),
    title: nullable(Type.String({ description: 'What is to be done; null of an absence.' })),
    activityTypeName: nullable(Type.String({ description: 'The kind of work.' })),
    companyName: nullable(Type.String({ description: 'The customer.' })),
    contactId: nullable(Id),
    address: nullable(Type.String({ description: 'Where it takes place.' })),
    phone: nullable(Type.String({ description: 'The number of the person, or of the customer.' })),
    person: nullable(Type.String({ description: 'Who raised the ticket.' })),
    notes: nullable(Type.String()),
    ticket: Ticket,
    asset: Asset,
    minutes: Type.Integer({ description: 'How much time is noted on it.' }),
  },
  { title: 'DayEntry' },
)
/** See {@link DayEntry}. */
export type DayEntry = Static<typeof DayEntry>

/** The day of one member of the staff. */
export const StaffDay = Type.Object(
  {
    day: Type.String({ description: '`YYYY-MM-DD`.' }),
    timeZone: Type.String({ description: 'The clock of the company: the time zone of its first portal.' }),
    staffUser: Member,
    entries: Type.Array(DayEntry),
  },
  { title: 'StaffDay' },
)
/** See {@link StaffDay}. */
export type StaffDay = Static<typeof StaffDay>

export const readStaffDay = endpoint({
  name: 'readStaffDay',
  summary: 'The day of one member of the staff: visits, bookings and absences, first to last',
  description: 'Of oneself without `staffUser`; technicians read their own alone.',
  method: 'GET',
  path: `${staffRoot}/day`,
  access,
  query: Type.Object({
    day: Type.Optional(Type.String({ maxLength: 10, description: '`YYYY-MM-DD`; absent: today.' })),
    staffUser: Type.Optional(Id),
  }),
  reply: StaffDay,
})

/** What was done before for the asset or the customer of a visit. */
export const VisitHistory = Type.Object(
  {
    /** Of the asset, where the visit has one; else of the customer. */
    of: Type.Unsafe<'asset' | 'customer'>({ type: 'string', enum: ['asset', 'customer'] }),
    entries: Type.Array(
      Type.Object({
        kind: Type.Unsafe<'ticket' | 'visit' | 'report'>({ type: 'string', enum: ['ticket', 'visit', 'report'] }),
        id: Id,
        date: Instant,
        title: Type.String(),
        by: nullable(Type.String({ description: 'Who did it.' })),
        ticketId: nullable({ ...Id, description: 'The ticket that it is, or belongs to.' }),
        isOpen: Type.Boolean({ description: 'Whether that ticket is open.' }),
      }),
    ),
  },
  { title: 'VisitHistory' },
)
/** See {@link VisitHistory}. */
export type VisitHistory = Static<typeof VisitHistory>

export const readVisitHistory = endpoint({
  name: 'readVisitHistory',
  summary:
    'Earlier tickets, visits and reports of the asset of a visit, or of its customer: newest first, at most twenty',
  method: 'GET',
  path: `${staffRoot}/day/visits/:visitid/history`,
  access,
  reply: VisitHistory,
})

export const listTimeSources = endpoint({
  name: 'listTimeSources',
  summary: 'The contracts and packages of hours of a customer that run, from which time may be taken',
  method: 'GET',
  path: `${staffRoot}/customers/:contactid/time-sources`,
  access,
  query: Type.Object({
    at: Type.Optional({
      ...Instant,
      description: 'When the work was done: those that ran then. Now, where it is absent or ahead.',
    }),
  }),
  reply: Type.Array(TimeSource),
})

const finished = {
  minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 24 * 60, description: 'Null: none is noted.' }))),
  activityTypeName: Type.Optional(nullable({ ...line(200), description: 'Absent: that of the visit.' })),
  activityContractId: Type.Optional(nullable(Id)),
  contractPackageId: Type.Optional(nullable(Id)),
}
const Finished = Type.Object({ minutes: Type.Integer({ description: 'How much time is noted on it now.' }) })

export const finishVisit = endpoint({
  name: 'finishVisit',
  summary: 'Marks a visit as done, and notes the time that it took',
  description:
    'Of a visit that was done already only the time is added. Without contract the time is unassigned. A technician does so for own visits.',
  method: 'POST',
  path: `${staffRoot}/visits/:visitid/done`,
  access,
  status: 200,
  idempotent: true,
  body: Type.Object(finished),
  reply: Finished,
})

export const reopenVisit = endpoint({
  name: 'reopenVisit',
  summary: 'Marks a visit as not done after all; noted time stays',
  method: 'DELETE',
  path: `${staffRoot}/visits/:visitid/done`,
  access,
})

export const finishBooking = endpoint({
  name: 'finishBooking',
  summary: 'Marks a booking as done, and notes the time that it took',
  description:
    'One without a customer of the portal takes time only with `contactId`, and is a visit of that customer from then on. Else as `finishVisit`.',
  method: 'POST',
  path: `${staffRoot}/bookings/:bookingid/done`,
  access,
  status: 200,
  idempotent: true,
  body: Type.Object({
    ...finished,
    contactId: Type.Optional(
      nullable({
        ...Id,
        description: 'Whose visit it was, a customer of the same portal; not for one that has a customer.',
      }),
    ),
  }),
  reply: Finished,
})

export const reopenBooking = endpoint({
  name: 'reopenBooking',
  summary: 'Marks a booking as not done after all; noted time stays, and so does its customer',
  method: 'DELETE',
  path: `${staffRoot}/bookings/:bookingid/done`,
  access,
})
