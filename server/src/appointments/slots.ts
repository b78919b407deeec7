import type { Closing } from '@portico/contract/staff/working-hours'
import { instantOf, wallAt } from '../kernel/time/local-time.ts'
import { isClosed } from './closing-rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Weekdays as `weeklyHours` spells them. */
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** When a service can be booked, in its portal's time zone. */
export type ServiceSchedule = {
  durationMinutes: number
  bufferMinutes: number
  weeklyHours: string[]
  closedDays: string[]
  /** Days on which the company is closed, where the service keeps them. */
  closings: Closing[]
  noticeMinutes: number
  horizonDays: number
  timeZone: string
}

/** A half-open time span in epoch milliseconds: `from` included, `to` excluded. */
export type Span = { from: number; to: number }

type OpenHours = { weekday: number; from: number; to: number }

/** Parses `MON 08:30-12:30` (up to 24:00) into minutes from midnight; undefined for any other text. */
export const readHours = (text: string): OpenHours | undefined => {
  const match = /^([A-Z]{3}) (\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text)
  const weekday = weekdays.indexOf(match?.[1] ?? '')
  if (!match || weekday < 0) return undefined
  const from = Number(match[2]) * 60 + Number(match[3])
  const to = Number(match[4]) * 60 + Number(match[5])
  return from < to && to <= 24 * 60 ? { weekday, from, to } : undefined
}

/** Milliseconds from one start to the next. */
const computeSlotInterval = (schedule: ServiceSchedule) => (schedule.durationMinutes + schedule.bufferMinutes) * MINUTE

/** The open hours of one local day, given by the wall time of its midnight, as wall times. */
const findOpenHours = ({ closedDays, closings, weeklyHours }: ServiceSchedule, midnight: number): Span[] => {
  const day = new Date(midnight).toISOString().slice(0, 10)
  if (closedDays.includes(day) || isClosed(closings, day)) return []
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7
  return weeklyHours.flatMap(text => {
    const hours = readHours(text)
    if (hours?.weekday !== weekday) return []
    return [{ from: midnight + hours.from * MINUTE, to: midnight + hours.to * MINUTE }]
  })
}

// When the clock changes during the day, elapsed minutes may run past the opening hours that the clock shows.
const isOpenAt = (instant: number, { from, to }: Span, timeZone: string) => {
  const wall = wallAt(instant, timeZone)
  return wall >= from && wall < to
}

/** The starts of one local day, given by the wall time of its midnight: consecutive from each opening, in elapsed minutes. */
const findStartsOnDay = (schedule: ServiceSchedule, midnight: number): number[] => {
  const { timeZone } = schedule
  const duration = schedule.durationMinutes * MINUTE
  return findOpenHours(schedule, midnight).flatMap(hours => {
    const isOpen = (instant: number) => isOpenAt(instant, hours, timeZone)
    const last = instantOf(hours.to, timeZone).getTime() - duration
    const starts: number[] = []
    for (let start = instantOf(hours.from, timeZone).getTime(); start <= last; start += computeSlotInterval(schedule))
      if (isOpen(start) && isOpen(start + duration - 1)) starts.push(start)
    return starts
  })
}

/** The starts that a service offers within a span, in order, booked or not: after its notice and within its horizon. */
export const findOfferedStarts = (schedule: ServiceSchedule, span: Span, now: Date): number[] => {
  const from = Math.max(span.from, now.getTime() + schedule.noticeMinutes * MINUTE)
  const to = Math.min(span.to, now.getTime() + schedule.horizonDays * DAY + 1)
  if (from >= to) return []
  const starts = new Set<number>()
  const lastDay = wallAt(to, schedule.timeZone)
  for (let day = Math.floor(wallAt(from, schedule.timeZone) / DAY) * DAY; day <= lastDay; day += DAY)
    for (const start of findStartsOnDay(schedule, day)) if (start >= from && start < to) starts.add(start)
  return [...starts].sort((a, b) => a - b)
}

/** Whether a time lies in the open hours of a service, whatever its notice and horizon. */
export const isWithinHours = (schedule: ServiceSchedule, { from, to }: Span): boolean => {
  const { timeZone } = schedule
  const midnight = Math.floor(wallAt(from, timeZone) / DAY) * DAY
  return findOpenHours(schedule, midnight).some(
    hours => isOpenAt(from, hours, timeZone) && isOpenAt(to - 1, hours, timeZone),
  )
}

/** Whether a service offers exactly this start. */
export const isOffered = (schedule: ServiceSchedule, start: Date, now: Date): boolean =>
  findOfferedStarts(schedule, { from: start.getTime(), to: start.getTime() + 1 }, now).length === 1

/** The time that an appointment takes of the staff member: its duration and the buffer after it. */
export const computeOccupiedSpan = (schedule: ServiceSchedule, start: number): Span => ({
  from: start,
  to: start + computeSlotInterval(schedule),
})

/** Of these ordered starts, those at which at least one staff member is free. `busy` has an unordered list for each staff member. */
export const findFreeStarts = (schedule: ServiceSchedule, starts: number[], busy: Span[][]): number[] => {
  const free = new Set<number>()
  for (const spans of busy) {
    const ordered = [...spans].sort((a, b) => a.from - b.from)
    let next = 0
    let busyUntil = Number.NEGATIVE_INFINITY
    for (const start of starts) {
      const occupied = computeOccupiedSpan(schedule, start)
      for (let span = ordered[next]; span && span.from < occupied.to; span = ordered[++next])
        busyUntil = Math.max(busyUntil, span.to)
      if (busyUntil <= occupied.from) free.add(start)
    }
  }
  return starts.filter(start => free.has(start))
}
