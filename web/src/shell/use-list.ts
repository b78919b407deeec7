import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import type { Sort } from '../ui/table-column.ts'
import type { Here } from './addresses.ts'
import { type ListSearch, sortOf, sortText } from './list-search.ts'
import type { pageQuery } from './page-query.ts'
import { useHere } from './use-here.ts'

// A row that a link names is looked for in so many pages of its list.
const sought = 10

/**
 * A list as its address has it: filters, order and open row live there, rows in the query cache. `firstSort` is the order
 * that the server gives unasked. An open row that is not on the first page is looked for on the next ones, unless the screen
 * reads it by itself.
 */
export const useList = <Row extends { id: number }, Search extends ListSearch>(
  pages: (here: Here, search: Search) => ReturnType<typeof pageQuery<Row>>,
  firstSort: NonNullable<Search['sort']>,
  { seek = true }: { seek?: boolean } = {},
) => {
  const here = useHere()
  const navigate = useNavigate()
  const address = useSearch({ strict: false })
  // The screen's own route has cleaned it.
  const search = address as Search
  const query = useInfiniteQuery(pages(here, search))
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])

  const set = useCallback(
    (changes: Partial<Search>) =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, ...changes }),
        replace: true,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
  const filter = useCallback((changes: Partial<Search>) => set({ open: undefined, ...changes }), [set])
  const sortBy = useCallback(
    (sort: Sort) => set({ sort: sortText(sort) === firstSort ? undefined : sortText(sort) } as Partial<Search>),
    [set, firstSort],
  )

  const { sort: _sort, open: _open, ...filters } = search
  const at = rows?.findIndex(row => row.id === search.open) ?? -1
  const wanted = search.open !== undefined && at < 0
  const seeking =
    seek && wanted && !query.isError && (rows === undefined || (hasNextPage && (data?.pages.length ?? 0) < sought))
  useEffect(() => {
    if (seeking && hasNextPage && !isFetching) void fetchNextPage()
  }, [seeking, hasNextPage, isFetching, fetchNextPage])

  const step = async (by: 1 | -1) => {
    const next = rows?.[at + by] ?? (await fetchNextPage()).data?.pages.flatMap(page => page.rows)[at + by]
    if (next) set({ open: next.id } as Partial<Search>)
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
    /** Changes filters; the open row closes. */
    filter,
    /** Whether any filter is set. */
    narrowed: Object.values(filters).some(value => value !== undefined),
    clear: () => filter(Object.fromEntries(Object.keys(filters).map(key => [key, undefined])) as Partial<Search>),
    /** The open row: undefined where none is, or it is still sought, or `lost`. */
    row: rows?.[at],
    lost: wanted && !seeking && rows !== undefined,
    /** Reads the rows anew, because the address of a file has expired. */
    renew: () => query.refetch(),
    close: () => set({ open: undefined } as Partial<Search>),
    previous: at > 0 ? () => void step(-1) : undefined,
    next: at >= 0 && (hasNextPage || at + 1 < (rows?.length ?? 0)) ? () => void step(1) : undefined,
  }
}

/** What `useList` gives. */
export type List<Row extends { id: number }, Search extends ListSearch = ListSearch> = ReturnType<
  typeof useList<Row, Search>
>
