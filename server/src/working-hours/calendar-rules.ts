import type { Closing, WorkingSpan } from '@portico/contract/staff/working-hours'

/** A calendar as it is written. */
export type WrittenCalendar = { week: WorkingSpan[][]; closings: Closing[] }

/** Pairs of minutes of the day. */
export type StoredWeek = [number, number][][]

/** What is wrong with a calendar, and where. */
export type Fault = { path: string; message: string }

const LONGEST_CLOSING = 366
const DAY = 24 * 3_600_000

/** `HH:MM` as minutes of the day; undefined for what is no time. */
const minutesOf = (time: string): number | undefined => {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(time) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return minutes <= 24 * 60 ? minutes : undefined
}

const dayOf = (text: string): number | undefined => {
  const time = Date.parse(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time)
  return isDay && new Date(time).toISOString().startsWith(text) ? time : undefined
}

// 29 February is a day of some years.
const isDayOfYear = (text: string) => /^\d\d-\d\d$/.test(text) && dayOfLeapYear(text)
const dayOfLeapYear = (text: string) => {
  const time = Date.parse(`2028-${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(5, 10) === text
}

/** `from` and `to` of a span in minutes; undefined if they are no times in their order. */
const spanOf = ({ from, to }: WorkingSpan): [number, number] | undefined => {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return begin !== undefined && end !== undefined && begin < end ? [begin, end] : undefined
}

/** Reads the week; the fault of the first span that is none or overlaps another. */
export const readWeek = (week: WorkingSpan[][]): { week: StoredWeek } | { fault: Fault } => {
  const read: StoredWeek = []
  for (const [day, spans] of week.entries()) {
    const minutes: [number, number][] = []
    for (const [nth, span] of spans.entries()) {
      const pair = spanOf(span)
      const path = `body.week[${day}][${nth}]`
      if (!pair) return { fault: { path, message: 'is no span: write 08:00 to 12:30' } }
      if (minutes.some(([from, to]) => pair[0] < to && from < pair[1]))
        return { fault: { path, message: 'overlaps another span of the day' } }
      minutes.push(pair)
    }
    read.push(minutes.sort(([a], [b]) => a - b))
  }
  if (read.every(spans => spans.length === 0)) return { fault: { path: 'body.week', message: 'has no hour' } }
  return { week: read }
}

const isClosing = ({ kind, from, to, days }: Closing): boolean => {
  if (kind === 'easter') return days !== null && from === null && to === null
  if (from === null || to === null || days !== null) return false
  if (kind === 'yearly') return isDayOfYear(from) && isDayOfYear(to)
  const [first, last] = [dayOf(from), dayOf(to)]
  return first !== undefined && last !== undefined && first <= last && (last - first) / DAY < LONGEST_CLOSING
}

/** The closings; the fault of the first that has none or is no closing. */
export const readClosings = (closings: Closing[]): { closings: Closing[] } | { fault: Fault } => {
  const wrong = closings.findIndex(closing => closing.name === '' || !isClosing(closing))
  return wrong === -1
    ? { closings }
    : { fault: { path: `body.closings[${wrong}]`, message: 'needs a name and days in their order' } }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Minutes of the day as `HH:MM`. */
export const timeOf = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
