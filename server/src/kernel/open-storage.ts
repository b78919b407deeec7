import path from 'node:path'
import type { Storage } from './storage.ts'
import { openLocalStorage } from './storage-local.ts'

/** Opens S3 when `url` (STORAGE_URL) is given, else the folder `files` in `dataDir`. A wrong STORAGE_URL throws an OperatorError that names it. */
export const openStorage = async ({ url, dataDir }: { url?: string; dataDir: string }): Promise<Storage> => {
  if (!url) return openLocalStorage(path.join(dataDir, 'files'))
  // The AWS SDK costs some 100 ms and 30 MB: only who uses S3 loads it.
  const { openS3Storage } = await import('./storage-s3.ts')
  return openS3Storage(url)
}
