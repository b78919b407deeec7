import type { Access, Endpoint } from '@portico/contract/endpoint'
import { errorStatuses } from '@portico/contract/errors'
import { staffErrorStatuses } from '@portico/contract/staff/errors'
import { exampleIn, problemComponents, problemName, withNulls, withReferences } from './openapi-schemas.ts'

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a customer who has signed in.' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, made by `portico apikey add`.' },
  staffSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portico_staff',
    description: 'Set by the sign-in. A call that changes something also sends the header `X-CSRF-Token`.',
  },
}
type Scheme = keyof typeof securitySchemes

const schemeOf = (access: Access): Scheme | undefined => {
  if (access === 'open') return undefined
  if (access === 'apiKey') return 'apiKey'
  return access === 'staff' ? 'staffSession' : 'bearer'
}

/** Whether the caller is known and may yet lack a right: a flag, a role, a key that writes, one of all portals, a CSRF token. */
const needsRight = ({ access, method, role, records, operator, allPortals }: Endpoint): boolean => {
  if (allPortals) return true
  if (access === 'apiKey') return method !== 'GET'
  if (access === 'staff') return method !== 'GET' || role !== undefined || records !== undefined || operator === true
  return access !== 'open' && access !== 'user' && access !== 'portal'
}

const isSignIn = ({ path }: Endpoint): boolean => path.endsWith('/auth/login')

/** The error statuses that an endpoint may return. */
const problemStatuses = (declared: Endpoint): number[] => {
  const { access, path, method, query, body, upload, stream, idempotent, fails = [] } = declared
  const isWrite = method !== 'GET'
  // 400 is also the reply to malformed HTTP, such as a header with control characters.
  const statuses = new Set<number>([400, 429, 500, 503, ...fails])
  // The sign-in needs no session, but answers 401 to wrong credentials.
  if (access !== 'open' || isSignIn(declared)) statuses.add(401)
  if (needsRight(declared)) statuses.add(403)
  if (path.includes(':')) statuses.add(404)
  // A secret key in the path may have expired (410), or may have been used already (409).
  if (/:\w*key\b/.test(path)) for (const status of isWrite ? [409, 410] : [410]) statuses.add(status)
  if (body) statuses.add(422)
  if (idempotent) statuses.add(409)
  if (upload || stream) for (const status of [413, 415, 422, 507]) statuses.add(status)
  if (access === 'staff') {
    // A body or a filter names what the account may not see; what is removed may be gone, and others may have changed the same thing.
    if (isWrite || query) statuses.add(404)
    if (isWrite) statuses.add(409)
  }
  if (access === 'apiKey') {
    // A record or a filter may name another record, which the key may have no access to.
    if (isWrite || query) statuses.add(404)
    if (isWrite) statuses.add(409)
    if (body) for (const status of [413, 415]) statuses.add(status)
  }
  return [...statuses].sort()
}

type Properties = { properties?: Record<string, unknown>; required?: string[] }

const etag = { description: 'Names this state of the record.', schema: { type: 'string' } }

const headerParameter = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const headersOf = ({ access, method, idempotent, conditional }: Endpoint) => [
  ...(idempotent
    ? [
        headerParameter('Idempotency-Key', 'The same key within 24 hours gives the first answer.', {
          type: 'string',
          maxLength: 255,
        }),
      ]
    : []),
  ...(access === 'staff' && method !== 'GET'
    ? [{ ...headerParameter('X-CSRF-Token', '`csrfToken` of `GET /api/staff/me`.'), required: true }]
    : []),
  ...(conditional && method === 'GET'
    ? [headerParameter('If-None-Match', 'The ETag of the answer before: 304 while nothing has changed.')]
    : []),
  ...(conditional && method !== 'GET'
    ? [headerParameter('If-Match', 'The ETag that was read: 409 where the record has changed since.')]
    : []),
  ...(conditional && method === 'PUT'
    ? [headerParameter('If-None-Match', '`*`: 409 where the record is there already.')]
    : []),
]

const pathParameters: Record<string, string | undefined> = {
  company: 'The key of the portal.',
  contactid: 'The id of the contact.',
  groupid: 'The id of the group.',
  portalid: 'The id of the portal.',
  stepid: 'The id of the step.',
  typeid: 'The id of the ticket type.',
  versionid: 'The id of the version.',
  externalId: "The company's own name for the record.",
  file: "The id of one of the record's files, from its `url`.",
  import: 'The id of the import.',
  webhook: 'The id of the webhook.',
  delivery: 'The id of the delivery.',
}

