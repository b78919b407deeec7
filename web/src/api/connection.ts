import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { askServer } from './ask-server.ts'

/** Whether the portal answers, and whether it has a newer program than this page, or a file of it that did not arrive. */
export type Connection = { reachable: boolean; mustReload: boolean }

const pauseMin = 2000
const pauseMax = 15_000
const answerWithin = 10_000

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
const answers = async () => {
  try {
    const signal = AbortSignal.timeout(answerWithin)
    const { status } = await askServer('/healthz', signal)
    return status < 502 || status > 504
  } catch {
    return false
  }
}

let endRest = () => {}

/** Waits, but no longer than until there is reason to look again. */
const rest = (milliseconds: number) =>
  new Promise<void>(resolve => {
    const stop = new AbortController()
    endRest = () => {
      clearTimeout(timer)
      stop.abort()
      resolve()
    }
    const timer = setTimeout(endRest, milliseconds)
    window.addEventListener('online', endRest, { signal: stop.signal })
    document.addEventListener('visibilitychange', endRest, { signal: stop.signal })
  })

const look = async () => {
  if (await answers()) return false
  for (let pause = pauseMin; ; pause = Math.min(pause * 2, pauseMax)) {
    change({ reachable: false })
    await rest(pause)
    if (await answers()) break
  }
  change({ reachable: true })
  return true
}

let looking: Promise<boolean> | undefined

/**
 * After a request without an answer: resolves when the portal answers, at once where only that request has failed. True
 * where the portal has been away, so that it makes sense to try again.
 */
export const outage = () => {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

/** Looks now whether the portal answers again. */
export const lookNow = () => {
  endRest()
  void outage()
}

/** The portal has answered a request. */
export const heardFromPortal = () => {
  if (!connection.reachable) endRest()
}

/** Says that only a reload brings what this page needs. */
export const wantReload = () => change({ mustReload: true })

/** Judges the connection by requests from now on. What the browser believes is only a reason to look. */
export const watchConnection = () => {
  onlineManager.setEventListener(() => undefined)
  window.addEventListener('offline', () => void outage())
  if (!navigator.onLine) void outage()
}
