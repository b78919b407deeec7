import type { Slot } from '@portico/contract/appointments'
import { wallClock } from '../text/calendar.ts'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const DAY = 86_400_000

const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const written = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Adds days to a day. */
export const daysAfter = (day: Day, count: number): Day => written(utc(day) + count * DAY)

const findWeekday = (day: Day) => (new Date(utc(day)).getUTCDay() + 6) % 7

/** The Monday of a day's week. */
export const findMonday = (day: Day): Day => daysAfter(day, -findWeekday(day))

/** The seven days of the week from a Monday on. */
export const daysOfWeek = (monday: Day): Day[] => Array.from({ length: 7 }, (_, index) => daysAfter(monday, index))

/** The days of a day's month, and how many days of its first week belong to the previous month. */
export const listMonth = (day: Day): { days: Day[]; before: number } => {
  const first = `${day.slice(0, 7)}-01`
  const days: Day[] = []
  for (let next = first; next.startsWith(day.slice(0, 7)); next = daysAfter(next, 1)) days.push(next)
  return { days, before: findWeekday(first) }
}

/** The first day of the month that is some months after that of a day. */
export const monthAfter = (day: Day, count: number): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return written(Date.UTC(year, month - 1 + count, 1))
}

/** The calendar day of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: string | Date): Day => {
  const { year, month, day } = wallClock(new Date(instant), timeZone)
  return written(Date.UTC(year, month - 1, day))
}

/** Groups slots by the day on which they start in the portal's time zone. */
export const slotsByDay = (slots: Slot[], timeZone: string): Map<Day, Slot[]> => {
  const days = new Map<Day, Slot[]>()
  for (const slot of slots) {
    const day = dayIn(timeZone, slot.start)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

/** Whether the clocks of two time zones show the same time at an instant. */
export const sameClock = (instant: string, one: string, other: string): boolean => {
  const shown = (timeZone: string) => {
    const { year, month, day, hour, minute } = wallClock(new Date(instant), timeZone)
    return Date.UTC(year, month - 1, day, hour, minute)
  }
  return shown(one) === shown(other)
}

/** Splits a duration in minutes into hours and minutes. */
export const hoursAndMinutes = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
