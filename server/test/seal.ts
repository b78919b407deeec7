import type { Database } from '../src/kernel/db.ts'
import type { Secrets } from '../src/kernel/secrets.ts'
import { openSeal, type Seal } from '../src/signing/seal.ts'

/** A seal whose key is made when it is first needed. */
export const testSeal = (database: Database, secrets: Secrets): Promise<Seal> =>
  openSeal(
    { signingP12: undefined, signingP12Password: undefined, tsaUrl: undefined },
    { database, secrets, log: () => {} },
  )
