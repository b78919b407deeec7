import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Day,
  dayCount,
  matchingPreset,
  noRange,
  parseTypedDay,
  presetRange,
  presets,
  shownRange,
  timesOf,
  typedDay,
  withEnd,
} from './date-range.ts'

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date): Day => date.toISOString().slice(0, 10))

describe('presets', () => {
  test.each([
    ['none', '', ''],
    ['today', '2026-11-19', '2026-11-19'],
    ['yesterday', '2026-11-18', '2026-11-18'],
    ['currentWeek', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-09', '2026-11-15'],
    ['currentMonth', '2026-11-01', '2026-11-30'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['currentYear', '2026-01-01', '2026-12-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ] as const)('%s on a Thursday of November', (preset, start, end) => {
    expect(presetRange(preset, '2026-11-19')).toEqual({ start, end })
  })

  test('a Sunday belongs to the week of the Monday before it', () => {
    expect(presetRange('currentWeek', '2026-11-22').start).toBe('2026-11-16')
  })

  test('around the turn of the year and a leap day', () => {
    expect(presetRange('yesterday', '2026-01-01').start).toBe('2025-12-31')
    expect(presetRange('lastMonth', '2026-01-15')).toEqual({ start: '2025-12-01', end: '2025-12-31' })
    expect(presetRange('lastMonth', '2028-03-31')).toEqual({ start: '2028-02-01', end: '2028-02-29' })
  })

  test('for any day, a preset is recognised and has its days in order', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...presets), (today, preset) => {
        const range = presetRange(preset, today)
        expect(matchingPreset(range, today)).toBe(preset)
        expect(range.start <= range.end).toBe(true)
      }),
    )
  })

  test('another range matches no preset', () => {
    expect(matchingPreset({ start: '2026-11-02', end: '2026-11-03' }, '2026-11-19')).toBeNull()
    expect(matchingPreset({ start: '2026-11-19', end: '' }, '2026-11-19')).toBeNull()
  })
})

describe('typed dates', () => {
  test.each([
    ['01/10/2026', '2026-10-01'],
    ['1/2/2026', '2026-02-01'],
    [' 31.12.2026 ', '2026-12-31'],
    ['5-3-26', '2026-03-05'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', ''],
    ['10/13/2026', ''],
    ['31/04/2026', ''],
    ['00/01/2026', ''],
    ['2026-10-01', ''],
    ['tomorrow', ''],
    ['', ''],
  ])('%s is %s', (typed, day) => expect(parseTypedDay(typed)).toBe(day))

  test('a formatted day parses to the same day, and any text to a day or nothing', () => {
    fc.assert(fc.property(anyDay, day => void expect(parseTypedDay(typedDay(day))).toBe(day)))
    fc.assert(fc.property(fc.string(), text => void expect(parseTypedDay(text)).toMatch(/^$|^\d{4}-\d\d-\d\d$/)))
  })

  test('an end that crosses the other one clears it', () => {
    const october = { start: '2026-10-01', end: '2026-10-31' }
    expect(withEnd(october, 'start', '2026-11-05')).toEqual({ start: '2026-11-05', end: '' })
    expect(withEnd(october, 'end', '2026-09-05')).toEqual({ start: '', end: '2026-09-05' })
    expect(withEnd(october, 'end', '')).toEqual({ start: '2026-10-01', end: '' })
    expect(withEnd(october, 'end', '2026-10-01')).toEqual({ start: '2026-10-01', end: '2026-10-01' })
  })
})

test('a range ends at 23:59:59 of its last day', () => {
  expect(timesOf({ start: '2026-10-01', end: '2026-10-31' })).toEqual({
    from: '2026-10-01T00:00:00',
    to: '2026-10-31T23:59:59',
  })
  expect(timesOf(noRange)).toEqual({ from: '', to: '' })
})

test('formats as DD MMM YYYY in the reader’s language', () => {
  const october = { start: '2026-10-01', end: '2026-10-31' }
  expect(shownRange(october, 'en')).toBe('01 Oct 2026 – 31 Oct 2026')
  expect(shownRange(october, 'it')).toBe('01 ott 2026 – 31 ott 2026')
  expect(shownRange({ start: '2026-10-01', end: '2026-10-01' }, 'es')).toBe('01 oct 2026')
  expect(shownRange({ start: '2026-10-01', end: '' }, 'en')).toBe('01 Oct 2026 – …')
  expect(shownRange(noRange, 'en')).toBe('')
})

test('counts days with both ends, also across a clock change', () => {
  expect(dayCount({ start: '2026-10-01', end: '2026-10-31' })).toBe(31)
  expect(dayCount({ start: '2026-03-29', end: '2026-03-29' })).toBe(1)
  expect(dayCount({ start: '2026-03-29', end: '' })).toBe(0)
})
