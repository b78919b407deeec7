import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1005, '1 kB'],
  [340 * 1024, '340 kB'],
  [1005 * 1024, '1 MB'],
  [1023.6 * 1024, '1 MB'],
  [2.6 * 1024 ** 2, '2.6 MB'],
  [1010 * 1024 ** 2, '1 GB'],
  [2048 * 1024 ** 3, '2,048 GB'],
])('%s bytes are %s', (bytes, text) => {
  expect(fileSize(bytes, 'en-GB')).toBe(text)
})
