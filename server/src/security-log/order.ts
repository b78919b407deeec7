import { securityActs } from '@portico/contract/security-log'
import { failAt } from '../kernel/errors/fail.ts'

/** The order of the log, newest first. */
export const order = { at: { by: 'e.at', type: 'timestamptz' } } as const
export const defaultSort = '-at'

/** Reads a comma-separated list of acts; fails with `invalid_request` for one that does not exist. */
export const readActs = (text: string | undefined): string[] | undefined => {
  const names = text?.split(',').map(name => name.trim())
  if (names?.some(name => !(securityActs as readonly string[]).includes(name)))
    failAt('invalid_request', 'query.what', `must be of: ${securityActs.join(', ')}`)
  return names
}
