import type { Database } from '../src/kernel/db.ts'
import type { Secrets } from '../src/kernel/secrets.ts'
import type { WorkerPool } from '../src/kernel/worker-pool.ts'
import { openSeal, type Seal } from '../src/signing/seal.ts'
import { workers } from './workers.ts'

/** A seal whose key is made when it is first needed. */
export const testSeal = (database: Database, secrets: Secrets, pool: WorkerPool = workers): Promise<Seal> =>
  openSeal(
    { signingP12: undefined, signingP12Password: undefined, tsaUrl: undefined },
    { database, secrets, workers: pool, log: () => {} },
  )
