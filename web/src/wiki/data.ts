import { listWikiElements, readWikiElement } from '@portico/contract/wiki'
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { WikiSearch } from './wiki-search.ts'

export const wikiList = (here: Here, { q }: WikiSearch) =>
  pageQuery(['wiki', here, { q }], (page, signal) =>
    callPage(listWikiElements, { params: here, query: { q, ...page }, signal }),
  )

/** One asset, for a link that opens it directly. */
export const wikiElement = (here: Here, wikielementid: number) =>
  queryOptions({
    queryKey: ['wiki', here, 'asset', wikielementid],
    queryFn: ({ signal }) => call(readWikiElement, { params: { ...here, wikielementid }, signal }),
  })

/** The first assets with a text in folder or name, and their number, for pickers. */
export const findAssets = (here: Here, filter: string, signal: AbortSignal) =>
  callPage(listWikiElements, { params: here, query: { filter: filter || undefined, limit: 100, count: '1' }, signal })
