import { instantOf } from '../../kernel/time/local-time.ts'
import { Refusal } from './refusal.ts'

const DAY = 86_400_000
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/

/** The number of days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY

const isTime = (text: string) => {
  const time = Date.parse(`${text}Z`)
  // JavaScript rejects some dates that do not exist and turns others, such as 31 February, into a different date.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const pad = (part: string | undefined) => part ?? '00'

/**
 * Parses a date of the import format: ISO 8601 with an offset, or a local time (`YYYY-MM-DD`, `YYYY-MM-DD HH:mm[:ss]`) in the portal's
 * time zone. Shifts it by whole days; a local time keeps its hour across a clock change. Throws {@link Refusal}.
 */
export const readInstant = (
  text: string,
  { field, timeZone, shiftDays }: { field: string; timeZone: string; shiftDays: number },
) => {
  const instant = INSTANT.exec(text)
  if (instant?.[1] && isTime(instant[1]) && !Number.isNaN(Date.parse(text)))
    return new Date(Date.parse(text) + shiftDays * DAY)
  const local = LOCAL.exec(text)
  if (!local)
    throw new Refusal(field, 'is not a date: YYYY-MM-DD, YYYY-MM-DD HH:mm or an instant such as 2026-11-03T08:15:00Z')
  const wall = `${local[1]}-${local[2]}-${local[3]}T${pad(local[4])}:${pad(local[5])}:${pad(local[6])}`
  if (!isTime(wall)) throw new Refusal(field, 'is a date that does not exist')
  return instantOf(Date.parse(`${wall}Z`) + shiftDays * DAY, timeZone)
}

/** The last second of a day without a time, for the end of a period; returns any other date unchanged. */
export const endOfDay = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 23:59:59` : text)
