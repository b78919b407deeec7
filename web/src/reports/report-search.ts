import { type ListSearch, listSearch, textIn } from '../list/list-params.ts'

const readList = listSearch('dateTime', 'name')

/** What the address of the reports holds: beside the rest, a text in folder or name of the asset. */
export type ReportSearch = ListSearch<'dateTime' | 'name'> & { wikiFilter?: string }

export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  ...readList(search),
  wikiFilter: textIn(search.wikiFilter),
})
