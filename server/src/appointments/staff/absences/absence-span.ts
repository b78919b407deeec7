import { failAt } from '../../../kernel/errors/fail.ts'
import { instantOf, wallAt } from '../../../kernel/time/local-time.ts'
import { longestAbsence } from '../../absence-record.ts'

const DAY = 24 * 3_600_000
const WHEN = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2}))?$/

/** A text as a local time in milliseconds, as if UTC; undefined for what is no day or time. */
const wallOf = (text: string): { wall: number; isDay: boolean } | undefined => {
  const [, day = '', hour, minute] = WHEN.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  if (hour === undefined || minute === undefined) return { wall: midnight, isDay: true }
  if (Number(hour) > 23 || Number(minute) > 59) return undefined
  return { wall: midnight + (Number(hour) * 60 + Number(minute)) * 60_000, isDay: false }
}

/** The time of an absence: whole days of the company's clock, or from one time to another. */
export const readSpan = (
  { from, to }: { from: string; to: string },
  timeZone: string,
): { start: Date; end: Date; isAllDay: boolean } => {
  const begin = wallOf(from) ?? failAt('invalid_request', 'body.from', 'is not YYYY-MM-DD or YYYY-MM-DD HH:mm')
  const last = wallOf(to) ?? failAt('invalid_request', 'body.to', 'is not YYYY-MM-DD or YYYY-MM-DD HH:mm')
  const start = instantOf(begin.wall, timeZone)
  const end = instantOf(last.isDay ? last.wall + DAY : last.wall, timeZone)
  if (end <= start) failAt('invalid_request', 'body.to', 'is not behind `from`')
  if (end.getTime() - start.getTime() > longestAbsence)
    failAt('invalid_request', 'body.to', 'is more than two years away')
  return { start, end, isAllDay: begin.isDay && last.isDay }
}

const text = (instant: Date, timeZone: string) => new Date(wallAt(instant.getTime(), timeZone)).toISOString()

/** The time of an absence as it was written. */
export const writtenSpan = (
  { start, end, isAllDay }: { start: Date; end: Date; isAllDay: boolean },
  timeZone: string,
): { from: string; to: string } => {
  if (isAllDay)
    return { from: text(start, timeZone).slice(0, 10), to: text(new Date(end.getTime() - 1), timeZone).slice(0, 10) }
  const minute = (instant: Date) => text(instant, timeZone).slice(0, 16).replace('T', ' ')
  return { from: minute(start), to: minute(end) }
}
