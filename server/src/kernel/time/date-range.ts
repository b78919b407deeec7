import { failAt } from '../errors/fail.ts'
import { instantOf } from './local-time.ts'

/** A range of instants: `from` inclusive, `to` exclusive; an undefined end is open. */
export type Range = { from: Date | undefined; to: Date | undefined }

const WHEN = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2}))?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Whether the day exists: `Date` turns 31 June into 1 July. Years before 1000 count as typing errors. */
export const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !text.startsWith('0') && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

type Read = { start: Date; end: Date }

/** Parses a `from` or `to` as a span: a day, a minute or an instant; undefined if it is none of them. */
const read = (text: string, timeZone: string): Read | undefined => {
  if (INSTANT.test(text)) {
    const instant = new Date(text)
    if (Number.isNaN(instant.getTime()) || !isDay(text.slice(0, 10))) return undefined
    return { start: instant, end: new Date(instant.getTime() + 1) }
  }
  const match = WHEN.exec(text)
  if (!match) return undefined
  const [, day = '', hours, minutes] = match
  if (!isDay(day) || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined
  const wall = Date.parse(`${day}T${hours ?? '00'}:${minutes ?? '00'}:00Z`)
  const next = wall + (hours === undefined ? DAY : MINUTE)
  return { start: instantOf(wall, timeZone), end: instantOf(next, timeZone) }
}

/** Reads the IANA time zone of a query, UTC where there is none; `invalid_request` for an unknown one. */
export const readTimeZone = ({ timeZone = 'UTC' }: { timeZone?: string }): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return failAt('invalid_request', 'query.timeZone', 'is not a time zone')
  }
}

/** Parses the `from` and `to` of a query in the portal's time zone; `invalid_request` for a malformed date or a negative range. */
export const readRange = (query: { from?: string; to?: string }, timeZone: string): Range => {
  const one = (name: 'from' | 'to') => {
    const text = query[name]
    if (text === undefined || text === '') return undefined
    return (
      read(text, timeZone) ??
      failAt('invalid_request', `query.${name}`, 'is not a date: YYYY-MM-DD, YYYY-MM-DD HH:mm or an instant')
    )
  }
  const from = one('from')?.start
  const to = one('to')?.end
  if (from && to && from >= to) failAt('invalid_request', 'query.to', 'is before `from`')
  return { from, to }
}
