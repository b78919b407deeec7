import { describe, expect, it } from 'vitest'
import { daysOfWeek, findMonday, hoursAndMinutes, listMonth, monthAfter, sameClock, slotsByDay } from './weeks.ts'

describe('weeks and months', () => {
  it('start on Monday', () => {
    expect(findMonday('2026-11-29')).toBe('2026-11-23')
    expect(findMonday('2026-11-23')).toBe('2026-11-23')
    expect(daysOfWeek('2026-12-28').at(-1)).toBe('2027-01-03')
  })

  it('have the right number of days', () => {
    expect(listMonth('2026-11-15')).toMatchObject({ before: 6 })
    expect(listMonth('2026-11-15').days).toHaveLength(30)
    expect(listMonth('2028-02-01').days.at(-1)).toBe('2028-02-29')
    expect(monthAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(monthAfter('2027-01-31', -1)).toBe('2026-12-01')
  })
})

it('slots are grouped by the day in the portal’s time zone', () => {
  const slot = (start: string) => ({ start, end: start })
  const days = slotsByDay(
    [slot('2026-11-25T22:30:00Z'), slot('2026-11-25T23:30:00Z'), slot('2026-11-26T08:00:00Z')],
    'Europe/Rome',
  )
  expect([...days].map(([day, slots]) => [day, slots.length])).toEqual([
    ['2026-11-25', 1],
    ['2026-11-26', 2],
  ])
})

it('time zones are compared by clock time, not by name', () => {
  expect(sameClock('2026-11-26T08:00:00Z', 'Europe/Rome', 'Europe/Berlin')).toBe(true)
  expect(sameClock('2026-11-26T08:00:00Z', 'Europe/Rome', 'Europe/London')).toBe(false)
})

it('a duration in hours and minutes', () => {
  expect(hoursAndMinutes(90)).toEqual({ hours: 1, minutes: 30 })
  expect(hoursAndMinutes(45)).toEqual({ hours: 0, minutes: 45 })
})
