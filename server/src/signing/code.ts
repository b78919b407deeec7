import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { DocumentId } from './evidence/evidence.ts'

/** A random code of six digits, uniformly distributed. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Hashes a code for storage, keyed and bound to its document, because a plain hash of six digits is quickly brute-forced. */
export const hashCode = (
  secrets: Secrets,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  code: string,
): Buffer =>
  createHmac('sha256', secrets.keyFor('signing code'))
    .update(`${serviceCompanyId}.${portalId}.${contactId}.${id}.${code}`)
    .digest()
