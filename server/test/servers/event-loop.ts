import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Runs `work` and returns the longest time in milliseconds for which it blocked the event loop. */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}
