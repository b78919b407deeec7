import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Page } from '../api.ts'

/** What asks for one page of a list: the first also for how many there are, and what they add up to. */
type PageWanted = { limit: number; count?: '1'; cursor?: string }

const pageSize = 50

// File addresses are good for an hour at least (decisions 2): a list that stays open is read again well before.
const refreshed = 25 * 60_000

/** A list read page after page, each by `read`. */
export const pageQuery = <Row>(
  queryKey: readonly unknown[],
  read: (page: PageWanted, signal: AbortSignal) => Promise<Page<Row[]>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ limit: pageSize, ...(pageParam === undefined ? { count: '1' } : { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: refreshed,
  })
