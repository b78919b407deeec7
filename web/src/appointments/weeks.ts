import type { Slot } from '@portico/contract/appointments'
import { wallClock } from '../text/calendar.ts'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const DAY = 86_400_000

const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const written = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day so many days after another. */
export const daysAfter = (day: Day, count: number): Day => written(utc(day) + count * DAY)

const weekdayOf = (day: Day) => (new Date(utc(day)).getUTCDay() + 6) % 7

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => daysAfter(day, -weekdayOf(day))

/** The seven days of the week that begins on a Monday. */
export const daysOfWeek = (monday: Day): Day[] => Array.from({ length: 7 }, (_, index) => daysAfter(monday, index))

/** The days of a day's month, and how many of its first week belong to the month before. */
export const monthOf = (day: Day): { days: Day[]; before: number } => {
  const first = `${day.slice(0, 7)}-01`
  const days: Day[] = []
  for (let next = first; next.startsWith(day.slice(0, 7)); next = daysAfter(next, 1)) days.push(next)
  return { days, before: weekdayOf(first) }
}

/** The first day of the month so many months after a day's. */
export const monthAfter = (day: Day, count: number): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return written(Date.UTC(year, month - 1 + count, 1))
}

/** The day that a time zone's calendar shows at an instant. */
export const dayIn = (timeZone: string, instant: string | Date): Day => {
  const { year, month, day } = wallClock(new Date(instant), timeZone)
  return written(Date.UTC(year, month - 1, day))
}

/** Slots by the day on which they begin in the portal's time zone. */
export const slotsByDay = (slots: Slot[], timeZone: string): Map<Day, Slot[]> => {
  const days = new Map<Day, Slot[]>()
  for (const slot of slots) {
    const day = dayIn(timeZone, slot.start)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

/** Whether the clocks of two time zones show the same at an instant. */
export const sameClock = (instant: string, one: string, other: string): boolean => {
  const shown = (timeZone: string) => {
    const { year, month, day, hour, minute } = wallClock(new Date(instant), timeZone)
    return Date.UTC(year, month - 1, day, hour, minute)
  }
  return shown(one) === shown(other)
}

/** Whole hours and the minutes left of a duration. */
export const hoursAndMinutes = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
