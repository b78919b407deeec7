import { serveWorkerTasks } from '../../src/kernel/workers/serve-worker-tasks.ts'
import * as tasks from './hostile-tasks.ts'

serveWorkerTasks(Object.values(tasks))
