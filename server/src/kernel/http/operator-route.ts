import type { Of, Params } from '@portico/contract/endpoint'
import type { FieldError } from '@portico/contract/errors'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { TSchema } from 'typebox'
import { ApiKeyRejected, type OperatorScope } from '../access/api-key-scope.ts'
import type { Database } from '../database/db.ts'
import { Unavailable } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import { originOf } from '../security/security-log.ts'
import type { App } from './route.ts'
import { MAX_FIELD_ERRORS, validator } from './validate.ts'

/** The path prefix of the operator API. */
export const operatorRoot = '/api/operator/v1'

/** Largest JSON body of the operator API, in bytes; the same limit as for a line of an import. */
const BODY_LIMIT = 4 * 1024 * 1024

/** The declaration of an operator API call. Every call needs an API key; all except GET need one with write permission. */
export type OperatorEndpoint<
  P extends string = string,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> = {
  /** The operation's name in OpenAPI: a verb and a noun. */
  name: string
  /** One sentence for readers of the OpenAPI document. */
  summary: string
  /** More sentences, if one does not suffice. */
  description?: string
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to {@link operatorRoot}. */
  path: P
  query?: Q
  /** Unknown fields are refused; null means absent. */
  body?: B
  /** The reply's schema, for the OpenAPI document. Undefined if the reply has no body or is `raw`. */
  reply?: TSchema
  /** Default: 200, or 204 without a reply. */
  status?: 200 | 201 | 202 | 204
  /** Media type of a body that is a stream; the handler reads it from `request.raw` itself. */
  stream?: string
  /** Whether the stream may also be sent as the field `file` of a multipart form. */
  form?: true
  /** Media type of a reply that is not JSON; the handler sends it itself. */
  raw?: string
  /** Sends an ETag and honours If-Match and If-None-Match. */
  conditional?: true
  /** Needs a key for all portals, because its resource belongs to none. */
  allPortals?: true
  /** Each call sends a mail, which has its own rate limit. */
  mails?: true
  /** Path parameters and query of the worked example; its bodies are the examples of the schemas. */
  example?: { params?: Record<string, string>; query?: Record<string, string> }
}

/** Declares a call of the operator API and keeps the types of its path, query and body. */
export const operatorEndpoint = <
  const P extends string,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declared: OperatorEndpoint<P, Q, B>,
): OperatorEndpoint<P, Q, B> => declared

/** The argument of a handler: authenticated and validated. */
export type OperatorCall<P extends string, Q extends TSchema | undefined, B extends TSchema | undefined> = {
  db: Database
  scope: OperatorScope
  params: Params<P>
  query: Of<Q>
  body: Of<B>
  now: Date
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the body without nulls, and an error for each field that the schema does not define. */
const readBody = (schema: TSchema, body: unknown): [value: unknown, errors: FieldError[]] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [body ?? {}, []]
  const value = Object.fromEntries(Object.entries(body).filter(([, field]) => field !== null))
  const known = (schema as { properties?: object }).properties ?? {}
  const unknown = Object.keys(value).filter(field => !Object.hasOwn(known, field))
  return [value, unknown.map(field => ({ path: `body.${field}`, message: 'is no field of this type' }))]
}

/** Compiles validators lazily: there are many, and each is slow to compile. */
const onFirstUse = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const readParams = (params: Record<string, string>) => {
  if (Object.values(params).some(text => text.includes('\0'))) fail('not_found')
  return params
}

/** Registers an operator API call: API key, rate limit, validation, then the handler, whose result is the reply. */
export const operatorRoute = <P extends string, Q extends TSchema | undefined, B extends TSchema | undefined>(
  { http, deps, authenticateApiKey, limits }: App,
  declared: OperatorEndpoint<P, Q, B>,
  handler: (call: OperatorCall<P, Q, B>) => Promise<unknown>,
): void => {
  const { method, path, query, body, reply: answer, raw } = declared
  const checkQuery = query && onFirstUse(() => validator(query, 'query'))
  const checkBody = body && onFirstUse(() => validator(body, 'body'))
  const status = declared.status ?? (answer || raw ? 200 : 204)

  http.route({
    method: method as HTTPMethods,
    url: `${operatorRoot}${path}`,
    bodyLimit: BODY_LIMIT,
    onRequest: async request => {
      try {
        request.scope = await authenticateApiKey(request.headers.authorization)
      } catch (error) {
        if (error instanceof ApiKeyRejected && request.headers.authorization !== undefined)
          deps.security.record({
            what: 'apiKey.refused',
            result: 'failed',
            reason: error.reason,
            ...error.key,
            origin: originOf(request),
          })
        // Wrong keys count against the rate limit; a database outage does not, or it would lock out honest callers after it has ended.
        if (!(error instanceof Unavailable)) await limits.open(request)
        throw error
      }
      const { serviceCompanyId, apiKeyId, readOnly, portalIds } = request.scope as OperatorScope
      deps.security.recordUse({ serviceCompanyId, apiKeyId }, originOf(request))
      await limits.apiKey(request, apiKeyId)
      if (readOnly && method !== 'GET') fail('forbidden', { detail: 'This API key may only read.' })
      if (declared.allPortals && portalIds)
        fail('forbidden', { detail: 'This API key is of some portals: this call takes a key of all.' })
      if (declared.mails) await limits.apiKeyMail(request, apiKeyId)
      request.params = readParams(request.params as Record<string, string>)
    },
    handler: async (request, reply) => {
      const [value, unknown] = body ? readBody(body, request.body) : [undefined, []]
      const errors = [...(checkQuery?.()(request.query) ?? []), ...unknown, ...(checkBody?.()(value) ?? [])]
      if (errors.length > 0) fail('invalid_request', { errors: errors.slice(0, MAX_FIELD_ERRORS) })
      reply.code(status)
      const result = await handler({
        db: deps.database,
        scope: request.scope as OperatorScope,
        params: request.params as Params<P>,
        query: request.query as Of<Q>,
        body: value as Of<B>,
        now: deps.clock(),
        log: request.log,
        request,
        reply,
      })
      return status === 204 ? reply.send() : result
    },
  })
}
