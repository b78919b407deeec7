import type { WorkerPool } from '../workers/worker-pool.ts'
import type { WorkerCaller, WorkerTask } from '../workers/worker-task.ts'
import { type CleanOptions, cleanHtml, plainHtml } from './html.ts'

/** Cleaned where it is: the worst of such a length takes some milliseconds, a way to a worker process and back about as many. */
const SHORT_MAX = 4000

/** {@link cleanHtml} in a worker process. */
const cleanLongHtml: WorkerTask<{ html: string; options: CleanOptions }, string> = {
  name: 'clean HTML',
  // A hundred times what the worst of the longest message takes.
  timeLimitMs: 20_000,
  load: async () => {
    const { cleanHtml } = await import('./html.ts')
    return ({ html, options }) => cleanHtml(html, options)
  },
}

/**
 * {@link cleanHtml} without holding up the event loop: what is long and not plain is cleaned in a worker process. It may have to wait
 * for its turn, so no transaction is open meanwhile. Throws `WorkerQueueFull` and `WorkerLimitExceeded`.
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

/** All tasks of this part of the kernel. */
export const htmlTasks = [cleanLongHtml] as const
