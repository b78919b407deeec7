import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { DocumentId } from './evidence/evidence.ts'

/** A random code of six digits, uniformly distributed. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Hashes a code for storage, keyed and bound to its document, because a plain hash of six digits is quickly brute-forced. The contact is not
 * part of it: it changes when two are merged.
 */
export const hashCode = (secrets: Secrets, { serviceCompanyId, portalId, id }: DocumentId, code: string): Buffer =>
  createHmac('sha256', secrets.keyFor('signing code')).update(`${serviceCompanyId}.${portalId}.${id}.${code}`).digest()
