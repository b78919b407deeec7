import { failAt } from '../errors/fail.ts'

/** Parses the comma-separated, distinct ids of a query; undefined if there are none, `invalid_request` at `path` for a malformed one. */
export const readIds = (text: string | undefined, path: string): number[] | undefined => {
  const parts = (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return undefined
  const ids = parts.map(part =>
    /^[1-9]\d{0,14}$/.test(part) ? Number(part) : failAt('invalid_request', path, 'must be ids, comma separated'),
  )
  return [...new Set(ids)]
}
