import { listDocuments, uploadDocument } from '@portico/contract/documents'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { callPage } from '../api/api.ts'
import { type UploadInput, uploadFile } from '../api/upload-file.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { DocumentSearch } from './document-search.ts'

export const documentList = (here: Here, { q, sort }: DocumentSearch) =>
  pageQuery(['documents', here, { q, sort }], (page, signal) =>
    callPage(listDocuments, { params: here, query: { q, sort, ...page }, signal }),
  )

/** Uploads a company file and refreshes the list. */
export const sendDocument = (client: QueryClient, here: Here) =>
  mutationOptions({
    mutationFn: ({ file, ...input }: { file: File } & UploadInput) => uploadFile(uploadDocument, here, file, input),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['documents', here] })
    },
  })
