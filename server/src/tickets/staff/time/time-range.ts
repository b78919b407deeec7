import { failAt } from '../../../kernel/errors/fail.ts'
import { dayOf, instantOf } from '../../../kernel/time/local-time.ts'

const DAY = 24 * 3_600_000

const textOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)

/** Midnight of a day as local time, in milliseconds as if UTC; undefined for what is no day. */
const midnightOf = (text: string): number | undefined => {
  const wall = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(wall) && textOf(wall) === text ? wall : undefined
}

/** Days of a clock, from one instant to the other. */
export type TimeRange = { days: string[]; from: Date; to: Date; timeZone: string }

const rangeOf = (first: number, count: number, timeZone: string): TimeRange => ({
  days: Array.from({ length: count }, (_, n) => textOf(first + n * DAY)),
  from: instantOf(first, timeZone),
  to: instantOf(first + count * DAY, timeZone),
  timeZone,
})

/** The week, Monday to Sunday, of a day; absent: of today. */
export const weekOf = (day: string | undefined, timeZone: string, now: Date): TimeRange => {
  const wall =
    midnightOf(day ?? dayOf(now, timeZone)) ?? failAt('invalid_request', 'query.day', 'is not a day: YYYY-MM-DD')
  return rangeOf(wall - ((new Date(wall).getUTCDay() + 6) % 7) * DAY, 7, timeZone)
}

/** A month `YYYY-MM`; absent: this one. */
export const monthOf = (month: string | undefined, timeZone: string, now: Date): TimeRange => {
  const wall =
    midnightOf(`${month ?? dayOf(now, timeZone).slice(0, 7)}-01`) ??
    failAt('invalid_request', 'query.month', 'is not a month: YYYY-MM')
  const first = new Date(wall)
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  return rangeOf(wall, Math.round((next - wall) / DAY), timeZone)
}
