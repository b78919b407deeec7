import { useSyncExternalStore } from 'react'

// The answer to a ticket that was left with it, while it can still be taken back.

let undo: (() => void) | undefined
const listeners = new Set<() => void>()

const change = (next: (() => void) | undefined) => {
  undo = next
  for (const listener of listeners) listener()
}

/** Offers to take an answer back from wherever one is, for so many milliseconds. Only the last one is offered. */
export const offerUndoElsewhere = (run: () => void, milliseconds: number) => {
  const once = () => {
    if (undo === once) change(undefined)
    run()
  }
  change(once)
  setTimeout(() => undo === once && change(undefined), milliseconds)
  return once
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Takes back the answer that was sent from a ticket that is left; undefined if there is none. */
export const useUndoElsewhere = () => useSyncExternalStore(subscribe, () => undo)
