import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { fetchUncached } from './fetch-uncached.ts'

/** Whether the portal answers, and whether it has a newer program than this page, or a file of it that did not arrive. */
export type Connection = { reachable: boolean; mustReload: boolean }

const pauseMin = 2000
const pauseMax = 15_000
const answerTimeout = 10_000

let connection: Connection = { reachable: true, mustReload: false }
const listeners = new Set<() => void>()

const change = (part: Partial<Connection>) => {
  const next = { ...connection, ...part }
  if (next.reachable === connection.reachable && next.mustReload === connection.mustReload) return
  connection = next
  onlineManager.setOnline(next.reachable)
  for (const listener of [...listeners]) listener()
}

/** Calls back whenever the connection is another. Returns the way to stop. */
export const onConnectionChange = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The connection at the moment. */
export const currentConnection = () => connection

/** The connection, for a screen that says what it is like. */
export const useConnection = () => useSyncExternalStore(onConnectionChange, currentConnection)

// A proxy before a server that is away answers 502 to 504.
const isAnswering = async () => {
  try {
    const signal = AbortSignal.timeout(answerTimeout)
    const { status } = await fetchUncached('/healthz', signal)
    return status < 502 || status > 504
  } catch {
    return false
  }
}

let endPause = () => {}

/** Waits, but no longer than until there is reason to look again. */
const pauseUntilEvent = (milliseconds: number) =>
  new Promise<void>(resolve => {
    const stop = new AbortController()
    endPause = () => {
      clearTimeout(timer)
      stop.abort()
      resolve()
    }
    const timer = setTimeout(endPause, milliseconds)
    window.addEventListener('online', endPause, { signal: stop.signal })
    document.addEventListener('visibilitychange', endPause, { signal: stop.signal })
  })

const pollUntilReachable = async () => {
  if (await isAnswering()) return false
  for (let pause = pauseMin; ; pause = Math.min(pause * 2, pauseMax)) {
    change({ reachable: false })
    await pauseUntilEvent(pause)
    if (await isAnswering()) break
  }
  change({ reachable: true })
  return true
}

let polling: Promise<boolean> | undefined

/**
 * After a request without an answer: resolves when the portal answers, at once where only that request has failed. True
 * where the portal has been away, so that it makes sense to try again.
 */
export const waitUntilReachable = () => {
  polling ??= pollUntilReachable().finally(() => {
    polling = undefined
  })
  return polling
}

/** Looks now whether the portal answers again. */
export const retryNow = () => {
  endPause()
  void waitUntilReachable()
}

/** The portal has answered a request. */
export const reportResponse = () => {
  if (!connection.reachable) endPause()
}

/** Says that only a reload brings what this page needs. */
export const requireReload = () => change({ mustReload: true })

/** Judges the connection by requests from now on. What the browser believes is only a reason to look. */
export const watchConnection = () => {
  onlineManager.setEventListener(() => undefined)
  window.addEventListener('offline', () => void waitUntilReachable())
  if (!navigator.onLine) void waitUntilReachable()
}
