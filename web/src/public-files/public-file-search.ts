import { listSearch } from '../list/list-params.ts'

export const readPublicFileSearch = listSearch('fileName')
export type PublicFileSearch = ReturnType<typeof readPublicFileSearch>
