import type { Endpoint, Of, Params } from '@portico/contract/endpoint'
import { type ErrorCode, errorStatuses, type FieldError, type Problem } from '@portico/contract/errors'
import { takeEarly } from './ask-early.ts'
import { heardFromPortal, outage } from './connection.ts'
import { currentSession, expireSession, followStoredToken } from './session-token.ts'

/** A code of the API, or `network`: no answer came at all. */
export type FailureCode = ErrorCode | 'network'

/** A call that failed. `retryAfter` is in seconds. */
export class ApiError extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  readonly webPortalKey: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(problem: Omit<Partial<Problem>, 'code'> & { code: FailureCode }, retryAfter?: number, cause?: unknown) {
    super(problem.title ?? problem.code, { cause })
    this.name = 'ApiError'
    this.code = problem.code
    this.status = problem.status ?? 0
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.webPortalKey = problem.webPortalKey
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
  }
}

/** The code of whatever was thrown; what is no failed call is our own fault. */
export const failureCode = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal')

type PathOf<E> = E extends { path: infer Path extends string } ? Path : never
type QueryOf<E> = E extends { query?: infer Query } ? Of<Query> : undefined
type BodyOf<E> = E extends { body?: infer Body } ? Of<Body> : undefined
/** What an endpoint answers, `undefined` where it has no body. */
export type ReplyOf<E> = E extends { reply?: infer Reply } ? Of<Reply> : undefined

type Input<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: undefined } : { [N in Name]: T }
type Optional<Name extends string, T> = { [N in Name]?: T }
type ParamsInput<Path extends string> = [keyof Params<Path>] extends [never]
  ? { params?: undefined }
  : { params: Params<Path> }

/** What a call takes, read off its endpoint. `idempotencyKey` makes a repeated write the same write. */
export type CallInput<E> = ParamsInput<PathOf<E>> &
  Optional<'query', QueryOf<E>> &
  Input<'body', BodyOf<E>> & { signal?: AbortSignal; idempotencyKey?: string; headers?: Record<string, string> }

type Sent = {
  params?: Record<string, string | number>
  query?: object
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** The address of a call. */
export const addressOf = (endpoint: Endpoint, { params, query }: Pick<Sent, 'params' | 'query'>) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size ? `${path}?${search}` : path
}

const secondsUntil = (retryAfter: string | null) => {
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  const until = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil(until))
}

const codeOf = (code: unknown, status: number): ErrorCode => {
  if (typeof code === 'string' && code in errorStatuses) return code as ErrorCode
  // A proxy in between answers without a problem document.
  const known: Record<number, ErrorCode> = { 413: 'file_too_large', 429: 'too_many_requests', 404: 'not_found' }
  return known[status] ?? ([502, 503, 504].includes(status) ? 'unavailable' : 'internal')
}

const problemOf = (text: string): Partial<Problem> => {
  try {
    const problem: unknown = JSON.parse(text)
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {}
  }
}

const failure = (status: number, text: string, retryAfter: string | null, token: string | undefined) => {
  const problem = problemOf(text)
  const error = new ApiError({ ...problem, status, code: codeOf(problem.code, status) }, secondsUntil(retryAfter))
  if (error.code === 'unauthenticated' && token) expireSession(token)
  return error
}

/** What sends the token of a session. */
export const authorization = (token: string | undefined): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {}

const sessionOver = () => new ApiError({ code: 'unauthenticated', status: 401 })

// A screen that was read in one session sends nothing in the next, which may be another person's. What needs no session
// does not end with one.
const sessionToSendIn = () => {
  const { token, ended } = currentSession()
  followStoredToken()
  if (token && ended.aborted) throw sessionOver()
  return token ? { token, ended } : { token: currentSession().token }
}

// A proxy answers in place of a server that is away.
const noteAnswer = (status: number) => void (status === 502 || status === 504 ? outage() : heardFromPortal())

/** What a call without an answer throws. */
const noAnswer = (cause: unknown, signal: AbortSignal | undefined, ended: AbortSignal | undefined) => {
  if (signal?.aborted) return cause
  if (ended?.aborted) return sessionOver()
  void outage()
  return new ApiError({ code: 'network' }, undefined, cause)
}

