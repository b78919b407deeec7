import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { ReadRows, RowsInput, Sampled, SampleInput } from './table-work.ts'
import type { Unzipped } from './unzip.ts'

/** Reads headings and samples of a table; the time limit allows for the largest file. */
export const sampleTable: WorkerTask<SampleInput, Sampled> = {
  name: 'read headings of table',
  timeLimitMs: 20_000,
  load: async () => (await import('./table-work.ts')).sampleTable,
}

/** Reads the rows of a table. */
export const readTable: WorkerTask<RowsInput, ReadRows> = {
  name: 'read table',
  timeLimitMs: 30_000,
  load: async () => (await import('./table-work.ts')).readTable,
}

/** Takes the files out of a zip. */
export const unzip: WorkerTask<{ zip: Uint8Array }, Unzipped> = {
  name: 'unzip',
  timeLimitMs: 10_000,
  load: async () => (await import('./unzip.ts')).unzip,
}

/** The worker tasks of imports from the staff room. */
export const tableTasks = [sampleTable, readTable, unzip] as const
