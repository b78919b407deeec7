import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '@portico/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, Unavailable } from '../database/db.ts'
import { type ErrorCode, Failure } from '../errors/fail.ts'
import { FileRefused } from '../files/receive-file.ts'
import { StorageMissing, StorageUnavailable } from '../storage/storage.ts'
import { WorkerLimitExceeded, WorkerQueueFull } from '../workers/worker-errors.ts'

const RETRY_AFTER_SECONDS = 2
/** Tasks in worker processes take a few seconds at most. */
const QUEUE_RETRY_AFTER_SECONDS = 10

/** Maps an exception to an error of the closed list. */
const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (error instanceof FileRefused) return new Failure(error.code, { detail: error.message })
  if (error instanceof Unavailable || error instanceof StorageUnavailable) {
    return new Failure('unavailable', {
      retryAfter: RETRY_AFTER_SECONDS,
      detail: 'The database or the file storage is out of reach.',
    })
  }
  if (isForeignKeyViolation(error))
    return new Failure('conflict', { detail: 'What it refers to was changed at the same moment. Try again.' })
  if (error instanceof StorageMissing) return new Failure('not_found')
  if (error instanceof WorkerQueueFull)
    return new Failure(error.ownLoad ? 'too_many_requests' : 'unavailable', {
      retryAfter: QUEUE_RETRY_AFTER_SECONDS,
      detail: error.message,
    })
  if (error instanceof WorkerLimitExceeded)
    return new Failure('invalid_request', { detail: 'It takes too much time or memory to read.' })
  const { statusCode, code, message } = error as Partial<FastifyError>
  // Fastify's own errors: malformed JSON, a body over the limit, an unsupported media type.
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    const absent = statusCode === 404 || code === 'FST_ERR_MAX_PARAM_LENGTH'
    const mediaType = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && 'Send JSON, as content-type: application/json.'
    return new Failure(absent ? 'not_found' : 'invalid_request', {
      detail: mediaType || (message ?? 'The request cannot be read.'),
    })
  }
  return new Failure('internal', { detail: 'Something went wrong on our side.' })
}

const problemOf = (
  failure: Failure,
  requestId: string,
): Omit<Problem, 'code'> & { code: ErrorCode; crossed?: unknown[]; collisions?: unknown[] } => {
  const { detail, errors, webPortalKey, reason, proofs, crossed, collisions } = failure.more
  return {
    type: `urn:portico:problem:${failure.code}`,
    title: STATUS_CODES[failure.status] ?? 'Error',
    status: failure.status,
    ...(detail !== undefined && { detail }),
    code: failure.code,
    ...(errors !== undefined && { errors }),
    ...(webPortalKey !== undefined && { webPortalKey }),
    ...(reason !== undefined && { reason }),
    ...(proofs !== undefined && { proofs }),
    ...(crossed !== undefined && { crossed }),
    ...(collisions !== undefined && { collisions }),
    requestId,
  }
}

const send = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => {
  const { retryAfter } = failure.more
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  reply.header('cache-control', 'no-store')
  return reply
    .code(failure.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemOf(failure, request.id))
}

/** Error codes of reading a request whose client has disconnected. */
const BROKEN_OFF = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']

/** Whether the error only means that the client disconnected before its request was complete. */
const hasBrokenOff = ({ raw }: FastifyRequest, error: unknown): boolean => {
  if (!raw.destroyed || raw.complete) return false
  return error instanceof Failure || BROKEN_OFF.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Sends an error as a problem document, and logs it if it is a server fault. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (hasBrokenOff(request, error)) {
    // At the level of any other request; otherwise strangers could fill the error log.
    request.log.info('the client broke off its request')
    return send(new Failure('invalid_request', { detail: 'The request broke off.' }), request, reply)
  }
  const failure = failureOf(error)
  if (failure.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  else if (isForeignKeyViolation(error)) request.log.warn({ err: error }, 'a row was referred to that is gone')
  else if (failure.code === 'unavailable' && failure !== error) request.log.warn({ err: error }, 'out of reach')
  return send(failure, request, reply)
}

/** Answers every error of a route or hook with {@link sendProblem}. */
export const installErrorHandler = (http: FastifyInstance): void => {
  http.setErrorHandler(sendProblem)
}

const longBodies = new WeakSet<Socket>()

/** Exempts a request from the request timeout; `endSlowBodies` still ends it if its body trickles. */
export const exemptFromRequestTimeout = (request: FastifyRequest): void => {
  const { socket } = request.raw
  longBodies.add(socket)
  // Behind a proxy the next request on the connection may come from another client.
  request.raw.once('close', () => longBodies.delete(socket))
}

/** Sends a 400 directly on the socket and ends it, for a request that has no reply object or whose body will not be read to its end. */
export const sendProblemOnSocket = (socket: Socket, detail: string): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(problemOf(new Failure('invalid_request', { detail }), randomUUID()))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Handles Node's `clientError`: malformed HTTP, or headers that are too large or too slow. There is no request object yet. */
export const handleClientError = (error: { code?: string }, socket: Socket): void => {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && longBodies.has(socket)) return
  if (error.code === 'ECONNRESET') socket.destroy()
  else sendProblemOnSocket(socket, 'The request cannot be read.')
}

/** Sends a 404. */
export const notFound = (request: FastifyRequest, reply: FastifyReply) => send(new Failure('not_found'), request, reply)
