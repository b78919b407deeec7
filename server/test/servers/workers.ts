import { workerEntry } from '../../src/installation/installation.ts'
import { openWorkerPool } from '../../src/kernel/workers/worker-pool.ts'

/** The worker processes of the test installation, shared by all test files of a vitest worker. */
export const workers = openWorkerPool({ entry: workerEntry, log: () => undefined })
