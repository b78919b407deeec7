import { expect, test } from 'vitest'
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
    const missing =
      key === 'properties' && isJson(inner)
        ? Object.entries(inner).flatMap(([name, field]) => (isDescribed(field) ? [] : [`${path}.${name}`]))
        : []
    return [...missing, ...undescribedIn(inner, `${path}.${key}`)]
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
    for (const status of errors) expect(responses[status]).toEqual({ $ref: '#/components/responses/Problem' })
  }
  expect(document.servers.length).toBeGreaterThan(0)
})
