import type { WorkingSpan } from '@portico/contract/staff/working-hours'

/** Weekdays as the records of services spell them, from Monday on. */
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The days from Monday to Sunday, each with its hours. */
export type Week = WorkingSpan[][]

/** Weekly hours as records have them (`MON 08:30-12:30`) as a week; each day in the order of its hours. */
export const weekOf = (weeklyHours: readonly string[]): Week =>
  weekdays.map(weekday =>
    weeklyHours
      .flatMap(text => {
        const [name, from, to] = text.split(/[ -]/)
        return name === weekday && from && to ? [{ from, to }] : []
      })
      .sort((a, b) => a.from.localeCompare(b.from)),
  )

/** A week as weekly hours of a record. */
export const weeklyHoursOf = (week: Week): string[] =>
  week.flatMap((spans, day) => spans.map(({ from, to }) => `${weekdays[day]} ${from}-${to}`))

const TIME = /^([01]\d|2[0-4]):[0-5]\d$/

/** What is wrong with a week, and where; undefined if nothing is. */
export const findWeekFault = (week: Week): { path: string; message: string } | undefined => {
  for (const [day, spans] of week.entries())
    for (const [nth, { from, to }] of spans.entries()) {
      const path = `body.week[${day}][${nth}]`
      // Times of two digits are in their order as texts.
      if (!TIME.test(from) || !TIME.test(to) || from >= to || to > '24:00')
        return { path, message: 'is no span: write 08:00 to 12:30' }
      if (spans.some((other, at) => at < nth && from < other.to && other.from < to))
        return { path, message: 'overlaps another span of the day' }
    }
  return week.every(spans => spans.length === 0) ? { path: 'body.week', message: 'has no hour' } : undefined
}
