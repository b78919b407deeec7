import { expect, test } from 'vitest'
import { nextDay } from './next-day.ts'

const none = {
  frequencyWeek: null,
  recurrenceDayOfWeek: null,
  frequencyMonth: null,
  recurrenceDay: null,
  recurrenceMonth: null,
}

test('the next day of a recurrence, in short months too', () => {
  const weekly = { ...none, recurrenceType: 10 as const, frequencyWeek: 1, recurrenceDayOfWeek: 1 }
  expect(nextDay(weekly, '2026-11-23')).toBe('2026-11-23')
  expect(nextDay(weekly, '2026-11-24')).toBe('2026-11-30')
  const monthly = { ...none, recurrenceType: 20 as const, recurrenceDay: 31 }
  expect(nextDay(monthly, '2027-02-01')).toBe('2027-02-28')
  const yearly = { ...none, recurrenceType: 30 as const, recurrenceDay: 29, recurrenceMonth: 2 }
  expect(nextDay(yearly, '2026-03-01')).toBe('2027-02-28')
  expect(nextDay({ ...yearly, recurrenceMonth: null }, '2026-03-01')).toBeUndefined()
})
