import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { DocumentId } from './evidence/evidence.ts'

/** A fresh code: six digits, each as likely as another. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** How a code is stored: by a key of its own and for one document, because six digits alone are soon tried out. */
export const hashCode = (
  secrets: Secrets,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  code: string,
): Buffer =>
  createHmac('sha256', secrets.keyFor('signing code'))
    .update(`${serviceCompanyId}.${portalId}.${contactId}.${id}.${code}`)
    .digest()
