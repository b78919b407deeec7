import { expect, test } from 'vitest'
import { clockOf, typedMinutes, typedNumber } from './typed-number.ts'

test.each([
  ['12', 12],
  ['12,5', 12.5],
  ['12.5', 12.5],
  ['1.234', 1234],
  ['1.234,56', 1234.56],
  ['-3', -3],
  ['', undefined],
  ['12,', undefined],
  ['1,2,3', undefined],
  ['dodici', undefined],
])('%s is the number %s', (text, number) => expect(typedNumber(text)).toBe(number))

test.each([
  ['10:30', 630],
  ['10,5', 630],
  ['10.5', 630],
  ['10h30', 630],
  ['10 h 30 min', 630],
  ['2h', 120],
  ['45m', 45],
  ['45 min', 45],
  ['0:05', 5],
  ['-1:15', -75],
  ['10:60', undefined],
  ['', undefined],
  ['un’ora', undefined],
])('%s is %s minutes', (text, minutes) => expect(typedMinutes(text)).toBe(minutes))

test('minutes are written as they are typed', () => {
  expect([0, 5, 630, -75].map(clockOf)).toEqual(['0:00', '0:05', '10:30', '-1:15'])
})
