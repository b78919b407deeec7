import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant, Link, line, nullable } from '../../shapes.ts'
import { StaffPortal } from '../session.ts'
import { spansMax, WorkingSpan } from '../working-hours.ts'

const path = `${staffRoot}/services` as const
const DAY_MINUTES = 24 * 60

/** Most services of a portal, and most days on which one is closed. */
export const servicesMax = 200
export const closedDaysMax = 1000

/** A member of the staff, as services, bookings and absences name one. */
export const ServiceStaff = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })
/** See {@link ServiceStaff}. */
export type ServiceStaff = Static<typeof ServiceStaff>

const week = Type.Array(Type.Array(WorkingSpan, { maxItems: spansMax }), {
  minItems: 7,
  maxItems: 7,
  description: 'The days from Monday to Sunday, each with the hours in which it can be booked.',
})
const durationMinutes = Type.Integer({
  minimum: 10,
  maximum: DAY_MINUTES,
  description: 'How long an appointment lasts.',
})
const bufferMinutes = Type.Integer({
  minimum: 0,
  maximum: DAY_MINUTES,
  description: 'How long the person is kept free behind it.',
})
const closedDays = Type.Array(Type.String({ maxLength: 10, description: '`YYYY-MM-DD`.' }), {
  maxItems: closedDaysMax,
  description: 'Days on which it cannot be booked.',
})
const keepsClosings = Type.Boolean({
  description: 'Whether it cannot be booked on the days on which the company is closed either.',
})
const noticeHours = Type.Integer({
  minimum: 0,
  maximum: 24 * 365,
  description: 'How many hours ahead customers book it, move it and cancel it.',
})
const horizonDays = Type.Integer({ minimum: 1, maximum: 366, description: 'How many days ahead customers book it.' })
const key = Type.String({
  maxLength: 60,
  description: 'Its word in addresses: `a-z`, `0-9` and `-`, unique within the portal.',
})
const description = nullable(Type.String({ maxLength: 2000, description: 'A text for customers.' }))
const staffIds = Type.Array(Id, { maxItems: 200, uniqueItems: true, description: 'The staff who give it.' })
const isActive = Type.Boolean({ description: 'Whether it takes bookings; those that are there stay.' })

const schedule = { durationMinutes, bufferMinutes, week, closedDays, keepsClosings, noticeHours, horizonDays }

/** A bookable service, as the staff set it up. */
export const StaffService = Type.Object(
  {
    id: Id,
    portal: StaffPortal,
    timeZone: Type.String({ description: 'The time zone of the portal, in which its hours are.' }),
    key,
    name: Type.String({ description: 'The name that customers see.' }),
    description,
    ...schedule,
    staff: Type.Array(ServiceStaff),
    isActive,
    bookingsAhead: Type.Integer({ description: 'How many bookings lie ahead.' }),
    version: Type.String({
      description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
    }),
  },
  { title: 'StaffService' },
)
/** See {@link StaffService}. */
export type StaffService = Static<typeof StaffService>

const common = { access: 'staff', role: 'administrator' } as const

export const listStaffServices = endpoint({
  name: 'listStaffServices',
  summary: 'The bookable services of the portals that the account works for, by name',
  method: 'GET',
  path,
  access: 'staff',
  query: Type.Object({ portal: Type.Optional(Id) }),
  reply: Type.Array(StaffService),
})

export const readStaffService = endpoint({
  name: 'readStaffService',
  summary: 'One bookable service',
  method: 'GET',
  path: `${path}/:serviceid`,
  access: 'staff',
  reply: StaffService,
})

export const createService = endpoint({
  name: 'createService',
  summary: 'Sets up a bookable service',
  description: '409 `conflict` at `body.key` if another service of the portal has the word.',
  method: 'POST',
  path,
  ...common,
  status: 201,
  body: Type.Object({
    portalId: Id,
    key,
    name: line(200),
    description: Type.Optional(description),
    ...schedule,
    staffIds,
    isActive: Type.Optional(isActive),
  }),
  reply: StaffService,
})

export const changeService = endpoint({
  name: 'changeService',
  summary: 'Changes what is named of a bookable service; its bookings stay as they are',
  description: '`If-Match` with the `version` that was read.',
  method: 'PATCH',
  path: `${path}/:serviceid`,
  ...common,
  body: Type.Partial(Type.Object({ key, name: line(200), description, ...schedule, staffIds, isActive })),
  reply: StaffService,
})

export const removeService = endpoint({
  name: 'removeService',
  summary: 'Removes a bookable service that nobody was ever invited to or has booked',
  description: '409 `conflict` for any other: switch it off instead.',
  method: 'DELETE',
  path: `${path}/:serviceid`,
  ...common,
})

/** What a service would offer: its next free times, and the bookings that its hours leave out. */
export const ServicePreview = Type.Object(
  {
    timeZone: Type.String(),
    days: Type.Array(
      Type.Object({
        day: Type.String({ description: '`YYYY-MM-DD` in the time zone of the portal.' }),
        starts: Type.Array(Instant, { description: 'The first free times of the day.' }),
        more: Type.Integer({ description: 'How many free times follow.' }),
      }),
      { description: 'The next days with free times, at most seven.' },
    ),
    outside: Type.Array(Type.Object({ id: Id, start: Instant, companyName: Type.String() }), {
      description: 'The first bookings ahead that do not lie in these hours. They stay until somebody moves them.',
    }),
    outsideCount: Type.Integer({ description: 'How many there are.' }),
  },
  { title: 'ServicePreview' },
)
/** See {@link ServicePreview}. */
export type ServicePreview = Static<typeof ServicePreview>

export const previewService = endpoint({
  name: 'previewService',
  summary: 'What customers would see of a service; changes nothing',
  method: 'POST',
  path: `${path}/preview`,
  ...common,
  status: 200,
  body: Type.Object({
    portalId: Id,
    serviceId: Type.Optional({
      ...Id,
      description: 'The service that is being changed, whose bookings are looked at.',
    }),
    ...schedule,
    staffIds,
  }),
  reply: ServicePreview,
})

export const listServiceStaff = endpoint({
  name: 'listServiceStaff',
  summary: 'The staff of the company who can be given visits, by name',
  method: 'GET',
  path: `${path}/staff`,
  access: 'staff',
  reply: Type.Array(ServiceStaff),
})
