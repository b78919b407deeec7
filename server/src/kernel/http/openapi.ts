import { login } from '@portico/contract/auth'
import type { Endpoint } from '@portico/contract/endpoint'
import { errorStatuses } from '@portico/contract/errors'
import type { TSchema } from 'typebox'

/** The error statuses that a call of this kind may return. */
const problemStatuses = ({ access, path, method, body, upload, idempotent }: Endpoint): number[] => {
  // 400 is also the reply to malformed HTTP, such as a header with control characters.
  const statuses = new Set<number>([400, 429, 500, 503])
  // The sign-in needs no session, but answers 401 to wrong credentials.
  if (access !== 'open' || path === login.path) statuses.add(401)
  if (access !== 'open' && access !== 'user' && access !== 'portal') statuses.add(403)
  if (path.includes(':')) statuses.add(404)
  // A secret key in the path may have expired (410), or may have been used already (409).
  if (/:\w*key\b/.test(path)) for (const status of method === 'GET' ? [410] : [409, 410]) statuses.add(status)
  if (body) statuses.add(422)
  if (idempotent) statuses.add(409)
  if (upload) for (const status of [413, 415, 422, 507]) statuses.add(status)
  return [...statuses].sort()
}

const parametersOf = ({ path, query, idempotent }: Endpoint) => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('id') ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const inHeader = idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : []
  return [...inPath, ...inQuery, ...inHeader]
}

/** A multipart body with one file. */
export const multipartBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

const operationOf = (declared: Endpoint) => {
  const { name, summary, access, body, upload, reply, raw, status } = declared
  const content = reply ? { 'application/json': { schema: reply } } : raw ? { [raw]: {} } : undefined
  const problem = {
    description: 'Problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    operationId: name,
    summary,
    'x-access': access,
    security: access === 'open' ? [] : [{ bearer: [] }],
    parameters: parametersOf(declared),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(upload && { requestBody: multipartBody }),
    responses: {
      [status ?? (content ? 200 : 204)]: { description: 'Done', ...(content && { content }) },
      ...Object.fromEntries(problemStatuses(declared).map(code => [code, problem])),
    },
  }
}

/** A problem document. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorStatuses) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    webPortalKey: { type: 'string' },
    requestId: { type: 'string' },
  },
}

/** Generates the OpenAPI 3.1 document of these endpoints. */
export const openApiOf = (endpoints: Endpoint[]) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][declared.method.toLowerCase()] = operationOf(declared)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: 'Calls of the customer portal. Static path segments match whatever their case.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problemSchema },
    },
  }
}
