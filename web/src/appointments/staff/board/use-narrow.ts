import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 56.24em)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether there is no room for a board: a phone, or letters as large as on one. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
