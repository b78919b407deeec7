import type { FastifyRequest } from 'fastify'
import { fail } from '../errors/fail.ts'

/** Whether an `If-Match`, if there is one, names this version, which stands in quotes there. */
const isNamed = (ifMatch: string | undefined, version: string): boolean =>
  ifMatch === undefined ||
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === `"${version}"`)

/** Fails with `conflict` if the request has an `If-Match` that does not name this version. */
export const requireVersion = (
  { headers }: FastifyRequest,
  version: string,
  detail = 'Somebody else has changed it since it was read.',
): void => {
  if (!isNamed(headers['if-match'], version)) fail('conflict', { detail })
}
