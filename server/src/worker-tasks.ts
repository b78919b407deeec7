import { fatturapaTasks } from './import/fatturapa/fatturapa-tasks.ts'
import { tableTasks } from './import/table/table-tasks.ts'
import { mailTasks } from './inbound-mail/reading/read-mail.ts'
import { htmlTasks } from './kernel/html/html-task.ts'
import { messageTasks } from './kernel/messages/mail-task.ts'
import type { WorkerTask } from './kernel/workers/worker-task.ts'
import { cssTasks } from './portals/css/css-task.ts'
import { publishingTasks } from './publishing/pdf-tasks.ts'
import { pdfTasks } from './signing/seal/pdf-tasks.ts'

/** Every task that worker processes run; each section declares its own. */
export const workerTasks: readonly WorkerTask<never, unknown>[] = [
  ...pdfTasks,
  ...htmlTasks,
  ...messageTasks,
  ...fatturapaTasks,
  ...tableTasks,
  ...publishingTasks,
  ...cssTasks,
  ...mailTasks,
]
