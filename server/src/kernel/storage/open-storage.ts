import path from 'node:path'
import { openLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/**
 * Opens S3 if `url` (STORAGE_URL) is given, else the folder `files` in `dataDir`. Throws an OperatorError that names STORAGE_URL if it is
 * wrong.
 */
export const openStorage = async ({ url, dataDir }: { url?: string; dataDir: string }): Promise<Storage> => {
  if (!url) return openLocalStorage(path.join(dataDir, 'files'))
  // The AWS SDK costs about 100 ms and 30 MB, so it is loaded only where S3 is used.
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(url)
}
