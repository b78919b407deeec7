import type { Access, Endpoint, Of, Params } from '@portico/contract/endpoint'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { OperatorScope } from '../access/api-key-scope.ts'
import { isMergedSince, type PortalScope, type Scope, type UserScope } from '../access/scope.ts'
import type { StaffScope } from '../access/staff-scope.ts'
import { type Database, type Db, isForeignKeyViolation } from '../database/db.ts'
import { Failure, fail } from '../errors/fail.ts'
import { type Authenticators, authorizationOf, proveAgain } from './authorize.ts'
import { runIdempotent } from './idempotency.ts'
import { inputReader } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The scope that authentication has established, before the body is read; null for an open endpoint. */
    scope: unknown
  }
}

/** The server as sections see it: they add routes to `http` and use `deps`. */
export type App = Authenticators & { http: FastifyInstance }

type ScopeFor<A extends Access> = A extends 'open'
  ? undefined
  : A extends 'user'
    ? UserScope
    : A extends 'portal'
      ? PortalScope
      : A extends 'apiKey'
        ? OperatorScope
        : A extends 'staff'
          ? StaffScope
          : Scope

/** The argument of a handler: authenticated and validated. */
export type Call<P extends string, Q extends TSchema | undefined, B extends TSchema | undefined, A extends Access> = {
  /** The transaction of an idempotent call; else the database. Calls with an API key are never idempotent. */
  db: A extends 'apiKey' ? Database : Db
  scope: ScopeFor<A>
  params: Params<P>
  query: Of<Q>
  body: Of<B>
  now: Date
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

/** The argument of an endpoint's handler, for a handler with a name of its own. */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer A, infer _W> ? Call<P, Q, B, A> : never

/**
 * What a handler returns: Fastify's reply if it sends the reply itself, which it must for `raw` and must not for an idempotent call; else the
 * body, or nothing (204).
 */
type Answer<R extends TSchema | undefined, W extends string | undefined> = W extends string
  ? Promise<FastifyReply>
  : R extends TSchema
    ? Promise<Of<R> | FastifyReply>
    : Promise<void>

/** Whether a call failed because its contact was merged into another one after the caller was proven: nothing is found there any more. */
const isOfMergedContact = async (database: Database, { scope }: FastifyRequest, error: unknown): Promise<boolean> => {
  const isLost = isForeignKeyViolation(error) || (error instanceof Failure && error.code === 'not_found')
  const isOfContact = typeof scope === 'object' && scope !== null && 'contactId' in scope
  return isLost && isOfContact && isMergedSince(database, scope as Scope)
}

/** Largest JSON body of a call with an API key, in bytes; the same limit as for a line of an import. */
const OPERATOR_BODY_LIMIT = 4 * 1024 * 1024

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
  app: App,
  declared: Endpoint<P, Q, B, R, A, W>,
  handler: (call: Call<P, Q, B, A>, before: Before) => Answer<R, W>,
  before?: (call: Omit<Call<P, Q, B, A>, 'db'>) => Promise<Before>,
): void => {
  const { http, deps } = app
  const { access, reply: answer } = declared
  const readInput = inputReader(declared)
  const status = declared.status ?? (answer || declared.raw ? 200 : 204)
  // Records are written field by field from their type. To compile a serialiser for each of their calls would delay the start.
  const schema: FastifySchema = answer && access !== 'apiKey' ? { response: { [status]: answer } } : {}

  http.route({
    method: declared.method,
    url: declared.path,
    schema,
    ...(access === 'apiKey' && { bodyLimit: OPERATOR_BODY_LIMIT }),
    onRequest: authorizationOf(app, declared),
    handler: async (request, reply) => {
      const answer = async () => {
        const { query, body } = readInput(request) as { query: Of<Q>; body: Of<B> }
        const call: Call<P, Q, B, A> = {
          db: deps.database,
          scope: request.scope as ScopeFor<A>,
          params: request.params as Params<P>,
          query,
          body,
          now: deps.clock(),
          log: request.log,
          request,
          reply,
        }
        reply.code(status)
        // Without `before`, `Before` is undefined.
        const prepared = (await before?.(call)) as Before
        if (status === 204) {
          await handler(call, prepared)
          return reply.send()
        }
        if (!declared.idempotent) return handler(call, prepared)
        const key = request.headers['idempotency-key']
        return runIdempotent(
          deps.database,
          deps.clock,
          request.scope as UserScope | StaffScope,
          {
            key: Array.isArray(key) ? key.join() : key,
            operation: `${request.method} ${request.url}`,
            body: request.body,
          },
          (db: Db) => handler({ ...call, db } as Call<P, Q, B, A>, prepared),
        )
      }
      try {
        return await answer()
      } catch (error) {
        if (reply.sent || !(await isOfMergedContact(deps.database, request, error))) throw error
        // The body of an upload has been read.
        if (declared.upload || declared.stream)
          return fail('conflict', { detail: 'The contact was just merged into another one. Send the file again.' })
        request.scope = await proveAgain(app, declared, request)
        return answer()
      }
    },
  })
}
