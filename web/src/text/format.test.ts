import { describe, expect, it } from 'vitest'
import { clock, dayOf, euro, hours, numericDay, pickerDay, ticketDay } from './format.ts'

const rome = { locale: 'it', timeZone: 'Europe/Rome' } as const
const now = new Date('2026-06-01T12:00:00Z')

describe('the day of a ticket', () => {
  it.each([
    ['it', 'lunedì 16 novembre'],
    ['en', 'Monday 16 November'],
    ['es', 'lunes 16 noviembre'],
  ] as const)('is weekday, day and month in %s', (locale, text) => {
    expect(ticketDay('2026-11-16T07:42:00Z', { ...rome, locale }, now)).toBe(text)
  })

  it('says the year when it is not the current one', () => {
    expect(ticketDay('2025-02-03T10:00:00Z', rome, now)).toBe('lunedì 03 febbraio 2025')
  })

  it('takes day and year of the time zone, not of UTC', () => {
    const newYear = '2025-12-31T23:30:00Z'
    expect(ticketDay(newYear, rome, now)).toBe('giovedì 01 gennaio')
    expect(ticketDay(newYear, { ...rome, timeZone: 'UTC' }, now)).toBe('mercoledì 31 dicembre 2025')
  })
})

it('writes the time with 24 hours, midnight as 00', () => {
  expect(clock('2026-03-02T22:05:00Z', rome)).toBe('23:05')
  expect(clock('2026-03-02T23:00:00Z', rome)).toBe('00:00')
})

it('follows the clock change', () => {
  expect(clock('2026-03-29T00:59:00Z', rome)).toBe('01:59')
  expect(clock('2026-03-29T01:00:00Z', rome)).toBe('03:00')
})

it('writes other dates as DD/MM/YYYY', () => {
  expect(numericDay('2026-03-01T23:30:00Z', rome)).toBe('02/03/2026')
})

it('knows which day it is in the portal, whatever day the reader has', () => {
  const evening = new Date('2026-11-22T23:30:00Z')
  expect(dayOf(evening, rome)).toBe('2026-11-23')
  expect(dayOf(evening, { timeZone: 'America/New_York' })).toBe('2026-11-22')
  expect(dayOf(evening, { timeZone: 'Pacific/Kiritimati' })).toBe('2026-11-23')
})

it.each([
  ['it', '05 set 2026'],
  ['en', '05 Sep 2026'],
  ['es', '05 sept 2026'],
] as const)('writes the days of pickers as DD MMM YYYY in %s', (locale, text) => {
  expect(pickerDay('2026-09-05', { locale })).toBe(text)
})

it.each([
  ['it', '€\u00a01.284,00'],
  ['en', '€1,284.00'],
  ['es', '1.284,00\u00a0€'],
] as const)('groups and rounds amounts, the sign where %s has it', (locale, text) => {
  expect(euro(1284, { locale })).toBe(text)
})

it.each([
  ['it', '-€\u00a0120,00'],
  ['en', '-€120.00'],
  ['es', '-120,00\u00a0€'],
] as const)('writes a credit note in %s', (locale, text) => {
  expect(euro(-120, { locale })).toBe(text)
})

it('has no minus before nothing', () => {
  expect(euro(-0.001, { locale: 'it' })).toBe('€\u00a00,00')
  expect(euro(-1234567.891, { locale: 'it' })).toBe('-€\u00a01.234.567,89')
})

it('rounds amounts to cents', () => {
  expect(euro(0.126, { locale: 'it' })).toBe('€\u00a00,13')
})

it.each([
  [0, '0:00'],
  [5, '0:05'],
  [95, '1:35'],
  [6000, '100:00'],
  [-90, '-1:30'],
])('writes %s minutes as hours and minutes', (minutes, text) => {
  expect(hours(minutes)).toBe(text)
})
