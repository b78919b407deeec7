import { listSearch } from '../list/list-params.ts'

export const readDocumentSearch = listSearch('createDate', 'documentName')
export type DocumentSearch = ReturnType<typeof readDocumentSearch>
