import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

// A thread with nothing to do, in whose delays the load of the machine shows.
const neighbour = `
  const { parentPort } = require('node:worker_threads')
  const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  setTimeout(() => parentPort.postMessage('ready'), 20)
  parentPort.once('message', () => parentPort.postMessage(delay.max))`

const nextMessage = (worker: Worker) =>
  new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/**
 * Runs `work` and returns the longest time in milliseconds for which it blocked the event loop, less the longest for which a thread beside it
 * was held up: that is the machine, not the work.
 */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  const worker = new Worker(neighbour, { eval: true })
  await nextMessage(worker)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  // It measures from one sample to the next, so the first has to be taken before.
  await sleep(20)
  await work()
  // What blocked last is measured in the turn after it.
  await sleep(20)
  delay.disable()
  worker.postMessage('end')
  const held = Number(await nextMessage(worker))
  await worker.terminate()
  return Math.max(0, delay.max - held) / 1e6
}
