import { serveWorkerTasks } from './kernel/workers/serve-worker-tasks.ts'
import { workerTasks } from './worker-tasks.ts'

serveWorkerTasks(workerTasks)
