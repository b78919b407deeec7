import type { ErrorCode } from '@portico/contract/errors'
import { multipartBody, problemSchema } from './openapi.ts'
import { type OperatorEndpoint, operatorRoot } from './operator-route.ts'

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
const withReferences = (schema: unknown, aside: Record<string, unknown>): unknown => {
  if (Array.isArray(schema)) return schema.map(one => withReferences(one, aside))
  if (!isJson(schema)) return schema
  // Examples are listed with the calls instead.
  const { title, examples: _examples, properties, ...rest } = schema
  const inner = {
    ...mapped(rest, value => withReferences(value, aside)),
    // A field may have any name, even `title`.
    ...(isJson(properties) && { properties: mapped(properties, value => withReferences(value, aside)) }),
  }
  if (typeof title !== 'string') return inner
  aside[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

/** The schema of a request body, in which every optional field may also be null. */
const withNulls = (schema: object): object => {
  const { properties, required } = schema as { properties?: Json; required?: string[] }
  if (!properties) return schema
  const orNull = ([name, field]: [string, unknown]) =>
    [name, required?.includes(name) ? field : { anyOf: [field, { type: 'null' }] }] as const
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(orNull)) }
}

const problemStatuses = ({ method, path, query, body, stream, allPortals }: OperatorEndpoint): number[] => {
  // 400 is also the reply to malformed HTTP, such as a header with control characters.
  const statuses = new Set([400, 401, 429, 500, 503])
  if (method !== 'GET') for (const status of [403, 404, 409]) statuses.add(status)
  if (allPortals) statuses.add(403)
  // A filter may name a record that the key has no access to.
  if (path.includes(':') || query) statuses.add(404)
  if (stream || body) for (const status of [413, 415, 422]) statuses.add(status)
  if (stream) statuses.add(507)
  return [...statuses].sort()
}

const problem = { $ref: '#/components/responses/Problem' }

const etag = { description: 'Names this state of the record.', schema: { type: 'string' } }

const parametersOf = ({ path, query, example = {}, conditional, method }: OperatorEndpoint) => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(example.params?.[name] !== undefined && { example: example.params[name] }),
  }))
  const { properties = {}, required = [] } = (query ?? {}) as { properties?: Json; required?: string[] }
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(example.query?.[name] !== undefined && { example: example.query[name] }),
  }))
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const inHeader = !conditional
    ? []
    : method === 'GET'
      ? [header('If-None-Match', 'The ETag of the answer before: 304 while nothing has changed.')]
      : [
          header('If-Match', 'The ETag that was read: 409 where the record has changed since.'),
          ...(method === 'PUT' ? [header('If-None-Match', '`*`: 409 where the record is there already.')] : []),
        ]
  return [...inPath, ...inQuery, ...inHeader]
}

const contentOf = (type: string, schema: unknown, aside: Record<string, unknown>) => {
  const example = exampleIn(schema)
  return { [type]: { schema: withReferences(schema, aside), ...(example !== undefined && { example }) } }
}

const operationOf = (call: OperatorEndpoint, aside: Record<string, unknown>) => {
  const { name, summary, description, path, method, body, stream, form, reply, raw, status, conditional } = call
  const content = reply ? contentOf('application/json', reply, aside) : raw ? { [raw]: {} } : undefined
  const answer = {
    description: 'Done',
    ...(conditional && method !== 'DELETE' && { headers: { ETag: etag } }),
    ...(content && { content }),
  }
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    tags: [path.split('/')[1]],
    parameters: parametersOf(call),
    ...(body && { requestBody: { required: true, content: contentOf('application/json', withNulls(body), aside) } }),
    ...(stream && { requestBody: { required: true, content: { [stream]: {}, ...(form && multipartBody.content) } } }),
    responses: {
      [status ?? (content ? 200 : 204)]: answer,
      // The example is listed with the other status.
      ...(method === 'PUT' && {
        201: {
          ...answer,
          ...(reply && { content: { 'application/json': { schema: withReferences(reply, aside) } } }),
          description: 'Created',
        },
      }),
      ...(conditional && method === 'GET' && { 304: { description: 'Nothing has changed.', headers: { ETag: etag } } }),
      ...Object.fromEntries(problemStatuses(call).map(code => [code, problem])),
    },
  }
}

const codes: ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_request',
  'conflict',
  'file_too_large',
  'file_type_refused',
  'file_empty',
  'too_many_requests',
  'unavailable',
  'internal',
]

const problemExample = {
  type: 'urn:portico:problem:not_found',
  title: 'Not Found',
  status: 404,
  code: 'not_found',
  errors: [{ path: 'body.contact', message: 'names "rossi", which is neither above nor in the portal yet' }],
  requestId: '3c9e4d1c-6b0f-4a86-9a57-0b6f5f0b8c11',
}

/** Generates the OpenAPI 3.1 document of the operator API, with a worked example for each call. */
export const operatorDocument = (calls: OperatorEndpoint[]) => {
  const schemas: Record<string, unknown> = { Problem: problemSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = `${operatorRoot}${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operationOf(call, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico operator API',
      version: '1',
      description: [
        'For the programs of the service company. Every call takes an API key, made by `portico apikey add`, as `Authorization: Bearer …`.',
        'A record is named by the externalId that the company gives it; one that a customer made in the portal has one too, and may be',
        'renamed. `PUT` creates or replaces: a field that is absent or null means nothing, no, or the default; an unknown one is refused.',
        'Dates are read as `2026-11-03`, `2026-11-03 09:15` (in the time zone of the portal) or an instant, and answered as instants.',
        `Errors are problem documents (RFC 9457): ${codes.map(code => `\`${code}\``).join(', ')}.`,
      ].join(' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      responses: {
        Problem: {
          description: 'Problem',
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example: problemExample },
          },
        },
      },
      schemas,
    },
  }
}

/** See {@link operatorDocument}. */
export type OperatorDocument = ReturnType<typeof operatorDocument>
