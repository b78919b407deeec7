import { expect, test } from 'vitest'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { inputsOf, instantOf, nearDay, urgencyOf, usualDueDates } from './moments.ts'

const local = (text: string) => new Date(text)

test('a day and a clock make an instant, and an instant those', () => {
  const typed = { day: '2026-03-02', time: '09:30' }
  expect(instantOf(typed)).toBe(local('2026-03-02T09:30:00').toISOString())
  expect(inputsOf(instantOf(typed) ?? '')).toEqual(typed)
  expect(instantOf({ day: '', time: '09:30' })).toBeNull()
  expect(instantOf({ day: '2026-03-02', time: '' })).toBeNull()
})

test('days near by have names', () => {
  const now = local('2026-03-01T23:30:00')
  const near = (text: string) => nearDay(local(text).toISOString(), now)
  expect(near('2026-03-01T00:00:00')).toBe('today')
  expect(near('2026-02-28T23:59:00')).toBe('yesterday')
  expect(near('2026-03-02T00:00:00')).toBe('tomorrow')
  expect(near('2026-03-03T00:00:00')).toBeNull()
})

test('what is due is late, soon or later', () => {
  const now = local('2026-03-02T09:00:00')
  expect(urgencyOf(local('2026-03-02T08:59:00').toISOString(), now)).toBe('late')
  expect(urgencyOf(local('2026-03-02T10:00:00').toISOString(), now)).toBe('soon')
  expect(urgencyOf(local('2026-03-02T10:01:00').toISOString(), now)).toBeUndefined()
})

test('the usual due dates: this evening, tomorrow, and the next Monday, which is never today', () => {
  const monday = (now: string) => inputsOf(usualDueDates(local(now)).monday ?? '').day
  expect(monday('2026-03-02T09:00:00')).toBe('2026-03-09')
  expect(monday('2026-03-08T09:00:00')).toBe('2026-03-09')
  expect(inputsOf(usualDueDates(local('2026-02-28T09:00:00')).tomorrow ?? '')).toEqual({
    day: '2026-03-01',
    time: '09:00',
  })
})

test.each([
  [0, '0 min'],
  [35, '35 min'],
  [120, '2 h'],
  [450, '7 h 30'],
  [-15, '-15 min'],
])('%i minutes are said as %s', (minutes, said) => {
  expect(spokenMinutes(minutes)).toBe(said)
})
