import { fail } from '../errors/fail.ts'

/** Fails with `conflict` if the call names, by `If-Match`, another state than this version. */
export const requireCurrent = (ifMatch: string | undefined, version: string): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const isNamed = ifMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === `"${version}"`)
  if (!isNamed) fail('conflict', { detail: 'Somebody else has changed it since it was read.' })
}
