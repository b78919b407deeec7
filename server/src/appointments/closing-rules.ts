import type { Closing } from '@portico/contract/staff/working-hours'

/** Easter Sunday of a year as `YYYY-MM-DD`, by the anonymous Gregorian algorithm. */
const easterSunday = (year: number): string => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)).toISOString().slice(0, 10)
}

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const closesOn = ({ kind, from, to, days }: Closing, day: string): boolean => {
  if (kind === 'easter') return day === daysAfter(easterSunday(Number(day.slice(0, 4))), days ?? 0)
  if (from === null || to === null) return false
  if (kind === 'once') return from <= day && day <= to
  const date = day.slice(5)
  return from <= to ? from <= date && date <= to : date >= from || date <= to
}

/** Whether a day `YYYY-MM-DD` is one of these closings; the database has the same rule as `is_closed`. */
export const isClosed = (closings: readonly Closing[], day: string): boolean =>
  closings.some(closing => closesOn(closing, day))
