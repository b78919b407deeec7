import { type RecordSearch, readRecordSearch } from '../../staff/parts/records/record-search.ts'

/** What the list of assets shows, as its address has it. */
export type AssetsSearch = RecordSearch

/** Reads the search of the list's address; what is malformed is left out. */
export const readAssetsSearch = (search: Record<string, unknown>): AssetsSearch => readRecordSearch(search)
