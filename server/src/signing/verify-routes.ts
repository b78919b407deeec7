import { readSealedRevision, verifySignedFile } from '@portico/contract/signing'
import { sendFile, signedCaching } from '../files/send-file.ts'
import { receiveUpload } from '../files/uploads.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import type { Seal } from './seal/seal.ts'
import { openSealedAddresses } from './sealed-addresses.ts'
import { findSealedFile } from './sealed-queries.ts'
import { readWhole } from './sealed-storage.ts'
import { verifyUpload } from './verify-file.ts'

const tooHeavy = { detail: 'The file takes too much time or memory to read.' }

/** A storage whose files end after `size` bytes. */
const truncateFiles = (storage: Storage, size: number): Pick<Storage, 'get'> => ({
  get: (key, range = { start: 0, end: size - 1 }) => storage.get(key, range),
})

/** The public verification of signed files. */
export const verifyRoutes = (app: App, seal: Seal): void => {
  const { database: db, storage, secrets } = app.deps
  const addresses = openSealedAddresses(secrets)

  route(app, verifySignedFile, ({ request, now }) =>
    receiveUpload(app, request, {
      admit: async () => undefined,
      write: async ({ kind, name }, storageKey) => {
        if (kind !== 'pdf') return fail('file_type_refused')
        const caller = { address: readClientAddress(request) }
        const within = <T>(work: Promise<T>): Promise<T> =>
          work.catch(error =>
            error instanceof WorkerLimitExceeded ? fail('file_type_refused', tooHeavy) : Promise.reject(error),
          )
        const inspection = await within(seal.inspect(async () => readWhole(await storage.get(storageKey)), caller))
        const upload = { name, storageKey, inspection, caller }
        return within(verifyUpload({ db, storage, addresses, seal }, upload, now))
      },
    }),
  )

  route(app, readSealedRevision, async ({ db, params, query, now, request, reply }) => {
    const { fileid: fileId, name } = params
    const size = addresses.verify({ fileId, name, ...query }, now) ?? fail('not_found')
    const file = (await findSealedFile(db, fileId)) ?? fail('not_found')
    const options = { range: request.headers.range, caching: signedCaching }
    return sendFile(truncateFiles(storage, size), { ...file, name, size }, options, reply)
  })
}
