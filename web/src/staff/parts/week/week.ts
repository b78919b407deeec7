import type { WorkingCalendar, WorkingSpan } from '@portico/contract/staff/working-hours'

/** The days from Monday to Sunday, each with its spans. */
export type Week = WorkingCalendar['week']

const DAY_MINUTES = 24 * 60

/** `HH:MM` as minutes of the day. */
export const minutesOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Days that follow each other and have the same spans: the first and the last, 0 for Monday. */
export const groupDays = (week: Week): { first: number; last: number; spans: WorkingSpan[] }[] => {
  const groups: { first: number; last: number; spans: WorkingSpan[] }[] = []
  for (const [day, spans] of week.entries()) {
    const before = groups.at(-1)
    if (before && JSON.stringify(before.spans) === JSON.stringify(spans)) before.last = day
    else groups.push({ first: day, last: day, spans })
  }
  return groups
}

/** The name of a day, 0 for Monday: `lun`, `lunedì`. */
export const dayName = (day: number, locale: string, weekday: 'short' | 'long') =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day))

/** `8:00–12:30`. */
export const spanText = ({ from, to }: WorkingSpan) => `${from.replace(/^0/, '')}–${to.replace(/^0/, '')}`

/** What is wrong with the spans of a day, if anything. */
export const faultOf = (spans: readonly WorkingSpan[]): 'order' | 'overlap' | undefined => {
  const sorted = [...spans].sort((a, b) => minutesOf(a.from) - minutesOf(b.from))
  if (sorted.some(({ from, to }) => !from || !to || endOf(to) <= minutesOf(from))) return 'order'
  return sorted.some((span, at) => at > 0 && minutesOf(span.from) < endOf(sorted[at - 1]?.to ?? ''))
    ? 'overlap'
    : undefined
}

/** The end of a span in minutes: midnight is that of the end of the day. */
export const endOf = (to: string) => (to === '00:00' ? DAY_MINUTES : minutesOf(to))

/** The spans as they are sent: in their order, midnight as 24:00. */
export const sentSpans = (spans: readonly WorkingSpan[]): WorkingSpan[] =>
  spans
    .map(({ from, to }) => ({ from, to: to === '00:00' ? '24:00' : to }))
    .sort((a, b) => minutesOf(a.from) - minutesOf(b.from))

/** The week as fields for times have it: the end of a day is midnight. */
export const typedWeek = (week: Week): Week =>
  week.map(spans => spans.map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to })))
