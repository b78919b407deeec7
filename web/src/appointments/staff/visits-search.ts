/** What the board's address shows: a day or its week, of a portal or a group, and an entry that is open. */
export type VisitsSearch = {
  /** `YYYY-MM-DD`; absent: today. */
  day?: string
  /** `week`; absent: the day alone. */
  view?: 'week'
  /** The key of a portal. */
  portal?: string
  group?: number
  /** The key of the entry that is open: `visit-12`. */
  open?: string
  /** The id of a ticket for which the form of a visit is open. */
  plan?: number
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Reads the search of the board's address; what is malformed is left out. */
export const readVisitsSearch = ({ day, view, portal, group, open, plan }: Record<string, unknown>): VisitsSearch => ({
  ...(isDay(day) && { day }),
  ...(view === 'week' && { view }),
  ...(typeof portal === 'string' && portal && { portal }),
  ...(isId(group) && { group }),
  ...(isId(plan) && { plan }),
  ...(typeof open === 'string' && /^(visit|booking|absence)-\d{1,16}$/.test(open) && { open }),
})

/** What of an address says which board is shown; undefined is as absent. */
export type ShownSearch = { [Name in 'day' | 'view' | 'portal' | 'group']?: VisitsSearch[Name] | undefined }

/** What the address asks of the server. */
export const boardQuery = ({ day, view, portal, group }: ShownSearch) => ({
  ...(day && { from: day }),
  ...(view === 'week' && { days: 7, week: true }),
  ...(portal && { portal }),
  ...(group && { group }),
})
/** See {@link boardQuery}. */
export type BoardQuery = ReturnType<typeof boardQuery>

/** A day as many days later. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
