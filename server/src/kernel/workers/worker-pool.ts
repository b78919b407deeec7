import type { DatabaseLog } from '../database/log.ts'
import { WorkerLimitExceeded, WorkerQueueFull } from './worker-errors.ts'
import { startWorkerProcess, type WorkerMemory, type WorkerProcess } from './worker-process.ts'
import { fairQueue, type QueueBounds } from './worker-queue.ts'
import type { WorkerCaller, WorkerTask } from './worker-task.ts'

/** Processes untrusted files and texts in separate processes, outside the server's event loop and memory. */
export type WorkerPool = {
  /**
   * Runs a task when it is the caller's turn. `input` is called only then, so that waiting tasks hold no memory. Throws `WorkerQueueFull`,
   * `WorkerLimitExceeded` or `WorkerTaskFailed`.
   */
  run<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: () => Input | Promise<Input>,
    caller: WorkerCaller,
  ): Promise<Output>
  /** The number of tasks that wait and run now. */
  current(): { waiting: number; running: number }
  /** The number of tasks since the start, by outcome. */
  ended(): Readonly<Record<'done' | 'failed' | 'time' | 'memory' | 'crash' | 'refused', number>>
  /** Refuses new tasks and ends all processes. */
  stop(): Promise<void>
}

/** Options of {@link openWorkerPool}. */
export type WorkerPoolOptions = {
  /** A module that calls `serveWorkerTasks`. */
  entry: URL
  log: DatabaseLog
  /** Number of processes. A caller uses at most one at a time, and all unauthenticated callers together leave one free. */
  size?: number
  /** Milliseconds after which an idle process ends. */
  idleMs?: number
  memory?: WorkerMemory
  /** How many tasks may wait: in total, per caller, and of all unauthenticated callers together. */
  waitingMax?: QueueBounds & { strangers: number }
}

const MB = 1024 * 1024
const defaults = {
  size: 2,
  idleMs: 15_000,
  memory: { heap: 384 * MB, resident: 768 * MB },
  waitingMax: { total: 200, perCaller: 20, strangers: 40 },
}

const toCallerKey = (caller: WorkerCaller) =>
  'address' in caller ? `address ${caller.address}` : `company ${caller.serviceCompanyId}`

const isStranger = (key: string) => key.startsWith('address ')

/** Opens the pool; processes start when there are tasks and end when there are none. */
export const openWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { entry, log, size, idleMs, memory, waitingMax } = { ...defaults, ...options }
  type Job = { start: (process: WorkerProcess) => Promise<void>; refuse: (error: Error) => void }
  const queue = fairQueue<Job>(waitingMax)
  const ended = { done: 0, failed: 0, time: 0, memory: 0, crash: 0, refused: 0 }
  const running = new Set<string>()
  const processes = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  let stopped = false

  const end = async (process: WorkerProcess) => {
    clearTimeout(idle.get(process))
    idle.delete(process)
    await process.end()
    processes.delete(process)
  }

  const freeProcess = () => {
    for (const [process, timer] of idle) {
      clearTimeout(timer)
      idle.delete(process)
      if (process.reusable()) return process
      void end(process)
    }
    const process = startWorkerProcess(entry, memory)
    processes.add(process)
    return process
  }

  const release = async (process: WorkerProcess) => {
    if (stopped || !process.reusable()) return end(process)
    idle.set(process, setTimeout(() => void end(process), idleMs).unref())
  }

  const mayRun = (key: string) => {
    if (running.has(key)) return false
    return !isStranger(key) || size === 1 || [...running].filter(isStranger).length < size - 1
  }

  const add = (caller: WorkerCaller, job: Job) => {
    const key = toCallerKey(caller)
    if (stopped || (isStranger(key) && queue.size(isStranger) >= waitingMax.strangers)) return 'full'
    return queue.add(key, job)
  }

  const runWaiting = () => {
    while (!stopped && running.size < size) {
      const next = queue.take(mayRun)
      if (!next) return
      running.add(next.caller)
      const process = freeProcess()
      void next.item
        .start(process)
        .then(() => release(process))
        .finally(() => {
          running.delete(next.caller)
          runWaiting()
        })
    }
  }

  const count = (task: string, error: unknown) => {
    if (!(error instanceof WorkerLimitExceeded)) {
      ended.failed += 1
      return
    }
    ended[error.limit] += 1
    log('warn', 'A task in a worker process was ended', { task, reason: error.message })
  }

  return {
    run: (task, input, caller) =>
      new Promise((resolve, reject) => {
        const start = async (process: WorkerProcess) => {
          let given: unknown
          try {
            given = await input()
          } catch (error) {
            return reject(error)
          }
          try {
            const output = await process.run({ task: task.name, input: given }, task.timeLimitMs)
            ended.done += 1
            // The function of the same task descriptor has produced this output.
            resolve(output as never)
          } catch (error) {
            count(task.name, error)
            reject(error)
          }
        }
        const refused = add(caller, { start, refuse: reject })
        if (refused) {
          ended.refused += 1
          return reject(new WorkerQueueFull(refused === 'full for caller'))
        }
        runWaiting()
      }),
    current: () => ({ waiting: queue.size(), running: running.size }),
    ended: () => ended,
    async stop() {
      stopped = true
      for (const job of queue.clear()) job.refuse(new WorkerQueueFull(false))
      await Promise.all([...processes].map(end))
    },
  }
}
