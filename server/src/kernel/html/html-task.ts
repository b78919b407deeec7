import type { WorkerPool } from '../workers/worker-pool.ts'
import type { WorkerCaller, WorkerTask } from '../workers/worker-task.ts'
import { type CleanOptions, cleanHtml, plainHtml } from './html.ts'

/**
 * Cleaned in this process up to this length: the worst such text takes a few milliseconds, as does the way to a worker process and back.
 */
const SHORT_MAX = 4000

/** {@link cleanHtml} in a worker process. */
const cleanLongHtml: WorkerTask<{ html: string; options: CleanOptions }, string> = {
  name: 'clean HTML',
  // A hundred times what the worst text of the maximum message length takes.
  timeLimitMs: 20_000,
  load: async () => {
    const { cleanHtml } = await import('./html.ts')
    return ({ html, options }) => cleanHtml(html, options)
  },
}

/**
 * Like {@link cleanHtml}, but without blocking the event loop: long HTML that is not plain is cleaned in a worker process. It may wait for
 * its turn, so it must not be called in an open transaction. Throws `WorkerQueueFull` and `WorkerLimitExceeded`.
 */
export const cleanHtmlInWorker = async (
  workers: WorkerPool,
  html: string,
  options: CleanOptions,
  caller: WorkerCaller,
): Promise<string> => {
  if (html.length <= SHORT_MAX) return cleanHtml(html, options)
  return plainHtml(html) ?? workers.run(cleanLongHtml, () => ({ html, options }), caller)
}

/** All worker tasks of this folder. */
export const htmlTasks = [cleanLongHtml] as const
