import { readWikiElement } from '@portico/contract/wiki'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import type { Here } from '../shell/addresses.ts'

export const wikiElement = (here: Here, wikielementid: number) =>
  queryOptions({
    queryKey: ['wiki', here, 'asset', wikielementid],
    queryFn: ({ signal }) => call(readWikiElement, { params: { ...here, wikielementid }, signal }),
  })
