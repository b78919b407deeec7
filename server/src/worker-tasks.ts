import { htmlTasks } from './kernel/html-task.ts'
import type { WorkerTask } from './kernel/worker-task.ts'
import { fatturapaTasks } from './operator/fatturapa-tasks.ts'
import { pdfTasks } from './signing/pdf-tasks.ts'

/** Every task that worker processes do; a section describes its own. */
export const workerTasks: readonly WorkerTask<never, unknown>[] = [...pdfTasks, ...htmlTasks, ...fatturapaTasks]