const parametersOf = (declared: Endpoint) => {
  const { path, query, example = {} } = declared
  const given = (examples: Record<string, string> | undefined, name: string) =>
    examples?.[name] === undefined ? {} : { example: examples[name] }
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(pathParameters[name] && { description: pathParameters[name] }),
    schema: name.endsWith('id') ? { type: 'integer', minimum: 1 } : { type: 'string' },
    ...given(example.params, name),
  }))
  const { properties = {}, required = [] } = (query ?? {}) as Properties
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...given(example.query, name),
  }))
  return [...inPath, ...inQuery, ...headersOf(declared)]
}

/** A multipart body with one file. */
const multipartContent = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: 'The file.' } },
    },
  },
}

type Schemas = Record<string, unknown>

const contentOf = (schema: unknown, schemas: Schemas, mediaType = 'application/json') => {
  const example = exampleIn(schema)
  return { [mediaType]: { schema: withReferences(schema, schemas), ...(example !== undefined && { example }) } }
}

const requestBodyOf = ({ access, body, mergePatch, upload, stream, form }: Endpoint, schemas: Schemas) => {
  const content = body
    ? {
        ...contentOf(access === 'apiKey' && !mergePatch ? withNulls(body) : body, schemas),
        ...(mergePatch && contentOf(body, schemas, 'application/merge-patch+json')),
      }
    : upload
      ? multipartContent
      : stream && { [stream]: {}, ...(form && multipartContent) }
  return content && { required: true, content }
}

const repliesOf = (declared: Endpoint, schemas: Schemas) => {
  const { access, method, reply, raw, status, conditional } = declared
  const content = reply ? contentOf(reply, schemas) : raw ? { [raw]: {} } : undefined
  const answer = {
    description: 'Done',
    ...(conditional && method !== 'DELETE' && { headers: { ETag: etag } }),
    ...(content && { content }),
  }
  return {
    [status ?? (content ? 200 : 204)]: answer,
    // A record that the caller names is created if it is not there yet. The example is listed with the other status.
    ...(access === 'apiKey' &&
      method === 'PUT' && {
        201: {
          ...answer,
          ...(reply && { content: { 'application/json': { schema: withReferences(reply, schemas) } } }),
          description: 'Created',
        },
      }),
    ...(conditional && method === 'GET' && { 304: { description: 'Nothing has changed.', headers: { ETag: etag } } }),
  }
}

/** The resource of a path: its first word behind the root of the API. */
const tagOf = (path: string, root: string) =>
  path
    .slice(root.length)
    .split('/')
    .find(segment => segment !== '' && !segment.startsWith(':'))

const operationOf = (declared: Endpoint, root: string, schemas: Schemas) => {
  const { name, summary, description, access, role, records, allPortals, path } = declared
  const requestBody = requestBodyOf(declared, schemas)
  const scheme = schemeOf(access)
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(path, root)],
    'x-access': access,
    ...(role && { 'x-role': role }),
    ...(records && { 'x-records': records }),
    ...(allPortals && { 'x-all-portals': true }),
    security: scheme ? [{ [scheme]: [] }] : [],
    parameters: parametersOf(declared),
    ...(requestBody && { requestBody }),
    responses: {
      ...repliesOf(declared, schemas),
      ...Object.fromEntries(
        problemStatuses(declared).map(status => [
          status,
          { $ref: `#/components/responses/${problemName(status, isSignIn(declared))}` },
        ]),
      ),
    },
  }
}

/** An API of the product: its endpoints, and the words of its document. `root` is the prefix of their paths. */
export type Api = { title: string; description: string; root: string; endpoints: readonly Endpoint[] }

/** Generates the OpenAPI 3.1 document of an API. Schemas with a title are listed once; examples come from the schemas. */
export const openApiDocument = ({ title, description, root, endpoints }: Api) => {
  const used = new Set(endpoints.map(({ access }) => schemeOf(access)))
  const codes = Object.keys({ ...errorStatuses, ...(used.has('staffSession') && staffErrorStatuses) })
  const problems = problemComponents(codes)
  const schemas: Schemas = { Problem: problems.schema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][declared.method.toLowerCase()] = operationOf(declared, root, schemas)
  }
  const answered = JSON.stringify(paths)
  return {
    openapi: '3.1.0',
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    info: { title, version: '1', description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([scheme]) => used.has(scheme as Scheme)),
      ),
      responses: Object.fromEntries(
        Object.entries(problems.responses).filter(([name]) => answered.includes(`"#/components/responses/${name}"`)),
      ),
      schemas,
    },
  }
}
