import { expect, test } from 'vitest'
import { textIn } from '../list/list-params.ts'
import { parseSearch, stringifySearch } from './address-search.ts'

test.each([
  [{ webUserIds: '2' }, '?webUserIds=2'],
  [{ q: '2026' }, '?q=2026'],
  [{ webUserIds: '2,7', filter: 2, open: 12 }, '?webUserIds=2%2C7&filter=2&open=12'],
  [{ q: 'true' }, '?q=true'],
  [{ q: '{x}' }, '?q=%7Bx%7D'],
])('%j is written as %s', (search, text) => {
  expect(stringifySearch(search)).toBe(text)
})

test.each([
  '2026',
  '007',
  '1e3',
  '2.50',
  '-4',
  'true',
  'null',
  '"nas"',
  '"',
  '[1]',
  '{"a":1}',
  '9007199254740993',
  ' a&b=c ',
])('the text %j comes back as it was', text => {
  expect(textIn((parseSearch(stringifySearch({ q: text })) as Record<string, unknown>).q)).toBe(text.trim())
})

test('links of before still mean the same', () => {
  expect(parseSearch('?webUserIds=%222%22&q=%222026%22&open=12&filter=2')).toEqual({
    webUserIds: '2',
    q: '2026',
    open: 12,
    filter: 2,
  })
})
