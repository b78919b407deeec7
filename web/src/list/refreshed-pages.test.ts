import { expect, test } from 'vitest'
import type { Page } from '../api/api.ts'
import { refreshedPages } from './refreshed-pages.ts'

type Row = { id: number; title: string }
const rows = (...ids: number[]): Row[] => ids.map(id => ({ id, title: `ticket ${id}` }))
const page = (rows: Row[], next: string | undefined, total?: number): Page<Row[]> => ({
  rows,
  next,
  total,
  amount: undefined,
  minutes: undefined,
  headers: new Headers(),
})
const idsOf = (pages: Page<Row[]>[] | undefined) => pages?.map(({ rows }) => rows.map(({ id }) => id))

const loaded = [page(rows(9, 8, 7), 'after 7', 9), page(rows(6, 5, 4), 'after 4'), page(rows(3, 2, 1), undefined)]
const first = (ids: number[], total: number) => page(rows(...ids), 'after', total)

test('a row that is new pushes the others down, and none is lost between two pages', () => {
  const pages = refreshedPages(loaded, { first: first([10, 9, 8], 10), changed: { id: 10, row: rows(10)[0] ?? null } })
  expect(idsOf(pages)).toEqual([
    [10, 9, 8, 7],
    [6, 5, 4],
    [3, 2, 1],
  ])
  expect(pages?.[0]).toMatchObject({ total: 10, next: 'after 7' })
})

test('a changed row of a later page is replaced where it stands', () => {
  const row = { id: 5, title: 'closed' }
  const pages = refreshedPages(loaded, { first: first([9, 8, 7], 9), changed: { id: 5, row } })
  expect(idsOf(pages)).toEqual([
    [9, 8, 7],
    [6, 5, 4],
    [3, 2, 1],
  ])
  expect(pages?.[1]?.rows[1]).toBe(row)
})

test('a row that the list no longer has goes, wherever it stands', () => {
  for (const [id, top, left] of [
    [
      9,
      [8, 7, 6],
      [
        [8, 7, 6],
        [5, 4],
        [3, 2, 1],
      ],
    ],
    [
      7,
      [9, 8, 6],
      [
        [9, 8, 6],
        [5, 4],
        [3, 2, 1],
      ],
    ],
    [
      2,
      [9, 8, 7],
      [
        [9, 8, 7],
        [6, 5, 4],
        [3, 1],
      ],
    ],
  ] as const) {
    const pages = refreshedPages(loaded, { first: first([...top], 8), changed: { id, row: null } })
    expect(idsOf(pages)).toEqual(left)
  }
})

test('a row that moves to the top is no longer further below', () => {
  const pages = refreshedPages(loaded, { first: first([2, 9, 8], 9), changed: { id: 2, row: rows(2)[0] ?? null } })
  expect(idsOf(pages)).toEqual([
    [2, 9, 8, 7],
    [6, 5, 4],
    [3, 1],
  ])
})

test('a change that the first page does not explain calls for all pages', () => {
  // One that has come in further below.
  expect(
    refreshedPages(loaded, { first: first([9, 8, 7], 10), changed: { id: 20, row: rows(20)[0] ?? null } }),
  ).toBeUndefined()
  // One that has gone, nobody says which.
  expect(refreshedPages(loaded, { first: first([9, 8, 7], 8) })).toBeUndefined()
  // More news than a page holds.
  expect(refreshedPages(loaded, { first: first([12, 11, 10], 12) })).toBeUndefined()
  // What is left fits into one page.
  expect(refreshedPages(loaded, { first: page(rows(9, 8), undefined, 2) })).toBeUndefined()
})

test('a row that has moved from the first page to further below needs another look', () => {
  const changed = { id: 8, row: rows(8)[0] ?? null }
  expect(refreshedPages(loaded, { first: first([9, 7, 6], 9), changed })).toBeUndefined()
})
