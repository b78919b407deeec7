import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>
type Content = Record<string, { schema?: Schema }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** A file to send: in a form where `field` is given, else as the body itself. */
export type SentFile = { name: string; bytes: Buffer }

/** What a call is given; each part has to be what the document says of it. */
type Given = {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  file?: SentFile
}

/** An answer that the document knows. `json` of one without JSON is undefined. */
export type Answer<Json> = { status: number; headers: Headers; json: Json; bytes: Buffer }

const methods = ['get', 'put', 'post', 'patch', 'delete']
const pointer = (...steps: string[]) =>
  steps.map(step => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const within = <Found>(found: Found | undefined, missing: string): Found => {
  if (found === undefined) throw new Error(missing)
  return found
}

/** Reads an OpenAPI document; the calls that come of it keep to it, and hold the server to it. */
export const readApi = async (origin: string, address: string, key?: string) => {
  const answer = await fetch(origin + address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const document = (await answer.json()) as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')

  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap(method => {
        const operation = item[method]
        return operation ? [[operation.operationId, { path, method, operation }] as const] : []
      }),
    ),
  )

  /** Checks a value by the schema that stands at a place of the document. */
  const check = (value: unknown, what: string, ...place: string[]) => {
    const valid = ajv.compile({ $ref: `document#${pointer(...place, 'schema')}` })
    if (!valid(value)) throw new Error(`${what} is not as the document has it: ${ajv.errorsText(valid.errors)}`)
  }

  const fill = (name: string, { path, operation }: { path: string; operation: Operation }, given: Given) => {
    const url = new URL(origin + (document.servers?.[0]?.url ?? '').replace(/\/$/, '') + path)
    const headers = new Headers()
    if (key !== undefined && operation.security?.length !== 0) headers.set('Authorization', `Bearer ${key}`)
    const left = { path: { ...given.path }, query: { ...given.query }, header: { ...given.headers } }
    for (const { name: parameter, in: where, required } of operation.parameters ?? []) {
      const values = left[where as keyof typeof left]
      const value = values[parameter]
      delete values[parameter]
      if (value === undefined && required) throw new Error(`${name} needs ${where} ${parameter}`)
      if (value === undefined) continue
      if (where === 'header') headers.set(parameter, value)
      else if (where === 'query') url.searchParams.set(parameter, value)
      else url.pathname = url.pathname.replaceAll(encodeURI(`{${parameter}}`), encodeURIComponent(value))
    }
    const unknown = Object.values(left).flatMap(Object.keys)
    if (unknown.length > 0) throw new Error(`The document knows of no ${unknown} at ${name}`)
    return { url, headers }
  }

  const bodyOf = (
    name: string,
    { path, method, operation }: { path: string; method: string; operation: Operation },
  ) => ({
    json: (body: Record<string, unknown>) => {
      const place = ['paths', path, method, 'requestBody', 'content', 'application/json']
      const { schema } = within(operation.requestBody?.content['application/json'], `${name} takes no JSON`)
      check(body, `The body of ${name}`, ...place)
      const fields = (schema?.properties ?? {}) as object
      const unknown = Object.keys(body).filter(field => !Object.hasOwn(fields, field))
      if (unknown.length > 0) throw new Error(`The document knows of no ${unknown} in the body of ${name}`)
      return JSON.stringify(body)
    },
    form: ({ name: fileName, bytes }: SentFile) => {
      within(operation.requestBody?.content['multipart/form-data'], `${name} takes no form`)
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], fileName))
      return form
    },
  })

  return async <Json = unknown>(name: string, given: Given = {}): Promise<Answer<Json>> => {
    const found = within(operations.get(name), `The document has no operation ${name}`)
    const { url, headers } = fill(name, found, given)
    const write = bodyOf(name, found)
    if (given.body) headers.set('Content-Type', 'application/json')
    const body = given.body ? write.json(given.body) : given.file ? write.form(given.file) : null
    if (!body && found.operation.requestBody?.required) throw new Error(`${name} needs a body`)
    const answer = await fetch(url, { method: found.method.toUpperCase(), headers, body })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const told = `${name} answered ${answer.status}`
    const { content = {} } = within(found.operation.responses[answer.status], `${told}, which the document has not`)
    const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const isJson = /[/+]json$/.test(mediaType)
    const json = isJson ? JSON.parse(bytes.toString()) : undefined
    if (bytes.length > 0 && isJson) {
      within(content[mediaType], `${told} as ${mediaType}, which the document has not`)
      check(json, told, 'paths', found.path, found.method, 'responses', String(answer.status), 'content', mediaType)
    }
    if (!answer.ok) throw new Error(`${told}: ${bytes.toString()}`)
    return { status: answer.status, headers: answer.headers, json: json as Json, bytes }
  }
}

/** Calls an operation by its name. */
export type Api = Awaited<ReturnType<typeof readApi>>
