import { expect, test } from 'vitest'
import { fittingDay, type ImportedTrigger } from './import-recurrence.ts'

const weekly = (recurrenceDayOfWeek: number) => ({ recurrenceType: 10, frequencyWeek: 2, recurrenceDayOfWeek })
const monthly = (recurrenceDay: number) => ({ recurrenceType: 20, recurrenceDay })
const yearly = (recurrenceDay: number, recurrenceMonth: number) => ({
  recurrenceType: 30,
  recurrenceDay,
  recurrenceMonth,
})

test.each<[string, ImportedTrigger, string]>([
  ['2026-11-30', weekly(1), '2026-11-30'],
  ['2026-12-01', weekly(1), '2026-12-07'],
  ['2026-12-01', weekly(7), '2026-12-06'],
  ['2026-12-01', weekly(0), '2026-12-06'],
  ['2026-12-02', monthly(1), '2027-01-01'],
  ['2026-02-01', monthly(31), '2026-02-28'],
  ['2026-04-10', monthly(30), '2026-04-30'],
  ['2026-03-16', yearly(15, 3), '2027-03-15'],
  ['2026-03-01', yearly(29, 2), '2027-02-28'],
])('from %s on, %j falls first on %s', (from, trigger, day) => {
  expect(new Date(fittingDay(from, trigger)).toISOString().slice(0, 10)).toBe(day)
})
