import { expect, test } from 'vitest'
import { vatNumberFault } from './vat-number.ts'

test.each([
  '01180680397',
  'IT 011.8068.0397',
  '12345678903',
  'DE136695976',
  'FR40303265045',
  'ESB58378431',
  'B58378431',
  'EL094259216',
  'GR094259216',
  'CHE-123.456.788',
  // Of countries whose numbers are not validated.
  'SM12345',
  'US12',
])('%s can be a VAT number', number => {
  expect(vatNumberFault(number)).toBeUndefined()
})

test.each([
  ['123', /^cannot be a VAT number$/],
  ['01180680398', /^cannot/],
  ['IT01180680398', /^cannot/],
  ['00000000000', /^cannot/],
  ['DE12', /^cannot/],
  ['DE136695977', /^cannot/],
  ['B58378432', /^cannot/],
  ['1180680397', /0 off 01180680397/],
])('%s cannot', (number, said) => {
  expect(vatNumberFault(number)).toMatch(said)
})
