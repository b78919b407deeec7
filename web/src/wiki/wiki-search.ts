import { listSearch } from '../list/list-params.ts'

/** What the address of the wiki holds: the text looked for, and the asset that is open. */
export const readWikiSearch = listSearch('folder')
export type WikiSearch = ReturnType<typeof readWikiSearch>
