import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` and returns the longest time in milliseconds for which it blocked the event loop. */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  // It measures from one sample to the next, so the first has to be taken before.
  await sleep(20)
  await work()
  // What blocked last is measured in the turn after it.
  await sleep(20)
  delay.disable()
  return delay.max / 1e6
}
