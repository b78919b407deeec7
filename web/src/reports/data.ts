import { listActivityReports } from '@portico/contract/reports'
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { ReportSearch } from './report-search.ts'

/** The pages of reports. The asset filter is sent only for a reader who may see assets. */
export const reportList = (here: Here, { open: _, wikiFilter, ...filters }: ReportSearch, assets: boolean) => {
  const query = { ...filters, wikiFilter: assets ? wikiFilter : undefined }
  return pageQuery(['reports', here, query], (page, signal) =>
    callPage(listActivityReports, { params: here, query: { ...query, ...page }, signal }),
  )
}

/** The reports of one ticket, newest first. */
export const ticketReports = (here: Here, taskId: number) =>
  queryOptions({
    queryKey: ['reports', here, 'ticket', taskId],
    queryFn: ({ signal }) => call(listActivityReports, { params: here, query: { taskId, limit: 500 }, signal }),
  })
