import type { FieldError } from '@portico/contract/errors'
import { mailAddress } from '@portico/contract/shapes'
import Ajv, { type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'

/** Largest number of field errors in an answer. */
export const MAX_FIELD_ERRORS = 20

const NUL = String.fromCharCode(0)

const make = (coerceTypes: boolean) => {
  // Unknown fields are ignored and removed, so that no handler can see them.
  const ajv = new Ajv({ coerceTypes, allErrors: true, removeAdditional: 'all', strict: false })
  addFormats.default(ajv)
  // The same e-mail pattern in API and import, so that exported data can be imported again.
  ajv.addFormat('email', mailAddress)
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

/** An error for each text with a NUL character, which PostgreSQL cannot store. */
const nulsIn = (value: unknown, path: string): FieldError[] => {
  if (typeof value === 'string')
    return value.includes(NUL) ? [{ path, message: 'must not contain a NUL character' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => nulsIn(inner, `${path}.${key}`))
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
    return nulsIn(value, where)
  }
}
