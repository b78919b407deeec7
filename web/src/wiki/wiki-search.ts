import { listSearch } from '../list/list-params.ts'

/** The search parameters of the wiki: the search text and the open asset. */
export const readWikiSearch = listSearch('folder')
export type WikiSearch = ReturnType<typeof readWikiSearch>
