import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { openWorkerPool } from '../../src/kernel/workers/worker-pool.ts'

const entryOf = (name: string) => pathToFileURL(join(inject('workers'), `${name}.js`))

/** The program of worker processes. */
export const workerEntry = entryOf('worker')

/** A program of worker processes whose tasks misbehave. */
export const hostileWorkerEntry = entryOf('hostile-worker')

/** The worker processes of the test installation, shared by all test files of a vitest worker. */
export const workers = openWorkerPool({ entry: workerEntry, log: () => undefined })
