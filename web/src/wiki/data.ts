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

/** One asset, for those who come to it by its address. */
export const wikiElement = (here: Here, wikielementid: number) =>
  queryOptions({
    queryKey: ['wiki', here, 'asset', wikielementid],
    queryFn: ({ signal }) => call(readWikiElement, { params: { ...here, wikielementid }, signal }),
  })

/** The first assets whose folder or name holds a text, for pickers, and how many there are. */
export const findAssets = (here: Here, filter: string, signal: AbortSignal) =>
  callPage(listWikiElements, { params: here, query: { filter: filter || undefined, limit: 100, count: '1' }, signal })
