const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const year = 365 * day

/** How much time has passed, in its largest unit. */
export type Span = { unit: 'minutes' | 'hours' | 'days' | 'years'; count: number }

/** The time between two instants, as a list has room for it. */
export const spanOf = (milliseconds: number): Span => {
  if (milliseconds < hour) return { unit: 'minutes', count: Math.max(1, Math.floor(milliseconds / minute)) }
  if (milliseconds < day) return { unit: 'hours', count: Math.floor(milliseconds / hour) }
  if (milliseconds < 2 * year) return { unit: 'days', count: Math.floor(milliseconds / day) }
  return { unit: 'years', count: Math.floor(milliseconds / year) }
}

/** What of a ticket says when something is due. */
export type Dated = {
  dueAt: string | null
  awaitsAnswer: boolean
  lastMessageOn: string | null
  step: { taskStatus: number }
}

/** When something is due: `late` since a span; `soon` within the hour; else `later`, nearer or further away. */
export type Due =
  | { level: 'late'; since: Span }
  | { level: 'soon' | 'later'; what: 'firstAnswer' | 'answer' | 'other'; day: 'today' | 'tomorrow' }
  | { level: 'later'; what: 'other'; day: 'week' | 'far' }

const closed = 2

/** When something of a ticket is due; null if nothing is. `dayOf` gives the reader's day of an instant. */
export const dueOf = (
  { dueAt, awaitsAnswer, lastMessageOn, step }: Dated,
  now: number,
  dayOf: (instant: Date) => string,
): Due | null => {
  if (dueAt === null || step.taskStatus === closed) return null
  const at = Date.parse(dueAt)
  const left = at - now
  if (left < 0) return { level: 'late', since: spanOf(-left) }
  const level = left <= hour ? 'soon' : 'later'
  const what = awaitsAnswer ? (lastMessageOn === null ? 'firstAnswer' : 'answer') : 'other'
  const dueDay = dayOf(new Date(at))
  if (dueDay === dayOf(new Date(now))) return { level, what, day: 'today' }
  if (dueDay === dayOf(new Date(now + day))) return { level, what, day: 'tomorrow' }
  return { level: 'later', what: 'other', day: left < week - day ? 'week' : 'far' }
}

/** How many tickets are late, and how many are due within the hour. */
export const urgencyOf = (tickets: readonly Dated[], now: number) => {
  const open = tickets.filter(({ dueAt, step }) => dueAt !== null && step.taskStatus !== closed)
  const left = open.map(({ dueAt }) => Date.parse(dueAt ?? '') - now)
  return { late: left.filter(one => one < 0).length, soon: left.filter(one => one >= 0 && one <= hour).length }
}

/**
 * How many tickets of a list sorted by what is due first are late, and due within the hour; undefined if that cannot be known. Where all
 * loaded rows are urgent and more follow, only how many are late is known, from `lateInView`.
 */
export const urgencyOfList = (
  rows: readonly Dated[],
  { hasMore, lateInView, now }: { hasMore: boolean; lateInView: number | undefined; now: number },
) => {
  const loaded = urgencyOf(rows, now)
  if (!hasMore || loaded.late + loaded.soon < rows.length) return loaded
  return lateInView === undefined ? undefined : { late: lateInView, soon: 0 }
}
