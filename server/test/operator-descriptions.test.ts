import { STATUS_CODES } from 'node:http'
import { staffRoot } from '@portico/contract/endpoint'
import { errorStatuses } from '@portico/contract/errors'
import { staffErrorStatuses } from '@portico/contract/staff/errors'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { apis } from '../src/apis.ts'
import { openApiDocument } from '../src/kernel/http/openapi.ts'

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isDescribed = (schema: unknown): boolean =>
  isJson(schema) &&
  (typeof schema.description === 'string' ||
    ['anyOf', 'allOf'].some(key => Array.isArray(schema[key]) && (schema[key] as unknown[]).some(isDescribed)))

/** The paths of fields without a description. */
const undescribedIn = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one, n) => undescribedIn(one, `${path}.${n}`))
  if (!isJson(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'examples') return []
    if (key !== 'properties' || !isJson(inner)) return undescribedIn(inner, `${path}.${key}`)
    // By name, as a field may itself be called `properties`.
    return Object.entries(inner).flatMap(([name, field]) => [
      ...(isDescribed(field) ? [] : [`${path}.${name}`]),
      ...undescribedIn(field, `${path}.${name}`),
    ])
  })
}

const document = openApiDocument(apis.operator)

test('every field of the operator API has a description', () => {
  expect(undescribedIn(document.components.schemas, 'schemas')).toEqual([])
  expect(undescribedIn(document.paths, 'paths')).toEqual([])
})

test('every parameter of the operator API has a description, and every call a reply for each of its statuses', () => {
  type Operation = { operationId: string; parameters: Json[]; responses: Record<string, Json> }
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods) as Operation[])
  const undescribed = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(parameter => typeof parameter.description !== 'string' && !isDescribed(parameter.schema))
      .map(({ name }) => `${operationId} ${name}`),
  )
  expect(undescribed).toEqual([])
  for (const { operationId, responses } of operations) {
    const errors = Object.keys(responses).filter(status => Number(status) >= 400)
    expect(errors, operationId).toEqual(expect.arrayContaining(['400', '401', '429', '500', '503']))
    for (const status of errors) expect(responses[status]?.$ref).toMatch(/^#\/components\/responses\/\w+$/)
  }
  expect(document.servers.length).toBeGreaterThan(0)
})

describe.each(Object.entries(apis))('the errors of the %s API', (_, api) => {
  const { components, paths } = openApiDocument(api)
  const { Problem } = components.schemas as { Problem: { properties: { code: { enum: string[] } } } }
  const ajv = new Ajv({ strict: false })
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { responses: Record<string, { $ref?: string }> }>).map(operation => ({
      path,
      ...operation,
    })),
  )

  test('have for each status an example with a code of that status', () => {
    const statuses: Record<string, readonly number[]> = { ...errorStatuses, ...staffErrorStatuses }
    for (const { path, responses } of operations)
      for (const [status, { $ref = '' }] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const { example } =
          components.responses[$ref.split('/').at(-1) ?? '']?.content['application/problem+json'] ?? {}
        expect(ajv.validate(Problem, example), `${path} ${status}: ${ajv.errorsText()}`).toBe(true)
        expect(example).toMatchObject({ status: Number(status), title: STATUS_CODES[status] })
        expect(statuses[example?.code ?? ''], path).toContain(Number(status))
      }
  })

  test('have every code that its calls may answer', () => {
    expect(Problem.properties.code.enum).toEqual(expect.arrayContaining(Object.keys(errorStatuses)))
    const ofStaff = Object.keys(staffErrorStatuses)
    expect(ofStaff.filter(code => Problem.properties.code.enum.includes(code))).toEqual(
      api.root === staffRoot ? ofStaff : [],
    )
  })
})

test('two schemas of one document do not share a name', () => {
  const named = (field: string) => ({ title: 'Thing', type: 'object', properties: { [field]: { type: 'string' } } })
  const [first, second] = apis.staff.endpoints.filter(({ reply }) => reply)
  const documentOf = (...replies: object[]) =>
    openApiDocument({
      ...apis.staff,
      endpoints: [first, second].map(
        (endpoint, n) => ({ ...endpoint, reply: replies[n] }) as (typeof apis.staff.endpoints)[number],
      ),
    })
  expect(Object.keys(documentOf(named('a'), named('a')).components.schemas)).toEqual(['Problem', 'Thing'])
  expect(() => documentOf(named('a'), named('b'))).toThrow('Two schemas of one document are called Thing')
})

test('calls of the staff tell of rights, filters and removals that are refused', () => {
  const { paths } = openApiDocument(apis.staff)
  const statusesOf = (path: string, method: string) =>
    Object.keys((paths[`/api/staff/${path}`]?.[method] as { responses?: object } | undefined)?.responses ?? {})
  for (const path of ['installation/companies', 'installation/health', 'installation/jobs', 'installation/backups'])
    expect(statusesOf(path, 'get'), path).toContain('403')
  expect(statusesOf('working-hours', 'delete')).toContain('404')
  expect(statusesOf('tickets', 'get')).toContain('404')
  expect(statusesOf('customers/{contactid}/merge', 'get')).toContain('409')
})
