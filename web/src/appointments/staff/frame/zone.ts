import { wallClock } from '../../../text/calendar.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What the clock of a time zone shows at an instant, both in milliseconds, as if it were UTC. */
const wallAt = (instant: number, timeZone: string) => {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), timeZone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** The day of an instant in a time zone, and the minutes that the clock shows since its midnight. */
export const localOf = (instant: number, timeZone: string): { day: string; minutes: number } => {
  const wall = wallAt(instant, timeZone)
  const midnight = Math.floor(wall / DAY) * DAY
  return { day: new Date(midnight).toISOString().slice(0, 10), minutes: (wall - midnight) / MINUTE }
}

/**
 * The instant of a local time, by the server's rule: a time that a clock change skips counts as one hour later; of a time that it repeats,
 * the first is meant. NaN for what is no day.
 */
export const instantAt = (day: string, minutes: number, timeZone: string): number => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
  if (Number.isNaN(wall)) return Number.NaN
  const offsets = [wall - DAY, wall + DAY].map(near => wallAt(near, timeZone) - near)
  const candidates = offsets.map(offset => wall - offset)
  const shown = candidates.filter(candidate => wallAt(candidate, timeZone) === wall)
  return shown.length > 0 ? Math.min(...shown) : (candidates[0] ?? Number.NaN)
}

/** `HH:MM` of minutes since midnight. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

/** The minutes of a typed `HH:MM`; NaN for what is no time. */
export const minutesOf = (time: string): number => {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return Number(hour) * 60 + Number(minute)
}
