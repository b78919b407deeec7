import { describe, expect, it } from 'vitest'
import { monthName, wallClock, weekdayName } from './calendar.ts'

describe.each(['it', 'en', 'es'] as const)('names in %s', locale => {
  const written = (date: Date, part: 'month' | 'weekday') =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', [part]: 'long' }).format(date)

  it('are those of the months', () => {
    for (let month = 1; month <= 12; month++) {
      expect(monthName({ month }, locale)).toBe(written(new Date(Date.UTC(2026, month - 1, 1)), 'month'))
    }
  })

  it('are those of the days of a week', () => {
    for (let day = 1; day <= 7; day++)
      expect(weekdayName({ year: 2026, month: 3, day }, locale)).toBe(
        written(new Date(Date.UTC(2026, 2, day)), 'weekday'),
      )
  })
})

it.each([
  ['2026-03-29T00:59:00Z', 'Europe/Rome', [2026, 3, 29, 1, 59]],
  ['2026-03-29T01:00:00Z', 'Europe/Rome', [2026, 3, 29, 3, 0]],
  ['2026-12-31T23:30:00Z', 'Europe/Rome', [2027, 1, 1, 0, 30]],
  ['2026-12-31T23:30:00Z', 'America/New_York', [2026, 12, 31, 18, 30]],
  ['2026-06-01T18:30:00Z', 'Asia/Kolkata', [2026, 6, 2, 0, 0]],
] as const)('%s is in %s as the clock there has it', (instant, timeZone, shown) => {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), timeZone)
  expect([year, month, day, hour, minute]).toEqual(shown)
})
