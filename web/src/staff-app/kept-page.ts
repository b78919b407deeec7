import { useSyncExternalStore } from 'react'

// A page whose session has ended elsewhere stays, covered, while something typed in it is not saved.
let state = { isKept: false, returns: 0 }
const listeners = new Set<() => void>()

const set = (next: typeof state) => {
  state = next
  for (const listener of [...listeners]) listener()
}

/** Covers the page until its reader is back. */
export const keepPage = () => set({ ...state, isKept: true })

/** Uncovers the page: its reader is back, or it is left. */
export const releasePage = () => {
  if (state.isKept) set({ isKept: false, returns: state.returns + 1 })
}

/** Whether the page is kept for a reader whose session has ended. */
export const isPageKept = () => state.isKept

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether the page is kept, and how often its reader has come back to it. */
export const useKeptPage = () => useSyncExternalStore(subscribe, () => state)
