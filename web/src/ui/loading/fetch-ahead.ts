import { useEffect } from 'react'

// First leave time for what the reader waits for, then for idle time.
const quiet = 1500

/** Runs work of low priority once the screen is shown. Returns a function that cancels it. */
export const whenIdle = (work: () => void) => {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: quiet })
    else work()
  }, quiet)
  return () => clearTimeout(timer)
}

type Network = { connection?: { saveData?: boolean } }

/** Prefetches a lazy part of the screen, so that it also opens while the connection is down. */
export const useFetchAhead = (load: () => Promise<unknown>, enabled = true) => {
  useEffect(() => {
    if (!enabled || (navigator as Network).connection?.saveData) return
    // After a failure the part is fetched when it is needed.
    return whenIdle(() => void load().catch(() => undefined))
  }, [load, enabled])
}
