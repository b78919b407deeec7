import { uploadFile } from '@portico/contract/operator/records'
import { requireQuota } from '../files/stored-bytes-queries.ts'
import { UPLOAD_LIFETIME } from '../files/sweep.ts'
import { receiveUpload } from '../files/uploads.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Db, lock, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { formatByteSize } from '../kernel/settings/byte-size.ts'
import { insertOperatorUpload, uploadPath, waitingUploads } from './uploads.ts'

/** How many unused uploads a service company may have, and their total size in bytes. */
const WAITING_MAX = { files: 2000, bytes: 2 * 1024 ** 3 }
const RETRY_AFTER_SECONDS = 600

const requireCapacity = async (
  db: Db,
  { serviceCompanyId }: OperatorScope,
  { bytes, quota, now }: { bytes: number; quota: number | undefined; now: Date },
) => {
  const waiting = await waitingUploads(db, serviceCompanyId, new Date(now.getTime() - UPLOAD_LIFETIME))
  if (waiting.files >= WAITING_MAX.files || waiting.bytes + bytes > WAITING_MAX.bytes)
    fail('too_many_requests', {
      retryAfter: RETRY_AFTER_SECONDS,
      detail: `Uploads wait to be used: ${WAITING_MAX.files} files and ${formatByteSize(WAITING_MAX.bytes)} at most. Name them in records first.`,
    })
  await requireQuota(db, serviceCompanyId, { bytes, quota })
}

/** The routes of uploads. `http` must accept bodies of any content type as streams. */
export const uploadRoutes = (app: App): void => {
  const { storageQuota } = app.deps

  route(app, uploadFile, async ({ db, scope, query, now, request }) => {
    if (query.name === undefined && !request.isMultipart())
      failAt('invalid_request', 'query.name', 'is missing: it names a file that is the body itself')
    return receiveUpload(app, request, {
      name: query.name,
      admit: () => requireCapacity(db, scope, { bytes: 0, quota: storageQuota, now }),
      write: async (file, storageKey, keep) => {
        const { name, size, mediaType, sha256 } = file
        const id = await tx(db, async db => {
          // Checks the limits again under the lock, because other uploads may have arrived while this one was read.
          await lock(db, `uploads ${scope.serviceCompanyId}`)
          await requireCapacity(db, scope, { bytes: size, quota: storageQuota, now })
          keep()
          return insertOperatorUpload(db, scope, { file, storageKey, now })
        })
        return { path: uploadPath(id), name, size, mediaType, sha256 }
      },
    })
  })
}
