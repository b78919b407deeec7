import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type MessagePart, receiveParts, sendInParts } from './worker-messages.ts'
import type { WorkerTask } from './worker-task.ts'

/** A request to a worker process, one task at a time. */
export type WorkerRequest = { task: string; input: unknown }

/** The reply of a worker process; `residentBytes` is its resident memory after the task. */
export type WorkerReply = { output: unknown; residentBytes: number } | { error: string }

/** The first message of a worker process: it is ready for tasks. */
export const WORKER_READY = 'ready'

/** A lower priority than the server's, but high enough that tasks still run on a busy machine. */
const NICENESS = 5

const send = (message: MessagePart | typeof WORKER_READY) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, undefined, undefined, error => (error ? reject(error) : resolve()))
  })

/** Makes Linux prefer the server when processors are busy or memory runs out. */
const giveWay = () => {
  try {
    setPriority(NICENESS)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Some sandboxes forbid one or the other; the limits that the server enforces still apply.
  }
}

/** The main function of a worker process: runs tasks for the server that started it, until the server is gone. */
export const serveWorkerTasks = (tasks: readonly WorkerTask<never, unknown>[]): void => {
  giveWay()
  process.on('disconnect', () => process.exit())
  // A terminal and systemd send these signals to the whole process group, but running requests still need their tasks.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

  const reply = ({ task: name, input }: WorkerRequest): Promise<WorkerReply> =>
    (async () => {
      const task = tasks.find(task => task.name === name)
      if (!task) throw new Error(`There is no task ${name}`)
      const run = await task.load()
      return { output: await run(input as never), residentBytes: process.memoryUsage.rss() }
    })().catch(error => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }))

  const receive = receiveParts(request => {
    void reply(request as WorkerRequest).then(answer => sendInParts(answer, send))
  })
  process.on('message', part => receive(part as MessagePart))
  void send(WORKER_READY)
}
