import { useCallback, useEffect, useRef, useState } from 'react'

/** The result of a search: the first items, and the total if it is known. */
export type Found<Item> = { items: readonly Item[]; total?: number | undefined }

/** State of a search. `items` are the last result, which stays while the next one is loading. */
export type SearchState<Item> = Found<Item> & { state: 'loading' | 'done' | 'failed' }

const debounce = 200

/**
 * An asynchronous search. It runs at once, and again 200 ms after typing stops. Results that come late, out of order or
 * after unmounting are dropped.
 */
export const useSearch = <Item>(load: (term: string, signal: AbortSignal) => Promise<Found<Item>>, initial = '') => {
  const [term, setTermText] = useState(initial)
  const [found, setFound] = useState<SearchState<Item>>({ state: 'loading', items: [] })
  const loader = useRef(load)
  loader.current = load
  const running = useRef<AbortController>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const run = useCallback(async (requested: string) => {
    clearTimeout(waiting.current)
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setFound(now => ({ ...now, state: 'loading' }))
    try {
      const { items, total } = await loader.current(requested, signal)
      if (!signal.aborted) setFound({ state: 'done', items, total })
    } catch {
      if (!signal.aborted) setFound({ state: 'failed', items: [] })
    }
  }, [])

  useEffect(() => {
    void run(initial)
    return () => {
      clearTimeout(waiting.current)
      running.current?.abort()
    }
  }, [run, initial])

  return {
    term,
    ...found,
    setTerm: (next: string) => {
      setTermText(next)
      setFound(now => ({ ...now, state: 'loading' }))
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => void run(next), debounce)
    },
    clear: () => {
      setTermText('')
      void run('')
    },
    retry: () => void run(term),
  }
}
