import type { FastifyRequest } from 'fastify'
import { fail } from '../errors/fail.ts'

/** Fails with `conflict` if the request has an `If-Match` that does not name this version. */
export const requireVersion = ({ headers }: FastifyRequest, version: string): void => {
  const ifMatch = headers['if-match']
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (!ifMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === `"${version}"`))
    fail('conflict', { detail: 'Somebody else has changed it since it was read.' })
}
