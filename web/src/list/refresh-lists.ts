import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Page } from '../api/api.ts'
import { type PageWanted, pageSize } from './page-query.ts'
import { refreshedPages } from './refreshed-pages.ts'

type Row = { id: number }
type Read = (page: PageWanted, signal?: AbortSignal) => Promise<Page<Row[]>>
type Loaded = InfiniteData<Page<Row[]>>

const readAnew = (client: QueryClient, { queryKey }: Query) => client.invalidateQueries({ queryKey, exact: true })

/** A page that is being fetched is put behind those that were there as its fetch began: nothing is changed meanwhile. */
const settled = async (query: Query) => {
  while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
}

const refresh = async (client: QueryClient, query: Query, read: Read, id: number | undefined) => {
  try {
    const [first, one] = await Promise.all([
      read({ limit: pageSize, count: '1' }),
      id === undefined ? undefined : read({ limit: 1, id }),
    ])
    await settled(query)
    const now = query.state.data as Loaded | undefined
    const changed = id !== undefined && one ? { id, row: one.rows[0] ?? null } : undefined
    const pages = now && refreshedPages(now.pages, { first, ...(changed && { changed }) })
    if (pages) client.setQueryData<Loaded>(query.queryKey, { ...now, pages })
    else await readAnew(client, query)
  } catch {
    await readAnew(client, query)
  }
}

// One after the other: two that read at once could put back what the other has taken out.
const running = new WeakMap<Query, Promise<void>>()

/**
 * Brings the queries under a key up to date after a change, of the row `id` where it is known. A list of which many pages are loaded is
 * not read as a whole again: its first page is, and the row.
 */
export const refreshLists = (client: QueryClient, queryKey: readonly unknown[], id?: number) => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const read = query.meta?.readPage as Read | undefined
    const pages = (query.state.data as Loaded | undefined)?.pages
    if (!read || !query.isActive() || !Array.isArray(pages) || pages.length < 2) void readAnew(client, query)
    else {
      const before = running.get(query) ?? Promise.resolve()
      running.set(
        query,
        before.then(() => refresh(client, query, read, id)),
      )
    }
  }
}
