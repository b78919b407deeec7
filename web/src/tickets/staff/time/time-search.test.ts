import { expect, test } from 'vitest'
import { dayAfter, monthAfter, readMonthSearch, readWeekSearch } from './time-search.ts'

test('what an address cannot mean is left out', () => {
  expect(readWeekSearch({ day: '2026-03-02', who: 7 })).toEqual({ day: '2026-03-02', who: 7 })
  expect(readWeekSearch({ day: '2026-13-40', who: -1 })).toEqual({})
  expect(readMonthSearch({ month: '2026-13' })).toEqual({})
  expect(readMonthSearch({ month: '2026-12' })).toEqual({ month: '2026-12' })
})

test('weeks and months follow each other over clock changes and new years', () => {
  expect(dayAfter('2026-10-24', 7)).toBe('2026-10-31')
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})
