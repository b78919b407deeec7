import { type ListSearch, listSearch, textIn } from '../list/list-params.ts'

const readList = listSearch('dateTime', 'name')

/** The search parameters of the reports: those of every list, and a text in the folder or name of the asset. */
export type ReportSearch = ListSearch<'dateTime' | 'name'> & { wikiFilter?: string }

export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  ...readList(search),
  wikiFilter: textIn(search.wikiFilter),
})
