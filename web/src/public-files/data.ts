import { listPublicFiles, type PublicFile } from '@portico/contract/public-files'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { callPage, type Page } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { PublicFileSearch } from './public-file-search.ts'
import { narrowed } from './rules.ts'

/** All public files of a portal, as a single page. */
export const publicFiles = (company: string) => ({
  ...pageQuery<PublicFile>(['publicfiles', company], (_, signal) =>
    callPage(listPublicFiles, { params: { company }, signal }),
  ),
  // No placeholder data: it would be that of another portal.
  placeholderData: undefined,
  staleTime: 5 * 60_000,
})

/** Whether a portal has public files; false after a failure. */
export const hasPublicFiles = (client: QueryClient, company: string): Promise<boolean> =>
  client.fetchInfiniteQuery(publicFiles(company)).then(
    ({ pages }) => (pages[0]?.rows.length ?? 0) > 0,
    () => false,
  )

/** The public files as a list, filtered and sorted by the URL. */
export const publicFileList = ({ company }: Here, search: PublicFileSearch) => ({
  ...publicFiles(company),
  select: (data: InfiniteData<Page<PublicFile[]>, string | undefined>) => ({
    ...data,
    pages: data.pages.map(page => narrowed(page, search)),
  }),
})
