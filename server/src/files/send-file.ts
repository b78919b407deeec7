import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actors } from '../kernel/access/contact-log.ts'
import type { Scope, UserScope } from '../kernel/access/scope.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { contentHeaders, parseRange } from '../kernel/files/file-headers.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { StoredFile } from './queries.ts'

/** Responses to signed URLs may be cached only by the reader's browser, and only as long as the URL stays the same. */
export const signedCaching = 'private, max-age=1800'

/** Whether a request opens a file. Any range counts, because some take the file whole; the logs unite what repeats soon. */
const isOpening = ({ method }: FastifyRequest) => method === 'GET'

/**
 * Notes that a customer opens a file, for the staff who published it and for the administrators of the contact. Of an employee who sees as a
 * customer these alone are told.
 */
export const noteOpening = (
  { openings, contactLog }: Pick<Deps, 'openings' | 'contactLog'>,
  request: FastifyRequest,
  { serviceCompanyId, portalId, contactId, sessionId, membershipId, webUserId, actor, readOnly }: Scope,
  opened: { fileId: number } | { kind: 'publicFile'; recordId: number },
  { storageKey }: Pick<StoredFile, 'storageKey'>,
): void => {
  if (!isOpening(request)) return
  if (!readOnly) openings.note({ serviceCompanyId, portalId, contactId, webUserId, ...opened })
  const staffUserId = actor?.staffUserId ?? null
  const actors: Actors = { serviceCompanyId, sessionId, membershipId, webUserId, staffUserId }
  contactLog.note({ ...actors, what: 'fileOpened', storageKey, portalId, contactId, origin: originOf(request) })
}

/** Notes that an employee opens a file of a customer, for the administrators of the contact. */
export const noteStaffOpening = (
  { contactLog }: Pick<Deps, 'contactLog'>,
  request: FastifyRequest,
  { serviceCompanyId, staffSessionId, staffUserId }: StaffScope,
  { storageKey }: Pick<StoredFile, 'storageKey'>,
): void => {
  if (!isOpening(request)) return
  const actors: Actors = {
    serviceCompanyId,
    sessionId: staffSessionId,
    membershipId: null,
    webUserId: null,
    staffUserId,
  }
  contactLog.note({ ...actors, what: 'fileOpened', storageKey, origin: originOf(request) })
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
