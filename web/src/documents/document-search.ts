import { listSearch } from '../shell/list-search.ts'

export const readDocumentSearch = listSearch('createDate', 'documentName')
export type DocumentSearch = ReturnType<typeof readDocumentSearch>
