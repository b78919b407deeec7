import { expect, test } from 'vitest'
import { listSearch, sortOf, sortText } from './list-params.ts'

const read = listSearch('invoiceDate', 'total')
const nothing = { q: undefined, from: undefined, to: undefined, sort: undefined, open: undefined }

test('reads what an address of a list holds', () => {
  const search = { q: ' 2026/04 ', from: '2026-01-01', to: '2026-03-31', sort: '-total', open: 12 }
  expect(read(search)).toEqual({ ...search, q: '2026/04' })
  // A number that was typed for is a text like any other.
  expect(read({ q: 2026 }).q).toBe('2026')
})

test.each([
  { q: '   ' },
  { q: ['a'] },
  { from: '2026-02-30' },
  { to: '31/12/2026' },
  { sort: 'name' },
  { sort: '--total' },
  { open: '12' },
  { open: 0 },
  { open: 1.5 },
  { open: 2 ** 53 },
])('takes %j for nothing', search => {
  expect(read(search)).toEqual(nothing)
})

test('turns a range round that ends before it begins', () => {
  expect(read({ from: '2026-03-31', to: '2026-01-01' })).toMatchObject({ from: '2026-01-01', to: '2026-03-31' })
})

test.each(['total', '-total'])('%s is the same order as text and as a column', sort => {
  expect(sortText(sortOf(sort))).toBe(sort)
})
