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
import { type ReceivedFile, receive } from '../kernel/files/receive-file.ts'
import { type App, route } from '../kernel/http/route.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { countUnclaimed, insertUpload } from './queries.ts'
import { requireStorage } from './stored-bytes-queries.ts'
import { uploadLife } from './sweep.ts'

/** Uploads that one user may have waiting to be used: without a bound, one could fill the disk within the hour. */
const UNCLAIMED_MAX = 200

/** Bodies of `multipart/form-data`, one file each, read as a stream. */
export const acceptMultipart = (http: FastifyInstance) =>
  http.register(multipart, {
    limits: { files: 2, fields: 10, fieldSize: 1000, parts: 12, fileSize: fileSizeMax + 1 },
    // The size is judged where the file is received, which has the code for it.
    throwFileSizeLimit: false,
  })

const unreadable = () => failAt('invalid_request', 'body', 'is not multipart/form-data that can be read to its end')

/** The parts of a body; what the parser cannot read is the sender's fault. */
const partsOf = async function* (request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch {
    unreadable()
  }
}

/** The body of a request as a stream that may be destroyed: the request itself would take the connection along, and the answer with it. */
export const bodyOf = ({ raw }: FastifyRequest): Readable => {
  const body = new PassThrough()
  finished(raw, { writable: false }, error => {
    if (error) body.destroy(error)
  })
  return raw.pipe(body)
}

type Put = (body: Readable) => Promise<void>

/** Reads a body to its end and takes its one file; when it throws, the content may have been stored but not kept. */
const receiveFile = async (request: FastifyRequest, put: Put, name: string | undefined): Promise<ReceivedFile> => {
  if (name !== undefined && !request.isMultipart()) return receive(bodyOf(request), { name, put })
  if (!request.isMultipart()) return failAt('invalid_request', 'body', 'must be multipart/form-data')
  let received: ReceivedFile | undefined
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue
    if (part.fieldname !== 'file') return failAt('invalid_request', 'body', 'takes a file in the field `file` only')
    if (received) return failAt('invalid_request', 'body.file', 'must be one file')
    received = await receive(part.file, { name: part.filename ?? '', put }).catch(error =>
      part.file.errored ? unreadable() : Promise.reject(error),
    )
  }
  return received ?? failAt('invalid_request', 'body.file', 'is missing')
}

/** Lets what is left of a refused body run out: a client that writes all of it before it reads would else never see the answer. */
export const discardRest = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}

/**
 * Who may send a file now, which throws otherwise, and what writes its row; `write` calls `keep` in the transaction that does. With a
 * `name` a body that is not multipart is the file itself.
 */
type Taking<Written> = {
  name?: string | undefined
  admit: () => Promise<void>
  write: (file: ReceivedFile, storageKey: string, keep: () => void) => Promise<Written>
}

/** Receives the one file of a body into the storage and has its row written. What is refused, or not kept, is taken out again. */
export const receiveUpload = async <Written>(
  { deps: { storage } }: App,
  request: FastifyRequest,
  { name, admit, write }: Taking<Written>,
): Promise<Written> => {
  const storageKey = newStorageKey()
  let kept = false
  // What cannot be removed now is an orphan, and swept as such.
  const remove = () => storage.remove([storageKey]).catch(() => undefined)
  try {
    await admit()
    const file = await receiveFile(request, body => storage.put(storageKey, body), name)
    const written = await write(file, storageKey, () => {
      kept = true
    })
    if (!kept) await remove()
    return written
  } catch (error) {
    discardRest(request)
    // Where the database was lost the row may have been written all the same; if not, the sweep finds the file.
    if (!(kept && error instanceof Unavailable)) await remove()
    throw error
  }
}

/** An endpoint that takes one file in the field `file`, stores it, and answers with its id and a signed address. */
export const uploadRoute = <P extends string>(
  app: App,
  declared: Endpoint<P, undefined, undefined, typeof Upload, Flag, undefined>,
  purpose: FilePurpose,
): void => {
  const { signedUrls, storageQuota } = app.deps
  route(app, declared, async call => {
    const { db, now, request } = call
    const scope = call.scope as Scope
    const requireRoom = async (db: Db, bytes: number) => {
      if ((await countUnclaimed(db, scope)) >= UNCLAIMED_MAX)
        fail('too_many_requests', { retryAfter: uploadLife / 1000 })
      await requireStorage(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
    }
    const { file, id } = await receiveUpload(app, request, {
      admit: () => requireRoom(db, 0),
      write: (file, storageKey, keep) =>
        tx(db, async db => {
          // Others may have arrived meanwhile; those that are written at this moment, as many as a pool has connections, are let pass.
          await requireRoom(db, file.size)
          keep()
          return { file, id: await insertUpload(db, scope, { purpose, file, storageKey, now }) }
        }),
    })
    const url = signedUrls.sign({ id, name: file.name }, scope, now)
    return { id, url, name: file.name, size: file.size }
  })
}
