import type { Access, Endpoint, Of, Params } from '@portico/contract/endpoint'
import type { Flag } from '@portico/contract/permissions'
import { currentPortalKey } from '@portico/contract/portal-key'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { ApiKeyAuthenticator } from '../access/api-key-scope.ts'
import type { CachingAuthenticator } from '../access/auth-cache.ts'
import { type Authenticator, type PortalScope, requireFlag, type Scope, type UserScope } from '../access/scope.ts'
import { type Db, Unavailable } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import type { Deps } from './deps.ts'
import { runIdempotent } from './idempotency.ts'
import { validator } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The scope that authentication has established, before the body is read; null for an open endpoint. */
    scope: unknown
  }
}

/** The server as sections see it: they add routes to `http` and use `deps`. */
export type App = {
  http: FastifyInstance
  deps: Deps
  authenticator: CachingAuthenticator
  authenticateApiKey: ApiKeyAuthenticator
  limits: RateLimits
}

type ScopeFor<A extends Access> = A extends 'open'
  ? undefined
  : A extends 'user'
    ? UserScope
    : A extends 'portal'
      ? PortalScope
      : Scope

/** The argument of a handler: authenticated and validated. */
export type Call<P extends string, Q extends TSchema | undefined, B extends TSchema | undefined, A extends Access> = {
  db: Db
  scope: ScopeFor<A>
  params: Params<P>
  query: Of<Q>
  body: Of<B>
  now: Date
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns: Fastify's reply if it sends the reply itself (`raw`), else the body, or nothing (204). */
type Answer<R extends TSchema | undefined, W extends string | undefined> = W extends string
  ? Promise<FastifyReply>
  : R extends TSchema
    ? Promise<Of<R>>
    : Promise<void>

const MAX_ID = Number.MAX_SAFE_INTEGER

/** Path parameters with the types of the contract; a malformed one is `not_found`. */
const readParams = (raw: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (text.includes('\0')) fail('not_found')
      // Calls that still use a portal key which has become a reserved word find the portal under its new key.
      if (name === 'company') return [name, currentPortalKey(text)]
      if (!name.endsWith('id')) return [name, text]
      const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
      return [name, id <= MAX_ID ? id : fail('not_found')]
    }),
  )

const flagsOf = (access: Access): readonly Flag[] => {
  if (access === 'open' || access === 'user' || access === 'portal' || access === 'contact') return []
  return typeof access === 'string' ? [access] : access
}

/** Authenticates and authorises the caller. Errors: 401, 404, 403, checked in this order. */
const authorize = async (
  authenticator: Authenticator,
  access: Access,
  authorization: string | undefined,
  params: Record<string, string | number>,
) => {
  if (access === 'open') return null
  if (access === 'user') return authenticator.user(authorization)
  const company = params.company as string | undefined
  if (access === 'portal') return authenticator.portal(authorization, company as string)
  const scope = await authenticator.contact(authorization, company, params.contactid as number)
  for (const flag of flagsOf(access)) requireFlag(scope, flag)
  return scope
}

/**
 * Registers an endpoint: authorisation, rate limit, validation, then the handler, whose result is serialised by the reply's schema.
 * `before` is for slow work without the database: it runs before the transaction of an idempotent call begins, and the handler gets its
 * result.
 */
export const route = <
  P extends string,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  R extends TSchema | undefined,
  A extends Access,
  W extends string | undefined,
  Before = undefined,
>(
  { http, deps, authenticator, limits }: App,
  declared: Endpoint<P, Q, B, R, A, W>,
  handler: (call: Call<P, Q, B, A>, before: Before) => Answer<R, W>,
  before?: (call: Omit<Call<P, Q, B, A>, 'db'>) => Promise<Before>,
): void => {
  const checkQuery = declared.query && validator(declared.query, 'query')
  const checkBody = declared.body && validator(declared.body, 'body')
  const status = declared.status ?? (declared.reply || declared.raw ? 200 : 204)

  const schema: FastifySchema = declared.reply ? { response: { [status]: declared.reply } } : {}

  http.route({
    method: declared.method,
    url: declared.path,
    schema,
    onRequest: async request => {
      if (declared.access === 'open') await limits.open(request)
      try {
        const params = readParams(request.params as Record<string, string>)
        request.params = params
        request.scope = await authorize(authenticator, declared.access, request.headers.authorization, params)
      } catch (error) {
        // Wrong tokens count against the rate limit; a database outage does not, or it would lock out honest callers after it has ended.
        if (declared.access !== 'open' && !(error instanceof Unavailable)) await limits.open(request)
        throw error
      }
      if (declared.access === 'open') return
      await limits.session(request, (request.scope as UserScope).sessionId)
    },
    handler: async (request, reply) => {
      // The multipart parser leaves the body to upload handlers; to validation it would look like an empty body.
      if (checkBody && /^multipart\//i.test(request.headers['content-type'] ?? ''))
        fail('invalid_request', { detail: 'Send JSON, as content-type: application/json.' })
      const errors = [...(checkQuery?.(request.query) ?? []), ...(checkBody?.(request.body ?? {}) ?? [])]
      if (errors.length > 0) fail('invalid_request', { errors })
      const call = {
        scope: request.scope as ScopeFor<A>,
        params: request.params as Params<P>,
        query: request.query as Of<Q>,
        body: (request.body ?? {}) as Of<B>,
        now: deps.clock(),
        log: request.log,
        request,
        reply,
      }
      reply.code(status)
      // Without `before`, `Before` is undefined.
      const prepared = (await before?.(call)) as Before
      if (status === 204) {
        await handler({ ...call, db: deps.database }, prepared)
        return reply.send()
      }
      if (!declared.idempotent) return handler({ ...call, db: deps.database }, prepared)
      const key = request.headers['idempotency-key']
      return runIdempotent(
        deps.database,
        deps.clock,
        request.scope as UserScope,
        {
          key: Array.isArray(key) ? key.join() : key,
          operation: `${request.method} ${request.url}`,
          body: request.body,
        },
        db => handler({ ...call, db }, prepared),
      )
    },
  })
}
