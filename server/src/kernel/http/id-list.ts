import { failAt } from '../errors/fail.ts'

/** Ids of a query, comma separated, each once; undefined where it names none, `invalid_request` at `path` for what is no id. */
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
