import { readStorageUse } from '@portico/contract/staff/storage'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/api.ts'

/** What the files of the company take. */
export const storageUse = queryOptions({
  queryKey: ['staff', 'storage'],
  queryFn: ({ signal }) => call(readStorageUse, { signal }),
})
