import { instantOf, wallAt } from '../kernel/time/date-range.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The days of the week as a service's hours name them (spec 9). */
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** When a service is given: its own settings, in its portal's time zone. */
export type Offer = {
  durationMinutes: number
  bufferMinutes: number
  weeklyHours: string[]
  closedDays: string[]
  noticeMinutes: number
  horizonDays: number
  timeZone: string
}

/** A span of time in milliseconds: `from` included, `to` excluded. */
export type Span = { from: number; to: number }

type OpenHours = { weekday: number; from: number; to: number }

/** Reads `MON 08:30-12:30`, up to 24:00; undefined for anything else. Minutes from midnight. */
export const readHours = (text: string): OpenHours | undefined => {
  const match = /^([A-Z]{3}) (\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text)
  const weekday = weekdays.indexOf(match?.[1] ?? '')
  if (!match || weekday < 0) return undefined
  const from = Number(match[2]) * 60 + Number(match[3])
  const to = Number(match[4]) * 60 + Number(match[5])
  return from < to && to <= 24 * 60 ? { weekday, from, to } : undefined
}

const stepOf = (offer: Offer) => (offer.durationMinutes + offer.bufferMinutes) * MINUTE

/** The times of one local day, given as its midnight's wall time: one behind the other from each opening on, in real minutes. */
const startsOn = (offer: Offer, midnight: number): number[] => {
  const { timeZone, closedDays, weeklyHours } = offer
  if (closedDays.includes(new Date(midnight).toISOString().slice(0, 10))) return []
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7
  const duration = offer.durationMinutes * MINUTE
  return weeklyHours.flatMap(text => {
    const hours = readHours(text)
    if (hours?.weekday !== weekday) return []
    const open = midnight + hours.from * MINUTE
    const close = midnight + hours.to * MINUTE
    // On a day on which the clock changes, real minutes may run past what the clock shows as open.
    const isOpen = (instant: number) => {
      const wall = wallAt(instant, timeZone)
      return wall >= open && wall < close
    }
    const last = instantOf(close, timeZone).getTime() - duration
    const starts: number[] = []
    for (let start = instantOf(open, timeZone).getTime(); start <= last; start += stepOf(offer))
      if (isOpen(start) && isOpen(start + duration - 1)) starts.push(start)
    return starts
  })
}

/** The beginnings that a service offers within a span, taken or not, in order: not before its notice nor beyond its horizon. */
export const offeredStarts = (offer: Offer, span: Span, now: Date): number[] => {
  const from = Math.max(span.from, now.getTime() + offer.noticeMinutes * MINUTE)
  const to = Math.min(span.to, now.getTime() + offer.horizonDays * DAY + 1)
  if (from >= to) return []
  const starts = new Set<number>()
  const lastDay = wallAt(to, offer.timeZone)
  for (let day = Math.floor(wallAt(from, offer.timeZone) / DAY) * DAY; day <= lastDay; day += DAY)
    for (const start of startsOn(offer, day)) if (start >= from && start < to) starts.add(start)
  return [...starts].sort((a, b) => a - b)
}

/** Whether a service offers exactly this beginning. */
export const isOffered = (offer: Offer, start: Date, now: Date): boolean =>
  offeredStarts(offer, { from: start.getTime(), to: start.getTime() + 1 }, now).length === 1

/** The time that an appointment takes of the person who gives it: itself and its buffer. */
export const heldSpan = (offer: Offer, start: number): Span => ({ from: start, to: start + stepOf(offer) })

/** Of these beginnings in order, those at which one of the staff is free; `busy` has the times of each in any order. */
export const freeStarts = (offer: Offer, starts: number[], busy: Span[][]): number[] => {
  const free = new Set<number>()
  for (const taken of busy) {
    const ordered = [...taken].sort((a, b) => a.from - b.from)
    let next = 0
    let busyUntil = Number.NEGATIVE_INFINITY
    for (const start of starts) {
      const held = heldSpan(offer, start)
      for (let span = ordered[next]; span && span.from < held.to; span = ordered[++next])
        busyUntil = Math.max(busyUntil, span.to)
      if (busyUntil <= held.from) free.add(start)
    }
  }
  return starts.filter(start => free.has(start))
}
