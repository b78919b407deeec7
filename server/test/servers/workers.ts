import { workerEntry } from '../../src/installation/installation.ts'
import { openWorkerPool } from '../../src/kernel/workers/worker-pool.ts'

/** The worker processes of a test's installation, which all files of a vitest worker share. */
export const workers = openWorkerPool({ entry: workerEntry, log: () => undefined })
