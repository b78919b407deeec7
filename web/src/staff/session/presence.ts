import { type PresentColleague, presenceRepeatSeconds } from '@portico/contract/staff/events'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { sendPresence } from './data.ts'

const nobody: readonly PresentColleague[] = []
const present = new Map<number, readonly PresentColleague[]>()
const listeners = new Set<() => void>()

const publish = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says who else is on a ticket, all of them. */
export const setPresence = (ticketId: number, people: readonly PresentColleague[]) => {
  if (people.length) present.set(ticketId, people)
  else if (!present.delete(ticketId)) return
  publish()
}

/** Forgets who is where: the presences of now follow. */
export const clearPresence = () => {
  present.clear()
  publish()
}

/** Who is where, by ticket. */
export const presences = () => [...present]

/** Who else looks at a ticket or writes on it now. */
export const usePresence = (ticketid: number) => useSyncExternalStore(subscribe, () => present.get(ticketid) ?? nobody)

/** Tells colleagues that one looks at a ticket or writes on it, while the tab is in front, and that one has gone. */
export const useOwnPresence = (ticketid: number, state: PresentColleague['state']) => {
  const latest = useRef(state)
  latest.current = state
  useEffect(() => {
    const send = () => {
      if (document.visibilityState === 'visible') sendPresence(ticketid, latest.current)
    }
    const leave = () => sendPresence(ticketid, 'gone')
    send()
    const timer = setInterval(send, presenceRepeatSeconds * 1000)
    document.addEventListener('visibilitychange', send)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', send)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [ticketid])
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== state) sendPresence(ticketid, state)
    last.current = state
  }, [ticketid, state])
}
