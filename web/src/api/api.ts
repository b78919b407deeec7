import type { Endpoint, Of, Params } from '@portico/contract/endpoint'
import { type ErrorCode, errorStatuses, type FieldError, type Problem } from '@portico/contract/errors'
import { reportResponse, waitUntilReachable } from './connection.ts'
import { type RequestSession, sessionForRequest } from './request-session.ts'

/** A code of the API, or `network`: no answer came at all. */
export type FailureCode = ErrorCode | 'network'

/** A call that failed. `retryAfter` is in seconds. */
export class ApiError extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  readonly webPortalKey: string | undefined
  /** Why a document was withdrawn, as its sender wrote it. */
  readonly reason: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  /** The code as the server sent it, also where it is one of the staff's. */
  readonly sentCode: string | undefined
  /** What the server sent, with what only some calls have. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(
    problem: Omit<Partial<Problem>, 'code'> & { code: FailureCode; sentCode?: string | undefined },
    retryAfter?: number,
    cause?: unknown,
  ) {
    super(problem.title ?? problem.code, { cause })
    this.name = 'ApiError'
    this.code = problem.code
    this.status = problem.status ?? 0
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.webPortalKey = problem.webPortalKey
    this.reason = problem.reason
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
    this.sentCode = problem.sentCode ?? problem.code
    this.problem = problem
  }
}

/** The code of whatever was thrown; `internal` for what is not an ApiError. */
export const failureCode = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal')

/** The path of an endpoint, as a literal. */
export type PathOf<E> = E extends { path: infer Path extends string } ? Path : never
type QueryOf<E> = E extends { query?: infer Query } ? Of<Query> : undefined
type BodyOf<E> = E extends { body?: infer Body } ? Of<Body> : undefined
/** What an endpoint answers, `undefined` where it has no body. */
export type ReplyOf<E> = E extends { reply?: infer Reply } ? Of<Reply> : undefined

type Input<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: undefined } : { [N in Name]: T }
type Optional<Name extends string, T> = { [N in Name]?: T }
type ParamsInput<Path extends string> = [keyof Params<Path>] extends [never]
  ? { params?: undefined }
  : { params: Params<Path> }

type Manner = {
  signal?: AbortSignal
  idempotencyKey?: string
  headers?: Record<string, string>
  keepalive?: boolean
}

/**
 * What a call takes, derived from its endpoint. `idempotencyKey` makes a repeated write the same write; with `keepalive` the call goes on
 * when the page is left.
 */
export type CallInput<E> = ParamsInput<PathOf<E>> & Optional<'query', QueryOf<E>> & Input<'body', BodyOf<E>> & Manner

type Sent = Manner & { params?: Record<string, string | number>; query?: object; body?: unknown }

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
  // A proxy answers without a problem document.
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

/** The failure that an answer reports; a session that the API no longer knows ends here. `retryAfter` is the header's text. */
export const failureOfAnswer = (
  status: number,
  text: string,
  retryAfter: string | null,
  { expire }: Pick<RequestSession, 'expire'>,
) => {
  const problem = problemOf(text)
  const error = new ApiError(
    { ...problem, status, code: codeOf(problem.code, status), sentCode: problem.code },
    secondsUntil(retryAfter),
  )
  if (error.code === 'unauthenticated') expire?.()
  return error
}

/** What a call throws whose session has ended meanwhile. */
export const sessionEnded = () => new ApiError({ code: 'unauthenticated', status: 401 })

// 502 and 504 are a proxy's answers for a server that is down.
const noteAnswer = (status: number) => void (status === 502 || status === 504 ? waitUntilReachable() : reportResponse())

/** What a call without an answer throws: the abort's reason, the end of the session, or `network`. */
export const failureWithoutAnswer = (
  cause: unknown,
  signal: AbortSignal | undefined,
  ended: AbortSignal | undefined,
) => {
  if (signal?.aborted) return cause
  if (ended?.aborted) return sessionEnded()
  void waitUntilReachable()
  return new ApiError({ code: 'network' }, undefined, cause)
}

const send = async (endpoint: Endpoint, sent: Sent) => {
  const session = sessionForRequest(endpoint.method)
  const { ended } = session
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...session.headers,
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(sent.idempotencyKey && { 'Idempotency-Key': sent.idempotencyKey }),
      ...sent.headers,
    },
    body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    ...(sent.keepalive && { keepalive: true }),
    signal: sent.signal && ended ? AbortSignal.any([sent.signal, ended]) : (sent.signal ?? ended),
  }
  let response: Response
  try {
    const address = addressOf(endpoint, sent)
    response = (await session.takeEarlyAnswer?.(address)) ?? (await fetch(address, init))
  } catch (error) {
    throw failureWithoutAnswer(error, sent.signal, ended)
  }
  if (ended?.aborted) throw sessionEnded()
  noteAnswer(response.status)
  if (response.ok) return { response, ended }
  const text = await response.text().catch(() => '')
  // Another refusal may have ended the session while this one was read.
  if (ended?.aborted) throw sessionEnded()
  throw failureOfAnswer(response.status, text, response.headers.get('Retry-After'), session)
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
    throw failureWithoutAnswer(error, signal, ended)
  }
}

/** Makes a call and returns its answer. Throws ApiError; an aborted call throws the signal's reason. */
export const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> =>
  bodyOf(endpoint, await send(endpoint, input as Sent), input.signal)

/** One page of a list: its rows and the cursor of the next page. The totals are there if the call requested `count`: rows, euro, minutes. */
export type Page<Rows> = {
  rows: Rows
  next: string | undefined
  total: number | undefined
  amount: number | undefined
  minutes: number | undefined
  /** For sums that only one list has. */
  headers: Headers
}

const numberIn = (header: string | null) => (header === null ? undefined : Number(header))

const nextCursor = (link: string | null) => {
  const address = link?.match(/<([^<>]*)>\s*;[^,<]*\brel="?next"?/)?.[1]
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined
}

/** Makes a call that answers one page of a list. Throws as `call` does. */
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

/** Makes a call and returns its answer with its `ETag`. Throws as `call` does. */
export const callTagged = async <E extends Endpoint>(endpoint: E, input: CallInput<E>) => {
  const answer = await send(endpoint, input as Sent)
  return { data: await bodyOf(endpoint, answer, input.signal), etag: answer.response.headers.get('ETag') }
}

/** Opens a stream of bytes. Throws as `call` does. */
export const openStream = async <E extends Endpoint>(endpoint: E, input: CallInput<E>) => {
  const { body } = (await send(endpoint, input as Sent)).response
  if (!body) throw new ApiError({ code: 'network' })
  return body
}
