import { listSearch } from '../shell/list-search.ts'

export const readPublicFileSearch = listSearch('fileName')
export type PublicFileSearch = ReturnType<typeof readPublicFileSearch>
