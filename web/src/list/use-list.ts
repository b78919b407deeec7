import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Here } from '../session/addresses.ts'
import { useHere } from '../session/use-here.ts'
import type { Sort } from '../ui/table/table-column.ts'
import { type ListParams, sortOf, sortText } from './list-params.ts'
import type { PageQuery } from './page-query.ts'
import { useReveal } from './use-reveal.ts'

/**
 * A list as its address has it: filters, order and open row live there, rows in the query cache. `search` is that of the
 * screen's route, `firstSort` the server's default order. An open row that is on no loaded page is read by itself, unless
 * `readsRow` is false.
 */
export const useList = <Row extends { id: number }, Search extends ListParams & { sort?: string }>(
  search: Search,
  pages: (here: Here, search: Search) => PageQuery<Row>,
  firstSort: NonNullable<Search['sort']>,
  { readsRow = true }: { readsRow?: boolean } = {},
) => {
  const here = useHere()
  const navigate = useNavigate()
  const read = pages(here, search)
  const query = useInfiniteQuery(read)
  const { data, hasNextPage, isPlaceholderData, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])

  const set = useCallback(
    (changes: object) =>
      void navigate({ to: '.', search: now => ({ ...now, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  )
  const filter = useCallback((changes: Partial<Search>) => set({ open: undefined, ...changes }), [set])
  const sortBy = useCallback(
    (sort: Sort) => set({ sort: sortText(sort) === firstSort ? undefined : sortText(sort) }),
    [set, firstSort],
  )

  const { sort: _sort, open: _open, ...filters } = search
  const at = rows?.findIndex(row => row.id === search.open) ?? -1
  const readsAlone = readsRow && rows !== undefined && !isPlaceholderData && search.open !== undefined && at < 0
  const one = read.row(search.open ?? 0)
  const alone = useQuery(readsAlone ? one : { ...one, queryFn: skipToken })
  const row = rows?.[at] ?? (readsAlone ? (alone.data ?? undefined) : undefined)
  const reveal = useReveal(search.open, row !== undefined)

  const step = async (by: 1 | -1) => {
    const next = rows?.[at + by] ?? (await fetchNextPage()).data?.pages.flatMap(page => page.rows)[at + by]
    if (!next) return
    reveal()
    set({ open: next.id })
  }
  return {
    search,
    query,
    rows,
    /** The answer to another filter is still shown while its own is on its way. */
    stale: isPlaceholderData,
    total: data?.pages[0]?.total,
    amount: data?.pages[0]?.amount,
    minutes: data?.pages[0]?.minutes,
    sort: sortOf(search.sort ?? firstSort),
    sortBy,
    /** Changes filters and closes the open row. */
    filter,
    /** Whether any filter is set. */
    narrowed: Object.values(filters).some(value => value !== undefined),
    clear: () => set(Object.fromEntries(['open', ...Object.keys(filters)].map(key => [key, undefined]))),
    /** The open row, whether or not its page is loaded: undefined where none is, or it is still being read, or `lost`. */
    row,
    /** Whether the list has no row of the id that the address names: it is gone, or the filters leave it out. */
    lost: readsAlone && alone.data === null,
    /** Why the open row could not be read. */
    rowError: readsAlone ? alone.error : null,
    /** Reads the rows anew, because the address of a file has expired. */
    renew: () => (readsAlone ? alone.refetch() : query.refetch()),
    close: () => set({ open: undefined }),
    previous: at > 0 ? () => void step(-1) : undefined,
    next: at >= 0 && (hasNextPage || at + 1 < (rows?.length ?? 0)) ? () => void step(1) : undefined,
  }
}

/** What `useList` returns. A list with more filters than the common ones can stand for one without. */
export type List<Row extends { id: number }, Search extends ListParams & { sort?: string } = ListParams> = ReturnType<
  typeof useList<Row, Search>
>
