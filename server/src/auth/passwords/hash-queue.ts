import { fail } from '../../kernel/errors/fail.ts'

const RETRY_AFTER_SECONDS = 2

/** A first-in, first-out queue with limited concurrency. */
export type HashQueue = {
  /**
   * Runs the work when it is its turn. Fails with `unavailable` if too many are waiting, unless `waitsForSlot`: for background callers that
   * queue one work at a time.
   */
  run<Result>(work: () => Promise<Result>, options?: { waitsForSlot?: boolean }): Promise<Result>
}

/** Opens a queue for work that takes much CPU and memory. */
export const openHashQueue = ({ concurrency, waitingMax }: { concurrency: number; waitingMax: number }): HashQueue => {
  let running = 0
  const waiting: (() => void)[] = []

  const acquireSlot = async (waitsForSlot: boolean) => {
    if (running < concurrency) {
      running += 1
      return
    }
    if (!waitsForSlot && waiting.length >= waitingMax)
      fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS, detail: 'Too many passwords are being checked.' })
    // `leave` hands the slot over, so `running` does not change.
    await new Promise<void>(resolve => waiting.push(resolve))
  }

  const releaseSlot = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work, { waitsForSlot = false } = {}) {
      await acquireSlot(waitsForSlot)
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
  }
}
