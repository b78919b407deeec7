import { useEffect } from 'react'

// Time for what the reader is waiting for; then, time that nobody needs.
const quiet = 1500

/** Runs what nobody waits for, once the screen has had time to come. Returns the way to stop. */
export const whenIdle = (work: () => void) => {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: quiet })
    else work()
  }, quiet)
  return () => clearTimeout(timer)
}

type Network = { connection?: { saveData?: boolean } }

/** Fetches a part of the screen before it is wanted, so that it is there when the connection is not. */
export const useFetchAhead = (load: () => Promise<unknown>, wanted = true) => {
  useEffect(() => {
    if (!wanted || (navigator as Network).connection?.saveData) return
    // What does not arrive is fetched when it is wanted.
    return whenIdle(() => void load().catch(() => undefined))
  }, [load, wanted])
}
