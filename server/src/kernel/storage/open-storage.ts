import path from 'node:path'
import { openLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/** Opens S3 when `url` (STORAGE_URL) is given, else the folder `files` in `dataDir`. A wrong STORAGE_URL throws an OperatorError that names it. */
export const openStorage = async ({ url, dataDir }: { url?: string; dataDir: string }): Promise<Storage> => {
  if (!url) return openLocalStorage(path.join(dataDir, 'files'))
  // The AWS SDK costs some 100 ms and 30 MB: only who uses S3 loads it.
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(url)
}
