import { readFile, readPicture } from '@portico/contract/files'
import type { FastifyReply } from 'fastify'
import { fail } from '../kernel/fail.ts'
import { contentHeaders, parseRange } from '../kernel/file-headers.ts'
import { type App, route } from '../kernel/route.ts'
import type { Storage } from '../kernel/storage.ts'
import { type MayOpen, openableFile, pictureNamed, type StoredFile } from './queries.ts'

type Sent = Omit<StoredFile, 'id'>

/** Streams a stored file, whole or by one range. */
const sendFile = async (
  storage: Storage,
  file: Sent,
  { range, caching }: { range: string | undefined; caching: string },
  reply: FastifyReply,
) => {
  const wanted = parseRange(range, file.size)
  if (wanted === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  // Before any header of the file: what the storage has not got is answered as a problem.
  const body = await storage.get(file.storageKey, wanted)
  // Our own pages frame a PDF.
  const framing = { 'x-frame-options': 'SAMEORIGIN' }
  reply.headers({ ...contentHeaders(file), ...framing, 'accept-ranges': 'bytes', 'cache-control': caching })
  if (wanted) {
    reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.size}`)
    return reply.header('content-length', wanted.end - wanted.start + 1).send(body)
  }
  return reply.header('content-length', file.size).send(body)
}

/** Files by signed address, and public pictures. `rules` say who may open the files of each section. */
export const fileRoutes = (app: App, rules: MayOpen[]): void => {
  const { storage, addresses } = app.deps

  route(app, readFile, async ({ db, params, query, now, request, reply }) => {
    const membershipId = addresses.verify({ fileId: params.fileid, ...query }, now) ?? fail('not_found')
    const scope = await app.gate.membership(membershipId)
    const file = (await openableFile(db, scope, params.fileid, rules)) ?? fail('not_found')
    return sendFile(storage, file, { range: request.headers.range, caching: 'private, max-age=1800' }, reply)
  })

  route(app, readPicture, async ({ db, params, request, reply }) => {
    const picture = (await pictureNamed(db, params.picture)) ?? fail('not_found')
    const caching = 'public, max-age=31536000, immutable'
    return sendFile(storage, picture, { range: request.headers.range, caching }, reply)
  })
}
