import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Openings } from '../kernel/access/openings.ts'
import type { UserScope } from '../kernel/access/scope.ts'
import { contentHeaders, parseRange } from '../kernel/files/file-headers.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { StoredFile } from './queries.ts'

/** Responses to signed URLs may be cached only by the reader's browser, and only as long as the URL stays the same. */
export const signedCaching = 'private, max-age=1800'

type Reader = { serviceCompanyId: number; portalId: number; contactId: number; webUserId: number; readOnly: boolean }

/**
 * Notes that a customer opens a file; not when its viewer asks for the rest of it, in ranges, nor when the staff see as a customer.
 */
export const noteOpening = (
  openings: Openings,
  { method, headers }: FastifyRequest,
  { serviceCompanyId, portalId, contactId, webUserId, readOnly }: Reader,
  opened: { fileId: number } | { kind: 'publicFile'; recordId: number },
): void => {
  if (readOnly || method !== 'GET' || /^bytes=(?!0-)/.test(headers.range ?? '')) return
  openings.note({ serviceCompanyId, portalId, contactId, webUserId, ...opened })
}

/** What an employee saw as a customer does not outlive the sight of it. */
export const cachingFor = ({ readOnly }: Pick<UserScope, 'readOnly'>): string => (readOnly ? 'no-store' : signedCaching)

type ServedFile = Omit<StoredFile, 'id'>

/** Streams a stored file, or one byte range of it. */
export const sendFile = async (
  storage: Pick<Storage, 'get'>,
  file: ServedFile,
  { range, caching }: { range: string | undefined; caching: string },
  reply: FastifyReply,
) => {
  const byteRange = parseRange(range, file.size)
  if (byteRange === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  // Before any header is set, so that a missing object is reported as a problem response.
  const body = await storage.get(file.storageKey, byteRange)
  // The portal shows a PDF in a frame.
  const framing = { 'x-frame-options': 'SAMEORIGIN' }
  reply.headers({ ...contentHeaders(file), ...framing, 'accept-ranges': 'bytes', 'cache-control': caching })
  // Public pictures, such as logos, are embedded in mails that are read on another origin.
  if (caching.startsWith('public')) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (byteRange) {
    reply.code(206).header('content-range', `bytes ${byteRange.start}-${byteRange.end}/${file.size}`)
    return reply.header('content-length', byteRange.end - byteRange.start + 1).send(body)
  }
  return reply.header('content-length', file.size).send(body)
}
