import type { Endpoint } from '@portico/contract/endpoint'
import type { FieldError } from '@portico/contract/errors'
import { mailAddress } from '@portico/contract/shapes'
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { fail } from '../errors/fail.ts'
import { toOneLine } from '../text/one-line.ts'

/** Largest number of field errors in an answer. */
const MAX_FIELD_ERRORS = 20

const NUL = String.fromCharCode(0)
const LONE_SURROGATE = /\p{Surrogate}/u

/** Cleans a text in the object or list that holds it. NUL is left, and refused with the others. */
const clean = (text: string, place?: Parameters<ValidateFunction>[1]): boolean => {
  if (place && !text.includes(NUL)) place.parentData[place.parentDataProperty] = toOneLine(text)
  return true
}

const make = (coerceTypes: boolean) => {
  // Unknown fields are ignored and removed, so that no handler can see them.
  const ajv = new Ajv({ coerceTypes, allErrors: true, removeAdditional: 'all', strict: false })
  addFormats.default(ajv)
  // The same e-mail pattern in API and import, so that exported data can be imported again.
  ajv.addFormat('email', mailAddress)
  const { validate: isRfc3339 } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  // RFC 3339 has a second 60, which neither JavaScript nor PostgreSQL stores as an instant.
  ajv.addFormat('date-time', text => isRfc3339(text) && !Number.isNaN(Date.parse(text)))
  // Names and titles, wherever they come from. First, so that length and pattern are those of what is stored.
  ajv.addKeyword({
    keyword: 'oneLine',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    schema: false,
    validate: clean,
  })
  return ajv
}
const forBody = make(false)
// Query parameters arrive as text.
const forQuery = make(true)

const fieldError = (where: string, error: ErrorObject): FieldError => {
  const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : ''
  return {
    path: where + `${error.instancePath}${missing}`.replaceAll('/', '.'),
    message:
      error.keyword === 'enum'
        ? `must be one of ${error.params.allowedValues.join(', ')}`
        : (error.message ?? 'is not valid'),
  }
}

/** An error for each text with what PostgreSQL cannot store: a NUL character, or half of a character outside the basic plane. */
const unstorableIn = (value: unknown, path: string): FieldError[] => {
  if (typeof value === 'string') {
    if (value.includes(NUL)) return [{ path, message: 'must not contain a NUL character' }]
    return LONE_SURROGATE.test(value) ? [{ path, message: 'must not contain half of a surrogate pair' }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorableIn(inner, `${path}.${key}`))
}

/**
 * Compiles a validator of a request's `query` or `body`, which returns the field errors, none if valid. It changes its argument: query
 * values are converted, unknown fields removed.
 */
export const validator = (schema: TSchema, where: 'query' | 'body') => {
  const check = (where === 'query' ? forQuery : forBody).compile(schema)
  return (value: unknown): FieldError[] => {
    if (!check(value)) {
      // A long array can have an error in each element; the first errors are enough.
      const errors = (check.errors ?? []).slice(0, MAX_FIELD_ERRORS).map(error => fieldError(where, error))
      return errors.filter((error, at) => errors.findIndex(other => other.path === error.path) === at)
    }
    return unstorableIn(value, where)
  }
}

/** Compiles lazily: there are many validators, and each is slow to compile. */
const onFirstUse = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An error for each field or parameter that the schema does not define. */
const unknownIn = (schema: TSchema | undefined, where: 'query' | 'body', value: unknown): FieldError[] => {
  if (!isPlainObject(value)) return []
  const known = (schema as { properties?: object } | undefined)?.properties ?? {}
  const message = where === 'query' ? 'is no parameter of this call' : 'is no field of this type'
  const unknown = Object.keys(value).filter(field => !Object.hasOwn(known, field))
  return unknown.map(field => ({ path: `${where}.${field}`, message }))
}

const withoutNulls = (value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) : value

/**
 * Makes the function that reads and validates query and body of a request, as the contract types them; it throws `invalid_request` with
 * the fields at fault. What customers send and no schema defines is ignored; in calls of an API key or of staff it is refused.
 */
export const inputReader = ({ access, query, body, mergePatch }: Endpoint) => {
  const checkQuery = query && onFirstUse(() => validator(query, 'query'))
  const checkBody = body && onFirstUse(() => validator(body, 'body'))
  const isStrict = access === 'apiKey' || access === 'staff'

  return (request: FastifyRequest): { query: unknown; body: unknown } => {
    // The multipart parser leaves the body to upload handlers; to validation it would look like an empty body.
    if (checkBody && /^multipart\//i.test(request.headers['content-type'] ?? ''))
      fail('invalid_request', { detail: 'Send JSON, as content-type: application/json.' })
    const value = (access === 'apiKey' && !mergePatch ? withoutNulls(request.body) : request.body) ?? {}
    const errors = [
      ...(isStrict ? unknownIn(query, 'query', request.query) : []),
      ...(checkQuery?.()(request.query) ?? []),
      ...(body && isStrict ? unknownIn(body, 'body', value) : []),
      ...(checkBody?.()(value) ?? []),
    ]
    if (errors.length > 0) fail('invalid_request', { errors: errors.slice(0, MAX_FIELD_ERRORS) })
    return { query: request.query, body: value }
  }
}
