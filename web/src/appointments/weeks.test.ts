import { describe, expect, it } from 'vitest'
import { daysOfWeek, hoursAndMinutes, mondayOf, monthAfter, monthOf, sameClock, slotsByDay } from './weeks.ts'

describe('weeks and months', () => {
  it('begin on Monday', () => {
    expect(mondayOf('2026-11-29')).toBe('2026-11-23')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    expect(daysOfWeek('2026-12-28').at(-1)).toBe('2027-01-03')
  })

  it('have as many days as they have', () => {
    expect(monthOf('2026-11-15')).toMatchObject({ before: 6 })
    expect(monthOf('2026-11-15').days).toHaveLength(30)
    expect(monthOf('2028-02-01').days.at(-1)).toBe('2028-02-29')
    expect(monthAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(monthAfter('2027-01-31', -1)).toBe('2026-12-01')
  })
})

it('slots stand under the day that the portal’s calendar shows', () => {
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

it('clocks are compared, not the names of their zones', () => {
  expect(sameClock('2026-11-26T08:00:00Z', 'Europe/Rome', 'Europe/Berlin')).toBe(true)
  expect(sameClock('2026-11-26T08:00:00Z', 'Europe/Rome', 'Europe/London')).toBe(false)
})

it('a duration in hours and minutes', () => {
  expect(hoursAndMinutes(90)).toEqual({ hours: 1, minutes: 30 })
  expect(hoursAndMinutes(45)).toEqual({ hours: 0, minutes: 45 })
})
