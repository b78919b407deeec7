const PERIOD_MS = 1000

/** See {@link openPeriodicWriter}. */
export type PeriodicWriter = {
  /** Writes now what has collected; waits for a batch that is under way. */
  flush(): Promise<void>
  /** Starts writing once a second. */
  start(): void
  /** Writes the rest and stops. */
  stop(): Promise<void>
}

/** Writes what collects in memory, one batch at a time, so that no call waits for a table. `write` takes what there is, and never throws. */
export const openPeriodicWriter = (write: () => Promise<void>): PeriodicWriter => {
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }

  return {
    flush,
    start: () => {
      timer = setInterval(() => void flush(), PERIOD_MS)
      timer.unref()
    },
    stop: () => {
      clearInterval(timer)
      return flush()
    },
  }
}
