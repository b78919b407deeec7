import type { FastifyReply } from 'fastify'
import { contentHeaders, parseRange } from '../kernel/files/file-headers.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { StoredFile } from './queries.ts'

/** What is behind a signed address may be kept by its reader's browser alone, and no longer than the address stays the same. */
export const signedCaching = 'private, max-age=1800'

type Sent = Omit<StoredFile, 'id'>

/** Streams a stored file, whole or by one range. */
export const sendFile = async (
  storage: Pick<Storage, 'get'>,
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
  // Public ones, such as logos, show in mails that are read on another origin.
  if (caching.startsWith('public')) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (wanted) {
    reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.size}`)
    return reply.header('content-length', wanted.end - wanted.start + 1).send(body)
  }
  return reply.header('content-length', file.size).send(body)
}
