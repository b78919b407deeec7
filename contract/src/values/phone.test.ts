import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

test.each([
  ['+39 333 555-0118', '+393335550118'],
  ['0039 (333) 555.0118', '+393335550118'],
  ['049/5550100', '0495550100'],
])('%s is dialled as %s', (typed, dialled) => {
  expect(readPhone(typed)).toBe(dialled)
})

test.each(['', 'abc', '12345', '+1234567890123456', '333 555 0118 int. 4', '٠١٢٣٤٥٦'])(
  '%s is no phone number',
  typed => {
    expect(readPhone(typed)).toBeUndefined()
  },
)
