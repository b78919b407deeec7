import type { Static, TSchema } from 'typebox'
import type { Flag } from './permissions.ts'

/**
 * Who may make a call: anybody; a signed-in user; a user with any membership of the portal in the path;
 * a user with the membership in the path; one whose membership has the flag, or all of several flags.
 */
export type Access = 'open' | 'user' | 'portal' | 'contact' | Flag | readonly Flag[]

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The parameters of a path: names that end in `id` are numbers (ids under 2^53), the others strings. */
export type Params<Path extends string> = { [N in Names<Path>]: N extends `${string}id` ? number : string }

/** What an endpoint declares. `query` and `body` are validated by, and `reply` serialised by, the schema given here. */
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
  /** One sentence for the reader of the OpenAPI document. */
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  access: Who
  query?: Query
  body?: Body
  /** Absent: the answer has no body (204). */
  reply?: Reply
  /** 200 unless given; 201 for what creates. */
  status?: 200 | 201
  /** A stream of one file in the field `file` of a multipart body, instead of `body`. */
  upload?: true
  /** Takes an `Idempotency-Key`: its handler runs in one transaction, and the answer is kept for 24 hours. */
  idempotent?: true
  /** Media type of a reply that is not JSON; the handler writes it itself and returns Fastify's reply. */
  raw?: Raw
}

/** Declares an endpoint; the types of its path, query, body and reply are kept for both sides. */
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

/** The type that a schema stands for, or `undefined` where the endpoint has none. */
export type Of<S> = S extends TSchema ? Static<S> : undefined
