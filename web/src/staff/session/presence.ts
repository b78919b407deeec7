import { type PresentColleague, presenceRepeatSeconds } from '@portico/contract/staff/events'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { tellPresence } from './data.ts'

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
  const told = useRef(state)
  told.current = state
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') tellPresence(ticketid, told.current)
    }
    const leave = () => tellPresence(ticketid, 'gone')
    tell()
    const timer = setInterval(tell, presenceRepeatSeconds * 1000)
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [ticketid])
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== state) tellPresence(ticketid, state)
    last.current = state
  }, [ticketid, state])
}
