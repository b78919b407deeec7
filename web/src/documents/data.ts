import { listDocuments, uploadDocument } from '@portico/contract/documents'
import type { QueryClient } from '@tanstack/react-query'
import { callPage, type UploadInput, uploadFile } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { DocumentSearch } from './document-search.ts'

export const documentList = (here: Here, { q, sort }: DocumentSearch) =>
  pageQuery(['documents', here, { q, sort }], (page, signal) =>
    callPage(listDocuments, { params: here, query: { q, sort, ...page }, signal }),
  )

/** Adds a company file; the list is read anew with it. */
export const sendDocument = async (client: QueryClient, here: Here, file: File, options: UploadInput) => {
  const sent = await uploadFile(uploadDocument, here, file, options)
  void client.invalidateQueries({ queryKey: ['documents', here] })
  return sent
}
