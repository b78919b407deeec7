import { listDocuments, uploadDocument } from '@portico/contract/documents'
import type { QueryClient } from '@tanstack/react-query'
import { callPage, type UploadInput, uploadFile } from '../api.ts'
import type { Here } from '../shell/addresses.ts'
import { pageQuery } from '../shell/page-query.ts'
import { newKey } from '../shell/use-once.ts'
import type { DocumentSearch } from './document-search.ts'

export const documentList = (here: Here, { q, sort }: DocumentSearch) =>
  pageQuery(['documents', here, { q, sort }], (page, signal) =>
    callPage(listDocuments, { params: here, query: { q, sort, ...page }, signal }),
  )

// A file that is sent again after a failure is the same file, even where the first attempt had arrived.
const keys = new WeakMap<File, string>()

/** Adds a company file; the list is read anew with it. */
export const sendDocument = async (client: QueryClient, here: Here, file: File, options: UploadInput) => {
  const idempotencyKey = keys.get(file) ?? newKey()
  keys.set(file, idempotencyKey)
  const sent = await uploadFile(uploadDocument, here, file, { ...options, idempotencyKey })
  void client.invalidateQueries({ queryKey: ['documents', here] })
  return sent
}
