import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { Language } from '../../language.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Link, nullable } from '../../shapes.ts'

const path = `${staffRoot}/time` as const
const access = 'staff'
const day = Type.String({ maxLength: 10, description: '`YYYY-MM-DD`.' })
const minutes = Type.Integer({ description: 'A sum of minutes.' })
const timeZone = Type.String({ description: 'The time zone of the days: that of the company’s first portal.' })
const Member = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })

/** Some time that somebody worked. */
export const TimeEntry = Type.Object(
  {
    kind: Type.Unsafe<'time' | 'activity'>({
      type: 'string',
      enum: ['time', 'activity'],
      description: '`time`: noted on a ticket or visit. `activity`: written to a contract directly.',
    }),
    id: Id,
    day,
    staffUser: nullable(Member),
    minutes,
    activityTypeName: Type.String(),
    customer: Type.Object({ id: Id, companyName: Type.String() }),
    ticket: nullable(Type.Object({ id: Id, ticketNumber: Type.Integer(), title: Type.String() })),
    visitTitle: nullable(Type.String({ description: 'What the visit was for; null: it was noted on no visit.' })),
    contract: nullable(
      Type.String({ description: 'The contract or package that it was taken from; null: unassigned.' }),
    ),
  },
  { title: 'TimeEntry' },
)
/** See {@link TimeEntry}. */
export type TimeEntry = Static<typeof TimeEntry>

/** The week of one member of the staff. */
export const TimeWeek = Type.Object(
  {
    from: day,
    to: day,
    timeZone,
    staffUser: Member,
    minutes,
    unassignedMinutes: minutes,
    days: Type.Array(Type.Object({ day, minutes }), { description: 'From Monday to Sunday.' }),
    entries: Type.Array(TimeEntry),
  },
  { title: 'TimeWeek' },
)
/** See {@link TimeWeek}. */
export type TimeWeek = Static<typeof TimeWeek>

/** The week of the team. */
export const TeamWeek = Type.Object(
  {
    from: day,
    to: day,
    timeZone,
    minutes,
    unassignedMinutes: minutes,
    people: Type.Array(
      Type.Object({
        staffUser: Member,
        minutes,
        unassignedMinutes: minutes,
        days: Type.Array(minutes, { description: 'From Monday to Sunday.' }),
      }),
      { description: 'All who can be given visits, and all who noted time, by name.' },
    ),
  },
  { title: 'TeamWeek' },
)
/** See {@link TeamWeek}. */
export type TeamWeek = Static<typeof TeamWeek>

/** The month of a customer. */
export const CustomerMonth = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`.' }),
    timeZone,
    customer: Type.Object({ id: Id, companyName: Type.String() }),
    minutes,
    unassignedMinutes: minutes,
    contracts: Type.Array(Type.Object({ name: Type.String(), minutes })),
    entries: Type.Array(TimeEntry),
  },
  { title: 'CustomerMonth' },
)
/** See {@link CustomerMonth}. */
export type CustomerMonth = Static<typeof CustomerMonth>

const week = {
  day: Type.Optional({ ...day, description: 'Any day of the week, `YYYY-MM-DD`; absent: today.' }),
}
const ofWhom = { ...week, staffUser: Type.Optional({ ...Id, description: 'Absent: oneself.' }) }
const month = { month: Type.Optional(Type.String({ maxLength: 7, description: '`YYYY-MM`; absent: this one.' })) }
const language = { language: Type.Optional(Language) }
const own = 'Technicians read their own alone.'
const asCsv =
  'As spreadsheets in Italy read it: semicolons, decimal commas, UTF-8 with a byte order mark; what would be a formula is none.'

export const readTimeWeek = endpoint({
  name: 'readTimeWeek',
  summary: 'The time that one member of the staff noted in a week',
  description: own,
  method: 'GET',
  path: `${path}/week`,
  access,
  query: Type.Object(ofWhom),
  reply: TimeWeek,
})

export const exportTimeWeek = endpoint({
  name: 'exportTimeWeek',
  summary: 'The same as CSV',
  description: `${own} ${asCsv}`,
  method: 'GET',
  path: `${path}/week.csv`,
  access,
  query: Type.Object({ ...ofWhom, ...language }),
  raw: 'text/csv',
})

export const readTeamWeek = endpoint({
  name: 'readTeamWeek',
  summary: 'The time that the team noted in a week, for each person and day',
  method: 'GET',
  path: `${path}/team`,
  access,
  role: 'office',
  query: Type.Object(week),
  reply: TeamWeek,
})

export const exportTeamWeek = endpoint({
  name: 'exportTeamWeek',
  summary: 'All that the team noted in a week, as CSV',
  description: asCsv,
  method: 'GET',
  path: `${path}/team.csv`,
  access,
  role: 'office',
  query: Type.Object({ ...week, ...language }),
  raw: 'text/csv',
})

export const readCustomerMonth = endpoint({
  name: 'readCustomerMonth',
  summary: 'The time that was worked for a customer in a month, by contract and unassigned',
  method: 'GET',
  path: `${path}/customers/:contactid`,
  access,
  role: 'office',
  query: Type.Object(month),
  reply: CustomerMonth,
})

export const exportCustomerMonth = endpoint({
  name: 'exportCustomerMonth',
  summary: 'The same as CSV',
  description: asCsv,
  method: 'GET',
  path: `${path}/customers/:contactid/month.csv`,
  access,
  role: 'office',
  query: Type.Object({ ...month, ...language }),
  raw: 'text/csv',
})
