import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Instant, line, nullable } from '../shapes.ts'
import { StaffPortal } from './session.ts'

/** Most spans of one day, and most closings of a calendar. */
export const spansMax = 6
export const closingsMax = 200

const time = (description: string) => Type.String({ maxLength: 5, description })
const day = (description: string) => Type.String({ maxLength: 10, description })

/** Some hours of a day in which the company works. */
export const WorkingSpan = Type.Object({
  from: time('`HH:MM`, in the time zone of the portal.'),
  to: time('`HH:MM`, later than `from`; `24:00` for the end of the day.'),
})
/** See {@link WorkingSpan}. */
export type WorkingSpan = Static<typeof WorkingSpan>

/**
 * Days on which nobody works. `once`: from a day to a day, `YYYY-MM-DD`. `yearly`: the same each year, `MM-DD`, also over the new year.
 * `easter`: as many days after Easter Sunday.
 */
export const Closing = Type.Object({
  name: Type.Unsafe<string>({ ...line(100), description: 'What the staff call it.' }),
  kind: Type.Unsafe<'once' | 'yearly' | 'easter'>({ type: 'string', enum: ['once', 'yearly', 'easter'] }),
  from: nullable(day('The first day; null for `easter`.')),
  to: nullable(day('The last day; null for `easter`.')),
  days: nullable(
    Type.Integer({ minimum: -60, maximum: 60, description: 'Days after Easter Sunday; null for the other kinds.' }),
  ),
})
/** See {@link Closing}. */
export type Closing = Static<typeof Closing>

const Week = Type.Array(Type.Array(WorkingSpan, { maxItems: spansMax }), {
  minItems: 7,
  maxItems: 7,
  description: 'The days from Monday to Sunday, each with its spans in their order; none: closed.',
})
const Closings = Type.Array(Closing, { maxItems: closingsMax, description: 'The days on which nobody works.' })

/** When the company works: everywhere, or in one portal. */
export const WorkingCalendar = Type.Object(
  {
    portal: Type.Unsafe<Static<typeof StaffPortal> | null>({
      ...StaffPortal,
      type: ['object', 'null'],
      description: 'The portal that has hours of its own; null: the hours of the company.',
    }),
    week: Week,
    closings: Closings,
    upcoming: Type.Array(
      Type.Object({ from: day('The first day, `YYYY-MM-DD`.'), to: day('The last day, `YYYY-MM-DD`.') }),
      { description: 'The next closed days within a year, at most three runs of them; weekly free days do not count.' },
    ),
    version: Type.String({ description: 'What a change names in `If-Match`, in double quotes.' }),
    changedAt: Instant,
  },
  { title: 'WorkingCalendar' },
)
/** See {@link WorkingCalendar}. */
export type WorkingCalendar = Static<typeof WorkingCalendar>

const common = { access: 'staff', role: 'administrator' } as const
const body = Type.Object({ week: Week, closings: Closings })
const versioned = 'With `If-Match` `conflict` where another was faster'
const written = `Tickets that are raised from now on have it; what is due already stays. ${versioned}; \`"0"\` stands for a calendar that is not there.`

export const listWorkingHours = endpoint({
  name: 'listWorkingHours',
  summary: 'The working hours of the company and of those portals that have their own',
  description: 'Without any, hours until a ticket is due are counted around the clock.',
  method: 'GET',
  path: `${staffRoot}/working-hours`,
  ...common,
  reply: Type.Array(WorkingCalendar),
})

export const setWorkingHours = endpoint({
  name: 'setWorkingHours',
  summary: 'Sets the working hours of the company, for administrators of all portals',
  description: written,
  method: 'PUT',
  path: `${staffRoot}/working-hours`,
  ...common,
  allPortals: true,
  body,
  reply: WorkingCalendar,
})

export const removeWorkingHours = endpoint({
  name: 'removeWorkingHours',
  summary: 'Removes the working hours of the company: due dates count around the clock again',
  description: `${versioned}.`,
  method: 'DELETE',
  path: `${staffRoot}/working-hours`,
  ...common,
  allPortals: true,
})

export const setPortalHours = endpoint({
  name: 'setPortalHours',
  summary: 'Gives a portal working hours and closings of its own, in place of those of the company',
  description: written,
  method: 'PUT',
  path: `${staffRoot}/working-hours/portals/:portalid`,
  ...common,
  body,
  reply: WorkingCalendar,
})

export const removePortalHours = endpoint({
  name: 'removePortalHours',
  summary: 'Removes the own working hours of a portal: those of the company hold for it again',
  description: `${versioned}.`,
  method: 'DELETE',
  path: `${staffRoot}/working-hours/portals/:portalid`,
  ...common,
})

const yearly = (date: string) => ({ kind: 'yearly', from: date, to: date, days: null }) as const
const easter = (days: number) => ({ kind: 'easter', from: null, to: null, days }) as const

/** The public holidays of Italy (laws 260/1949, 54/1977, 336/2000 and 151/2025, which has Saint Francis from 2026 on). */
export const italianHolidays = {
  newYear: yearly('01-01'),
  epiphany: yearly('01-06'),
  easter: easter(0),
  easterMonday: easter(1),
  liberation: yearly('04-25'),
  labour: yearly('05-01'),
  republic: yearly('06-02'),
  assumption: yearly('08-15'),
  saintFrancis: yearly('10-04'),
  allSaints: yearly('11-01'),
  immaculate: yearly('12-08'),
  christmas: yearly('12-25'),
  saintStephen: yearly('12-26'),
} as const
/** One of {@link italianHolidays}. */
export type ItalianHoliday = keyof typeof italianHolidays
