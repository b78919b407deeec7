import { setTimeout as sleep } from 'node:timers/promises'

/** The processor time of this process so far, in milliseconds: what the load of the machine does not change, as it does a clock. */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Runs `work` and returns the longest time in milliseconds for which it blocked the event loop: between two turns, the shorter of what the
 * clock and the processor time of this process say. On a busy machine a process waits for its turn, and that is not the work.
 */
export const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let [at, used, longest] = [performance.now(), processorTime(), 0]
  const timer = setInterval(() => {
    const [now, total] = [performance.now(), processorTime()]
    longest = Math.max(longest, Math.min(now - at, total - used))
    at = now
    used = total
  }, 5)
  await work()
  // What blocked last is measured in the turn after it.
  await sleep(20)
  clearInterval(timer)
  return longest
}
