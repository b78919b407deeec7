import { expect, test } from 'vitest'
import { fittingDay, type ImportedTrigger } from './recurrence.ts'

const weekly = (recurrenceDayOfWeek: number) => ({ recurrenceType: 10, frequencyWeek: 2, recurrenceDayOfWeek })
const monthly = (recurrenceDay: number) => ({ recurrenceType: 20, recurrenceDay })
const yearly = (recurrenceDay: number, recurrenceMonth: number) => ({
  recurrenceType: 30,
  recurrenceDay,
  recurrenceMonth,
})

test.each<[moved: string, movedTo: string, ImportedTrigger, day: string]>([
  ['2026-11-30', '2026-11-20', weekly(1), '2026-11-30'],
  ['2026-12-01', '2026-11-21', weekly(1), '2026-11-30'],
  ['2026-11-29', '2026-11-27', weekly(1), '2026-11-30'],
  ['2026-12-01', '2026-11-21', weekly(7), '2026-11-29'],
  ['2026-12-01', '2026-11-21', weekly(0), '2026-11-29'],
  ['2026-12-02', '2026-11-21', monthly(1), '2026-12-01'],
  ['2026-12-21', '2026-12-10', monthly(1), '2027-01-01'],
  ['2026-12-01', '2026-11-30', monthly(30), '2026-12-30'],
  ['2026-03-10', '2026-02-01', monthly(31), '2026-02-28'],
  ['2027-03-16', '2026-11-21', yearly(15, 3), '2027-03-15'],
  ['2027-03-16', '2027-03-15', yearly(15, 3), '2028-03-15'],
  ['2027-03-10', '2026-11-21', yearly(29, 2), '2027-02-28'],
])('%s in an import moved to %s, with recurrence %j, becomes %s', (moved, movedTo, trigger, day) => {
  expect(fittingDay(moved, movedTo, trigger)).toBe(day)
})
