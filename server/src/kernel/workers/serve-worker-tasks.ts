import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type MessagePart, receiveParts, sendInParts } from './worker-messages.ts'
import type { WorkerTask } from './worker-task.ts'

/** What the server asks of a worker process, one task at a time. */
export type WorkerRequest = { task: string; input: unknown }

/** What a worker process answers; `residentBytes` is what it holds after the task. */
export type WorkerReply = { output: unknown; residentBytes: number } | { error: string }

/** What a worker process sends first: it can take tasks. */
export const WORKER_READY = 'ready'

/** The server's own work comes first, but a busy machine does not stop the tasks. */
const NICENESS = 5

const send = (message: MessagePart | typeof WORKER_READY) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, undefined, undefined, error => (error ? reject(error) : resolve()))
  })

/** Lets the machine prefer the server: with its processors, and with its memory when it runs out (Linux). */
const giveWay = () => {
  try {
    setPriority(NICENESS)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Some sandboxes forbid the one or the other; the limits of the server hold all the same.
  }
}

/** The whole of a worker process: runs tasks for the server that has started it, until the server is gone. */
export const serveWorkerTasks = (tasks: readonly WorkerTask<never, unknown>[]): void => {
  giveWay()
  process.on('disconnect', () => process.exit())
  // A terminal and systemd send these to the whole group; requests under way still need their tasks.
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
