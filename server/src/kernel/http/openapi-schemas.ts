import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode, Problem } from '@portico/contract/errors'

/** A schema as plain JSON Schema, which is what it is at run time. */
type Json = { [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The worked example of a schema, its own or one composed from its parts; undefined if it has none. */
export const exampleIn = (schema: unknown): unknown => {
  if (!isJson(schema)) return undefined
  const { examples, items, properties } = schema
  if (Array.isArray(examples)) return examples[0]
  if (items !== undefined) {
    const item = exampleIn(items)
    return item === undefined ? undefined : [item]
  }
  if (!isJson(properties)) return undefined
  const parts = Object.entries(properties).map(([name, part]) => [name, exampleIn(part)] as const)
  const given = parts.filter(([, part]) => part !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

const mapped = (object: Json, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))

/** Moves schemas that have a title to `aside` under that title, and replaces them with references. */
export const withReferences = (schema: unknown, aside: Record<string, unknown>): unknown => {
  if (Array.isArray(schema)) return schema.map(one => withReferences(one, aside))
  if (!isJson(schema)) return schema
  // Examples are listed with the calls instead, and how a text is cleaned is no rule for who sends it.
  const { title, examples: _examples, oneLine: _oneLine, properties, ...rest } = schema
  const inner = {
    ...mapped(rest, value => withReferences(value, aside)),
    // A field may have any name, even `title`.
    ...(isJson(properties) && { properties: mapped(properties, value => withReferences(value, aside)) }),
  }
  if (typeof title !== 'string') return inner
  if (aside[title] !== undefined && !isDeepStrictEqual(aside[title], inner))
    throw new Error(`Two schemas of one document are called ${title}`)
  aside[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

/** The schema of a request body, in which every optional field may also be null. */
export const withNulls = (schema: object): object => {
  const { properties, required } = schema as { properties?: Json; required?: string[] }
  if (!properties) return schema
  const orNull = ([name, field]: [string, unknown]) =>
    [name, required?.includes(name) ? field : { anyOf: [field, { type: 'null' }] }] as const
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(orNull)) }
}

/** The schema of a problem document whose codes are these. */
const problemSchema = (codes: readonly string[]) => ({
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', description: 'A URN with the code.' },
    title: { type: 'string', description: 'The name of the HTTP status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong, as a sentence in English.' },
    code: { type: 'string', enum: codes, description: 'The error, of a closed list.' },
    errors: {
      type: 'array',
      description: 'The fields at fault.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field: `body.title`, `query.from`.' },
          message: { type: 'string', description: 'What is wrong with it, as the end of a sentence in English.' },
        },
      },
    },
    webPortalKey: { type: 'string', description: 'The portal of a link that is no longer valid.' },
    reason: { type: 'string', description: 'Why a document was withdrawn, as its sender wrote it.' },
    proofs: {
      type: 'array',
      description:
        'What its user could prove the change with: `password`, with `code` where both are needed, `passkey`.',
      items: { type: 'string', enum: ['password', 'code', 'passkey'] },
    },
    requestId: { type: 'string', description: 'The id of the request in the log of the server.' },
  },
})

/** A worked problem for each status that a call may answer. */
const problemExamples: Record<number, { code: ErrorCode } & Partial<Problem>> = {
  400: { code: 'invalid_request', errors: [{ path: 'body.title', message: 'must be a text' }] },
  401: { code: 'unauthenticated' },
  403: { code: 'forbidden' },
  404: { code: 'not_found', errors: [{ path: 'body.contact', message: 'names "rossi", which is not there' }] },
  409: { code: 'conflict', detail: 'It has been changed since it was read.' },
  410: { code: 'invalid_code', detail: 'expired', webPortalKey: 'brenta' },
  413: { code: 'file_too_large' },
  415: { code: 'file_type_refused' },
  422: { code: 'weak_password', errors: [{ path: 'body.password', message: 'is shorter than 12 characters' }] },
  429: { code: 'too_many_requests' },
  500: { code: 'internal' },
  503: { code: 'unavailable' },
  507: { code: 'storage_full' },
}

/** The example of a sign-in's 401. */
const wrongCredentials = { code: 'wrong_credentials' } as const

const retryAfter = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } }

const problemResponse = (status: number, example: { code: ErrorCode } & Partial<Problem>) => ({
  description: STATUS_CODES[status],
  ...([429, 503].includes(status) && { headers: { 'Retry-After': retryAfter } }),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: {
        type: `urn:portico:problem:${example.code}`,
        title: STATUS_CODES[status],
        status,
        ...example,
        requestId: '3c9e4d1c-6b0f-4a86-9a57-0b6f5f0b8c11',
      },
    },
  },
})

/** The name of an error response in the document: that of its status, or of the wrong credentials of a sign-in. */
export const problemName = (status: number, isSignIn: boolean): string =>
  isSignIn && status === 401 ? 'WrongCredentials' : (STATUS_CODES[status] ?? '').replaceAll(' ', '')

/** The error responses of a document by their names, and the schema of all of them. */
export const problemComponents = (codes: readonly string[]) => ({
  schema: problemSchema(codes),
  responses: Object.fromEntries([
    ...Object.entries(problemExamples).map(([status, example]) => [
      problemName(Number(status), false),
      problemResponse(Number(status), example),
    ]),
    [problemName(401, true), problemResponse(401, wrongCredentials)],
  ]) as Record<string, ReturnType<typeof problemResponse>>,
})
