import { Ajv2020 } from 'ajv/dist/2020.js'

type Json = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, object> }
  responses: Record<string, object>
}
type Document = { servers?: { url: string }[]; paths: Record<string, Record<string, Operation>> }
type Found = { name: string; path: string; method: string; operation: Operation }

/** Arguments of a call; each is validated against the OpenAPI document. */
type Given = {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Json
  file?: { name: string; bytes: Buffer }
}

const methods = ['get', 'put', 'post', 'patch', 'delete']
const pointer = (place: string[]) =>
  place.map(step => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Reads an OpenAPI document; returns its operations by name and a function that validates a value against one of its schemas. */
const readDocument = async (address: string) => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const document = (await answer.json()) as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')

  /** Follows `$ref` from a path in the document; returns the target and its path. */
  const seek = (place: string[]): { at: string[]; found: Json | undefined } => {
    const found = place.reduce<unknown>((part, step) => (part as Json | undefined)?.[step], document) as
      | Json
      | undefined
    const target = found?.$ref
    return typeof target === 'string' ? seek(target.split('/').slice(1)) : { at: place, found }
  }

  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap(method => {
        const operation = item[method]
        return operation ? [[operation.operationId, { name: operation.operationId, path, method, operation }]] : []
      }),
    ) as [string, Found][],
  )

  return {
    root: (document.servers?.[0]?.url ?? '').replace(/\/$/, ''),
    operations,
    seek,
    check: (value: unknown, what: string, place: string[]) => {
      const valid = ajv.compile({ $ref: `document#${pointer(place)}` })
      if (!valid(value)) throw new Error(`${what} is not as the document has it: ${ajv.errorsText(valid.errors)}`)
    },
  }
}

/** Builds URL and headers of a call. Throws if a required parameter is missing or one is not in the document. */
const aim = ({ name, path, operation }: Found, { path: inPath, query, headers: header }: Given) => {
  const left = { path: { ...inPath }, query: { ...query }, header: { ...header } }
  const headers = new Headers()
  const search = new URLSearchParams()
  let filled = path
  for (const { name: parameter, in: where, required } of operation.parameters ?? []) {
    const { [parameter]: value, ...others } = left[where]
    left[where] = others
    if (value === undefined && required) throw new Error(`${name} needs ${parameter} in the ${where}`)
    if (value === undefined) continue
    if (where === 'header') headers.set(parameter, value)
    if (where === 'query') search.set(parameter, value)
    if (where === 'path') filled = filled.replace(`{${parameter}}`, encodeURIComponent(value))
  }
  const unknown = Object.values(left).flatMap(Object.keys)
  if (unknown.length > 0) throw new Error(`The document knows of no ${unknown} at ${name}`)
  return { address: `${filled}${search.size > 0 ? `?${search}` : ''}`, headers }
}

const form = ({ name, bytes }: { name: string; bytes: Buffer }) => {
  const made = new FormData()
  made.set('file', new File([new Uint8Array(bytes)], name))
  return made
}

/** Creates a client from an OpenAPI document. It validates requests and responses against the document. */
export const openApi = async (origin: string, address: string, key: string) => {
  const { root, operations, seek, check } = await readDocument(origin + address)

  const bodyOf = ({ name, path, method, operation }: Found, { body, file }: Given) => {
    const { content = {}, required } = operation.requestBody ?? {}
    const type = body ? 'application/json' : file ? 'multipart/form-data' : undefined
    if (!type && required) throw new Error(`${name} needs a body`)
    if (type && !content[type]) throw new Error(`${name} takes no ${type}`)
    if (file) return form(file)
    if (!body) return null
    const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
    check(body, `The body of ${name}`, place)
    const fields = seek(place).found?.properties ?? {}
    const unknown = Object.keys(body).filter(field => !Object.hasOwn(fields, field))
    if (unknown.length > 0) throw new Error(`The document knows of no ${unknown} in the body of ${name}`)
    return JSON.stringify(body)
  }

  /** Parses a JSON response; undefined for another media type. Throws if the document does not define the response. */
  const jsonOf = ({ name, path, method }: Found, answer: Response, bytes: Buffer): unknown => {
    const told = `${name} answered ${answer.status}`
    const { at, found } = seek(['paths', path, method, 'responses', String(answer.status)])
    if (!found) throw new Error(`${told}, which the document does not know of: ${bytes}`)
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (!/[/+]json$/.test(type)) return undefined
    const place = [...at, 'content', type, 'schema']
    if (!seek(place).found) throw new Error(`${told} as ${type}, which the document does not know of`)
    const json: unknown = JSON.parse(bytes.toString())
    check(json, told, place)
    return json
  }

  return async <Answer = unknown>(name: string, given: Given = {}) => {
    const found = operations.get(name)
    if (!found) throw new Error(`The document has no operation ${name}`)
    const { address: aimed, headers } = aim(found, given)
    headers.set('Authorization', `Bearer ${key}`)
    if (given.body) headers.set('Content-Type', 'application/json')
    const sent = { method: found.method.toUpperCase(), headers, body: bodyOf(found, given) }
    const answer = await fetch(origin + root + aimed, sent)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const json = jsonOf(found, answer, bytes)
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${bytes}`)
    return { headers: answer.headers, json: json as Answer, bytes }
  }
}

/** Calls an operation by its name. */
export type Api = Awaited<ReturnType<typeof openApi>>
