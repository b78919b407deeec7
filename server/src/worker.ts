import { serveWorkerTasks } from './kernel/serve-worker-tasks.ts'
import { workerTasks } from './worker-tasks.ts'

serveWorkerTasks(workerTasks)
