import { finished, PassThrough, type Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@portico/contract/endpoint'
import type { Flag } from '@portico/contract/permissions'
import type { FilePurpose } from '@portico/contract/sections'
import type { Upload } from '@portico/contract/shapes'
import { fileSizeMax } from '@portico/contract/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../kernel/access/scope.ts'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Sniff } from '../kernel/files/file-kind.ts'
import { type ReceivedFile, receive } from '../kernel/files/receive-file.ts'
import { type App, route } from '../kernel/http/route.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { countUnclaimed, insertUpload } from './queries.ts'
import { requireQuota } from './stored-bytes-queries.ts'
import { UPLOAD_LIFETIME } from './sweep.ts'

/** Maximum number of unused uploads per user; without it, one user could fill the disk within an hour. */
const UNCLAIMED_MAX = 200

/** Accepts bodies of `multipart/form-data` and streams their files. */
export const acceptMultipart = (http: FastifyInstance) =>
  http.register(multipart, {
    limits: { files: 2, fields: 10, fieldSize: 1000, parts: 12, fileSize: fileSizeMax + 1 },
    // `receive` checks the size and fails with its own error code.
    throwFileSizeLimit: false,
  })

const failUnreadable = () => failAt('invalid_request', 'body', 'is not multipart/form-data that can be read to its end')

/** Yields the parts of a body. A parser error is a client error. */
const readParts = async function* (request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch {
    failUnreadable()
  }
}

/** The request body as a separate stream. Destroying the request itself would close the connection before the response is sent. */
export const pipeBody = ({ raw }: FastifyRequest): Readable => {
  const body = new PassThrough()
  finished(raw, { writable: false }, error => {
    if (error) body.destroy(error)
  })
  return raw.pipe(body)
}

type StoreContent = (body: Readable) => Promise<void>

/** Reads a body to its end and stores its single file. If it throws, the content may have been stored without a row. */
const receiveFile = async (
  request: FastifyRequest,
  store: StoreContent,
  { name, sniff }: { name: string | undefined; sniff: Sniff | undefined },
): Promise<ReceivedFile> => {
  const options = { put: store, ...(sniff && { sniff }) }
  if (name !== undefined && !request.isMultipart()) return receive(pipeBody(request), { ...options, name })
  if (!request.isMultipart()) return failAt('invalid_request', 'body', 'must be multipart/form-data')
  let received: ReceivedFile | undefined
  for await (const part of readParts(request)) {
    if (part.type !== 'file') continue
    if (part.fieldname !== 'file') return failAt('invalid_request', 'body', 'takes a file in the field `file` only')
    if (received) return failAt('invalid_request', 'body.file', 'must be one file')
    received = await receive(part.file, { ...options, name: part.filename ?? '' }).catch(error =>
      part.file.errored ? failUnreadable() : Promise.reject(error),
    )
  }
  return received ?? failAt('invalid_request', 'body.file', 'is missing')
}

/** Discards the rest of a refused body; a client that writes its whole body before it reads would otherwise never see the response. */
export const discardBody = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}

/**
 * `admit` throws if the caller may not upload now. `write` inserts the row and calls `keep` in the same transaction. With `name`, a
 * body that is not multipart is the file itself. `sniff` decides which files are accepted.
 */
type UploadSteps<Written> = {
  name?: string | undefined
  sniff?: Sniff
  admit: () => Promise<void>
  write: (file: ReceivedFile, storageKey: string, keep: () => void) => Promise<Written>
}

/** Stores the single file of a body and writes its row. Removes the content again if the file is refused or not kept. */
export const receiveUpload = async <Written>(
  { deps: { storage } }: App,
  request: FastifyRequest,
  { name, sniff, admit, write }: UploadSteps<Written>,
): Promise<Written> => {
  const storageKey = newStorageKey()
  let isKept = false
  // If removal fails, the sweep deletes the orphan later.
  const remove = () => storage.remove([storageKey]).catch(() => undefined)
  try {
    await admit()
    const file = await receiveFile(request, body => storage.put(storageKey, body), {
      name,
      sniff,
    })
    const written = await write(file, storageKey, () => {
      isKept = true
    })
    if (!isKept) await remove()
    return written
  } catch (error) {
    discardBody(request)
    // If the database connection was lost, the row may still have been committed; if not, the sweep deletes the file.
    if (!(isKept && error instanceof Unavailable)) await remove()
    throw error
  }
}

/** Registers an endpoint that stores the file in the field `file` and returns its id and a signed URL. */
export const uploadRoute = <P extends string>(
  app: App,
  endpoint: Endpoint<P, undefined, undefined, typeof Upload, Flag, undefined>,
  purpose: FilePurpose,
): void => {
  const { signedUrls, storageQuota } = app.deps
  route(app, endpoint, async call => {
    const { db, now, request } = call
    const scope = call.scope as Scope
    const requireUploadAllowance = async (db: Db, bytes: number) => {
      if ((await countUnclaimed(db, scope)) >= UNCLAIMED_MAX)
        fail('too_many_requests', { retryAfter: UPLOAD_LIFETIME / 1000 })
      await requireQuota(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
    }
    const { file, id } = await receiveUpload(app, request, {
      admit: () => requireUploadAllowance(db, 0),
      write: (file, storageKey, keep) =>
        tx(db, async db => {
          // Check again, as other uploads may have finished. Concurrent transactions can exceed the limit by the size of the pool.
          await requireUploadAllowance(db, file.size)
          keep()
          return { file, id: await insertUpload(db, scope, { purpose, file, storageKey, now }) }
        }),
    })
    const url = signedUrls.sign({ id, name: file.name }, scope, now)
    return { id, url, name: file.name, size: file.size }
  })
}
