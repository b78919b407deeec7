import { listPublishedFiles, type PublishedKind, readPublishedFile } from '@portico/contract/staff/published'
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import type { PublishedSearch } from './published-search.ts'

/** The pages of published files that the address asks for. */
export const publishedFiles = ({ open: _open, ...search }: PublishedSearch) =>
  pageQuery(['staff', 'published', search], ({ limit, cursor, count }, signal) =>
    callPage(listPublishedFiles, { query: { ...search, limit, cursor, count }, signal }),
  )

/** A published file with its openings and its history. */
export const publishedFile = (params: { kind: PublishedKind; recordid: number }) =>
  queryOptions({
    queryKey: ['staff', 'published-file', params.kind, params.recordid],
    queryFn: ({ signal }) => call(readPublishedFile, { params, signal }),
  })
