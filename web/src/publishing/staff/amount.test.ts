import { expect, test } from 'vitest'
import { readAmount, writeAmount } from './amount.ts'

test.each([
  ['1.250,00', 1250],
  ['1,250.50', 1250.5],
  ['1250', 1250],
  ['1250,5', 1250.5],
  ['-73,20', -73.2],
  ['€ 1.234.567,89', 1234567.89],
  ['1.250', 1250],
  ['abc', undefined],
  ['1,2,3', undefined],
  ['', undefined],
  ['12,345,6', undefined],
])('%s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test('what is shown can be read again', () => {
  for (const amount of [0, 4270, -73.2, 1234567.89]) expect(readAmount(writeAmount(amount))).toBe(amount)
})
