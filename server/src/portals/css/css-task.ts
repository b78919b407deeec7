import type { CssFault } from '@portico/contract/staff/portals'
import { WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller, WorkerTask } from '../../kernel/workers/worker-task.ts'

const checkCss: WorkerTask<{ css: string }, CssFault[]> = {
  name: 'check CSS',
  // The worst sheet of the maximum length takes a fraction of a second.
  timeLimitMs: 5000,
  load: async () => {
    const { findCssFaults } = await import('./css-faults.ts')
    return ({ css }) => findCssFaults(css)
  },
}

/** The faults of a portal's style sheet, found in a worker process; not to be called in an open transaction. */
export const findCssFaultsInWorker = async (
  workers: WorkerPool,
  css: string,
  caller: WorkerCaller,
): Promise<CssFault[]> => {
  try {
    return await workers.run(checkCss, () => ({ css }), caller)
  } catch (error) {
    if (error instanceof WorkerLimitExceeded) return [{ code: 'tooDeep', line: 1, column: 1 }]
    throw error
  }
}

/** All worker tasks of this folder. */
export const cssTasks = [checkCss] as const
