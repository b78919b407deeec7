import { fail } from '../../kernel/errors/fail.ts'

const RETRY_AFTER_SECONDS = 2

/** A first-in, first-out queue with limited concurrency. */
export type HashQueue = {
  /**
   * Runs the work when it is its turn. Fails with `unavailable` if too many are waiting, unless `patient`: for background callers that
   * queue one work at a time.
   */
  run<Result>(work: () => Promise<Result>, options?: { patient?: boolean }): Promise<Result>
}

/** Opens a queue for work that takes much CPU and memory. */
export const openHashQueue = ({ concurrency, waitingMax }: { concurrency: number; waitingMax: number }): HashQueue => {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async (patient: boolean) => {
    if (running < concurrency) {
      running += 1
      return
    }
    if (!patient && waiting.length >= waitingMax)
      fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS, detail: 'Too many passwords are being checked.' })
    // `leave` hands the slot over, so `running` does not change.
    await new Promise<void>(resolve => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work, { patient = false } = {}) {
      await enter(patient)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
