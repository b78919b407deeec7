import { errorStatuses } from '@portico/contract/errors'

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
export const withNulls = (schema: object): object => {
  const { properties, required } = schema as { properties?: Json; required?: string[] }
  if (!properties) return schema
  const orNull = ([name, field]: [string, unknown]) =>
    [name, required?.includes(name) ? field : { anyOf: [field, { type: 'null' }] }] as const
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(orNull)) }
}

/** A problem document. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', description: 'A URN with the code.' },
    title: { type: 'string', description: 'The name of the HTTP status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong, as a sentence in English.' },
    code: { type: 'string', enum: Object.keys(errorStatuses), description: 'The error, of a closed list.' },
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
    requestId: { type: 'string', description: 'The id of the request in the log of the server.' },
  },
}

/** An example of a problem document. */
export const problemExample = {
  type: 'urn:portico:problem:not_found',
  title: 'Not Found',
  status: 404,
  code: 'not_found',
  errors: [{ path: 'body.contact', message: 'names "rossi", which is neither above nor in the portal yet' }],
  requestId: '3c9e4d1c-6b0f-4a86-9a57-0b6f5f0b8c11',
}