const send = async (endpoint: Endpoint, sent: Sent) => {
  const { token, ended } = sessionToSendIn()
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...authorization(token),
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(sent.idempotencyKey && { 'Idempotency-Key': sent.idempotencyKey }),
      ...sent.headers,
    },
    body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    signal: sent.signal && ended ? AbortSignal.any([sent.signal, ended]) : (sent.signal ?? ended),
  }
  let response: Response
  try {
    const address = addressOf(endpoint, sent)
    const early = endpoint.method === 'GET' ? await takeEarly(address, token) : undefined
    response = early ?? (await fetch(address, init))
  } catch (error) {
    throw noAnswer(error, sent.signal, ended)
  }
  if (ended?.aborted) throw sessionOver()
  noteAnswer(response.status)
  if (response.ok) return { response, ended }
  throw failure(response.status, await response.text().catch(() => ''), response.headers.get('Retry-After'), token)
}

type Answer = Awaited<ReturnType<typeof send>>

const bodyOf = async <E extends Endpoint>(
  endpoint: E,
  { response, ended }: Answer,
  signal: AbortSignal | undefined,
) => {
  if (!endpoint.reply) return undefined as ReplyOf<E>
  try {
    return (await response.json()) as ReplyOf<E>
  } catch (error) {
    throw noAnswer(error, signal, ended)
  }
}

/** Makes a call and gives its answer. Throws ApiError; an aborted call throws the signal's reason. */
export const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> =>
  bodyOf(endpoint, await send(endpoint, input as Sent), input.signal)

/**
 * One page of a list: its rows and the cursor of the next page; where asked for, how many there are in all, and what they
 * add up to, in euro or minutes, where people add up.
 */
export type Page<Rows> = {
  rows: Rows
  next: string | undefined
  total: number | undefined
  amount: number | undefined
  minutes: number | undefined
  /** For what else a list adds up. */
  headers: Headers
}

const numberIn = (header: string | null) => (header === null ? undefined : Number(header))

const nextCursor = (link: string | null) => {
  const address = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined
}

/** Makes a call that answers one page of a list. */
export const callPage = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Page<ReplyOf<E>>> => {
  const answer = await send(endpoint, input as Sent)
  const { headers } = answer.response
  return {
    rows: await bodyOf(endpoint, answer, input.signal),
    next: nextCursor(headers.get('Link')),
    total: numberIn(headers.get('Total-Count')),
    amount: numberIn(headers.get('Total-Amount')),
    minutes: numberIn(headers.get('Total-Minutes')),
    headers,
  }
}

/** Whether a file still opens at its address, which is good for an hour: its first byte is asked for. */
export const opens = async (address: string, signal?: AbortSignal) => {
  const response = await fetch(address, { headers: { Range: 'bytes=0-0' }, cache: 'no-store', signal })
  return response.ok
}

/** Opens a stream of bytes. Throws as `call` does. */
export const openStream = async <E extends Endpoint>(endpoint: E, input: CallInput<E>) => {
  const { body } = (await send(endpoint, input as Sent)).response
  if (!body) throw new ApiError({ code: 'network' })
  return body
}

/** What an upload takes beside the file. `onProgress` gets the share that has been sent, 0 to 1. */
export type UploadInput = { onProgress?: (share: number) => void; signal?: AbortSignal; idempotencyKey?: string }

/** Sends one file. The only call that is no `fetch`, which cannot say how far it has come. */
export const uploadFile = <E extends Endpoint & { upload?: true }>(
  endpoint: E,
  params: Params<PathOf<E>>,
  file: File,
  { onProgress, signal, idempotencyKey }: UploadInput = {},
) =>
  new Promise<ReplyOf<E>>((resolve, reject) => {
    const aborted = () => new DOMException('The upload was cancelled', 'AbortError')
    if (signal?.aborted) return reject(aborted())
    const { token, ended } = sessionToSendIn()
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status >= 300)
        return reject(failure(request.status, request.responseText, request.getResponseHeader('Retry-After'), token))
      try {
        resolve(JSON.parse(request.responseText))
      } catch (error) {
        reject(new ApiError({ code: 'network' }, undefined, error))
      }
    }
    request.onerror = () => reject(noAnswer(undefined, signal, ended))
    request.onabort = () => reject(ended?.aborted ? sessionOver() : aborted())
    const ends = [signal, ended]
    request.onloadend = () => {
      for (const end of ends) end?.removeEventListener('abort', cancel)
    }
    for (const end of ends) end?.addEventListener('abort', cancel)
    request.open(endpoint.method, addressOf(endpoint, { params: params as Sent['params'] }))
    for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value)
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
