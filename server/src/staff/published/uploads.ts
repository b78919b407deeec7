import type { uploadPublishedFile } from '@portico/contract/staff/published'
import { requireQuota } from '../../files/stored-bytes-queries.ts'
import { receiveUpload } from '../../files/uploads.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { App, CallOf } from '../../kernel/http/route.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { uploadFound } from '../../operator-api/uploads.ts'
import type { FileSource, FoundFile } from '../../records/definition/files.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { countStaffUploads, insertStaffUpload, type StaffUpload, UPLOAD_LIFETIME } from './upload-queries.ts'

/** Most uploads of an account that nothing uses yet. */
const UPLOADS_MAX = 50

/** Takes a file of the staff that a record will use. */
export const takeUpload =
  (app: App) =>
  async ({ db, scope, now, request }: CallOf<typeof uploadPublishedFile>) => {
    const requireCapacity = async (db: Db, bytes: number) => {
      if ((await countStaffUploads(db, scope)) >= UPLOADS_MAX)
        fail('too_many_requests', { retryAfter: UPLOAD_LIFETIME / 1000 })
      await requireQuota(db, scope.serviceCompanyId, { bytes, quota: app.deps.storageQuota })
    }
    return receiveUpload(app, request, {
      admit: () => requireCapacity(db, 0),
      write: (file, storageKey, keep) =>
        tx(db, async db => {
          await requireCapacity(db, file.size)
          keep()
          const id = await insertStaffUpload(db, scope as StaffScope, { file, storageKey, now })
          return { id, name: file.name, size: file.size, mediaType: file.mediaType }
        }),
    })
  }

/** The path by which lines name the upload. */
export const UPLOAD_PATH = 'upload'

/** Files by the paths that lines name them by. */
export const filesOf = (files: Record<string, FoundFile>): FileSource => ({
  find: async (path, field) => files[path] ?? Promise.reject(new Refusal(field, `"${path}" is not there`, 'not_found')),
})

/** An upload as the file of a line. The first record that takes it has its content, further ones a copy. */
export const foundUpload = (storage: Storage, upload: StaffUpload): FoundFile & { isAdopted: () => boolean } => {
  let adopted = false
  const adopt = () => {
    if (adopted) return undefined
    adopted = true
    return upload.storageKey
  }
  return { ...uploadFound(storage, upload), adopt, isAdopted: () => adopted }
}
