import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '../api/api.ts'

/** What asks for one page of a list: the first also for how many there are, and what they add up to. */
export type PageRequest = { limit: number; count?: '1'; cursor?: string; id?: number }

/** How many rows a page of a list has. */
export const pageSize = 50

// Signed file addresses are valid for at least an hour: a list that stays open is read again well before that.
const refreshInterval = 25 * 60_000

/** A list read page after page, each by `read`; and one of its rows by itself, null where the list has no such row. */
export const pageQuery = <Row>(
  queryKey: readonly unknown[],
  read: (page: PageRequest, signal: AbortSignal) => Promise<Page<Row[]>>,
) => {
  const pages = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ limit: pageSize, ...(pageParam === undefined ? { count: '1' } : { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    // For what brings the list up to date without reading all of its pages.
    meta: { readPage: read },
    refetchInterval: refreshInterval,
  })
  const row = (id: number) =>
    queryOptions({
      queryKey: [...queryKey, 'row', id],
      queryFn: async ({ signal }) => (await read({ limit: 1, id }, signal)).rows[0] ?? null,
      refetchInterval: refreshInterval,
    })
  return Object.assign(pages, { row })
}

/** What `pageQuery` makes. */
export type PageQuery<Row> = ReturnType<typeof pageQuery<Row>>
