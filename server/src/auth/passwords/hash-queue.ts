import { fail } from '../../kernel/errors/fail.ts'

const RETRY_AFTER_SECONDS = 2

/** Lets work through, so many at once, in the order in which it was asked for. */
export type HashQueue = {
  /**
   * Does the work when it is its turn. Answers `unavailable` where too many wait already; a `patient` caller, which asks for one
   * work at a time and has nobody who waits for an answer, always gets its turn.
   */
  run<Result>(work: () => Promise<Result>, options?: { patient?: boolean }): Promise<Result>
}

/** A queue for what takes processor and memory by the tenth of a second; see {@link HashQueue}. */
export const openHashQueue = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): HashQueue => {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async (patient: boolean) => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (!patient && waiting.length >= mostWaiting)
      fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS, detail: 'Too many passwords are being checked.' })
    // Whoever leaves hands its place over, so that `running` stays as it is.
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
