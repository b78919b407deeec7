import type { Page } from '../api/api.ts'

type Row = { id: number }
type Pages<R extends Row> = readonly Page<R[]>[]

/** A list's first page as the server has it now; of one changed row also the row, null where the list no longer has it. */
export type Reread<R extends Row> = { first: Page<R[]>; changed?: { id: number; row: R | null } }

const known = <R extends Row>(rows: readonly R[]) => new Set(rows.map(({ id }) => id))

/**
 * The loaded pages of a list after something has changed, without reading all of them anew: rows that are new stand on top of those that
 * they push down, and what has moved there is gone from further below. Undefined where that does not explain how many there are now, for
 * the change lies where only another look at all pages shows it.
 */
export const refreshedPages = <R extends Row>(
  pages: Pages<R>,
  { first, changed }: Reread<R>,
): Page<R[]>[] | undefined => {
  const [before, ...rest] = pages
  if (!before || first.next === undefined || first.total === undefined) return undefined
  const onTop = known(first.rows)
  const stays = before.rows.findLastIndex(({ id }) => onTop.has(id))
  if (stays < 0) return undefined
  const current = ({ id }: R) => !(changed?.id === id && changed.row === null)
  const latest = (row: R) => (changed?.row?.id === row.id ? changed.row : row)
  const below = (rows: readonly R[]) => rows.filter(row => !onTop.has(row.id) && current(row)).map(latest)
  const refreshed = [
    // The cursor stays that of the rows that follow.
    { ...first, rows: [...first.rows, ...below(before.rows.slice(stays + 1))], next: before.next },
    ...rest.map(page => ({ ...page, rows: below(page.rows) })),
  ]
  const there = known(pages.flatMap(({ rows }) => rows))
  // It has moved away from the first page, to a place that only another look shows.
  const isLost = changed?.row && there.has(changed.id) && !refreshed.some(({ rows }) => known(rows).has(changed.id))
  if (isLost) return undefined
  const news = first.rows.filter(({ id }) => !there.has(id)).length
  if (first.total - (before.total ?? 0) > news) return undefined
  const loaded = refreshed.reduce((sum, { rows }) => sum + rows.length, 0)
  const isWhole = refreshed.at(-1)?.next === undefined
  return (isWhole ? loaded === first.total : loaded <= first.total) ? refreshed : undefined
}
