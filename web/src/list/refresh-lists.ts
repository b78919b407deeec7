import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Page } from '../api/api.ts'
import { type PageRequest, pageSize } from './page-query.ts'

type Row = { id: number }
type Read = (page: PageRequest, signal?: AbortSignal) => Promise<Page<Row[]>>
type Loaded = InfiniteData<Page<Row[]>>

const refetch = (client: QueryClient, { queryKey }: Query) => client.invalidateQueries({ queryKey, exact: true })

/** Waits for a fetch under way: its page is appended to the pages from when it began, which would undo a change made meanwhile. */
const settled = async (query: Query) => {
  while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
}

const refresh = async (client: QueryClient, query: Query, read: Read, id: number | undefined) => {
  try {
    // Few readers have loaded many pages, so the code that merges them is no part of the start.
    const [{ refreshedPages }, first, one] = await Promise.all([
      import('./refreshed-pages.ts'),
      read({ limit: pageSize, count: '1' }),
      id === undefined ? undefined : read({ limit: 1, id }),
    ])
    await settled(query)
    const now = query.state.data as Loaded | undefined
    const changed = id !== undefined && one ? { id, row: one.rows[0] ?? null } : undefined
    const pages = now && refreshedPages(now.pages, { first, ...(changed && { changed }) })
    if (pages) client.setQueryData<Loaded>(query.queryKey, { ...now, pages })
    else await refetch(client, query)
  } catch {
    await refetch(client, query)
  }
}

// One after the other: of two at once, the later could restore a row that the earlier removed.
const running = new WeakMap<Query, Promise<void>>()

/**
 * Updates the queries under a key after a change, of the row `id` where it is known. Of a list with several loaded pages only
 * the first page and that row are read.
 */
export const refreshLists = (client: QueryClient, queryKey: readonly unknown[], id?: number) => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const read = query.meta?.readPage as Read | undefined
    const pages = (query.state.data as Loaded | undefined)?.pages
    if (!read || !query.isActive() || !Array.isArray(pages) || pages.length < 2) void refetch(client, query)
    else {
      const before = running.get(query) ?? Promise.resolve()
      running.set(
        query,
        before.then(() => refresh(client, query, read, id)),
      )
    }
  }
}
