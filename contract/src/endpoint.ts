import type { TSchema } from 'typebox'
import type { Flag } from './permissions.ts'
import type { Static } from './schema/static.ts'
import type { RecordKind, StaffRole } from './staff-roles.ts'

/**
 * Who may call an endpoint. Customers: anyone; a signed-in user; a user with any membership in the portal of the path; a user with a
 * membership of the contact in the path; or one whose membership has the flag, or all of the flags. Programs of the service company: the
 * holder of an API key. Employees: whoever has a staff session, with the endpoint's `role` and `records` if it has them.
 */
export type Access = 'open' | 'user' | 'portal' | 'contact' | Flag | readonly Flag[] | 'apiKey' | 'staff'

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The parameters of a path. Those whose name ends in `id` are numbers (ids below 2^53), the others strings. */
export type Params<Path extends string> = { [N in Names<Path>]: N extends `${string}id` ? number : string }

/** What a session of the staff still needs: the code of an app, a passkey, or a second factor at all. */
export type SecondFactorDue = 'totp' | 'passkey' | 'enrol'

/** The declaration of an endpoint. The server validates `query` and `body` and serialises `reply` with the schemas given here. */
export type Endpoint<
  Path extends string = string,
  Query extends TSchema | undefined = TSchema | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Reply extends TSchema | undefined = TSchema | undefined,
  Who extends Access = Access,
  Raw extends string | undefined = string | undefined,
> = {
  /** The operation's name in OpenAPI: a verb and a noun. */
  name: string
  /** One sentence for the OpenAPI document. */
  summary: string
  /** More sentences, if one does not suffice. */
  description?: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  access: Who
  /** With access `staff`: the least role; without it any role may call. */
  role?: StaffRole
  /** With access `staff`: only for those who see all of these kinds of records, by `recordRoles`. */
  records?: readonly RecordKind[]
  /** With access `staff`: only for accounts that look after the installation, whatever their role. */
  operator?: true
  /** With access `staff`: also for sessions that still need one of these, which no other call admits. */
  beforeSecondFactor?: readonly SecondFactorDue[]
  /** With access `apiKey` and `staff`, unknown parameters are refused instead of ignored. */
  query?: Query
  /** With access `apiKey` and `staff`, unknown fields are refused instead of ignored; with `apiKey`, null means absent. */
  body?: Body
  /** The body is a JSON merge patch (RFC 7396): null reaches the handler, wherever the schema allows it. */
  mergePatch?: true
  /** If absent, the reply has no body (status 204). */
  reply?: Reply
  /** Status of a successful reply; default 200, or 204 without a reply. Endpoints that create something use 201. */
  status?: 200 | 201 | 202
  /** Error statuses of its replies beside those that follow from the rest of the declaration. */
  fails?: readonly number[]
  /** The request is a multipart body with one file in the field `file`, read as a stream, instead of `body`. */
  upload?: true
  /** Accepts an `Idempotency-Key` header. The handler runs in one transaction, and the reply, which it needs, is stored for 24 hours. */
  idempotent?: Reply extends TSchema ? true : never
  /** Media type of a reply that is not JSON. The handler writes it and returns Fastify's reply. */
  raw?: Raw
  /** Media type of a body that is a stream, instead of `body`; the handler reads it. With `form` it may also be an `upload`. */
  stream?: string
  form?: true
  /** Sends an ETag and honours If-Match and If-None-Match. */
  conditional?: true
  /** With access `apiKey` and `staff`: needs a key or an account of all portals, because its resource belongs to none. */
  allPortals?: true
  /**
   * Whether a token of seeing as a customer, which only reads, opens it. Without it: every GET but those of the account and its sessions.
   * A GET that has effects, or answers what employees may not read, needs `false`.
   */
  seeAs?: boolean
  /** With access `apiKey`: each call sends a mail, which has a rate limit of its own. */
  mails?: true
  /** Path parameters and query of the worked example in the OpenAPI document; its bodies are the examples of the schemas. */
  example?: { params?: Record<string, string>; query?: Record<string, string> }
}

/** Declares an endpoint. Server and browser derive the types of path, query, body and reply from the result. */
export const endpoint = <
  const Path extends string,
  const Who extends Access,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Reply extends TSchema | undefined = undefined,
  Raw extends string | undefined = undefined,
>(
  declared: Endpoint<Path, Query, Body, Reply, Who, Raw>,
): Endpoint<Path, Query, Body, Reply, Who, Raw> => declared

/** The TypeScript type of a schema, or `undefined` if the endpoint has none. */
export type Of<S> = S extends TSchema ? Static<S> : undefined

/** The path prefix of the staff's API, whose endpoints have access `staff`, but for the sign-in. */
export const staffRoot = '/api/staff'

/** The path prefix of the operator API, whose endpoints have access `apiKey`. */
export const operatorRoot = '/api/operator/v1'
