import { expect, test } from 'vitest'
import { allowanceOf, amountText, minutesOf, timeString } from './rules.ts'

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [2895, '48:15'],
  [6000, '100:00'],
  [-90, '-1:30'],
])('%i minutes are %s, in both directions', (minutes, text) => {
  expect(timeString(minutes)).toBe(text)
  expect(minutesOf(text)).toBe(minutes)
})

test.each(['', '1', '1:60', '1:5', 'a:00', '1:00:00', ' 1:00', '--1:00'])('%j is not a time', text => {
  expect(minutesOf(text)).toBeUndefined()
})

test.each([
  [true, 1350, '22 h 30 min'],
  [true, 3600, '60 h'],
  [true, 45, '45 min'],
  [true, 0, '0 h'],
  [true, -90, '-1 h 30 min'],
  [false, 9, '9'],
  [false, 2.5, '2.5'],
])('amount text, in hours %s: %d is %s', (inHours, amount, text) => {
  expect(amountText(inHours, amount)).toBe(text)
})

test('the fields of the other unit are null', () => {
  expect(allowanceOf({ inHours: true, amount: 600, residual: 0 })).toEqual({
    hoursAmountMinutes: 600,
    residualMinutes: 0,
    unitAmount: null,
    residual_UnitAmount: null,
  })
  expect(allowanceOf({ inHours: false, amount: 6, residual: -1 })).toEqual({
    hoursAmountMinutes: null,
    residualMinutes: null,
    unitAmount: 6,
    residual_UnitAmount: -1,
  })
})
