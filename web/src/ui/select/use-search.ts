import { useCallback, useEffect, useRef, useState } from 'react'

/** What a search finds: the first of what there is, and how many there are where that is known. */
export type Found<Item> = { items: readonly Item[]; total?: number | undefined }

/** How a search fares. `items` are the last answer, kept while the next one is on its way. */
export type SearchState<Item> = Found<Item> & { state: 'loading' | 'done' | 'failed' }

const debounce = 200

/**
 * A search answered elsewhere: it runs at once, and again 200 ms after typing stops (spec 9). Answers that come late,
 * out of order or after the end are dropped.
 */
export const useSearch = <Item>(load: (term: string, signal: AbortSignal) => Promise<Found<Item>>, initial = '') => {
  const [term, setTermText] = useState(initial)
  const [found, setFound] = useState<SearchState<Item>>({ state: 'loading', items: [] })
  const loader = useRef(load)
  loader.current = load
  const running = useRef<AbortController>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const run = useCallback(async (wanted: string) => {
    clearTimeout(waiting.current)
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setFound(now => ({ ...now, state: 'loading' }))
    try {
      const { items, total } = await loader.current(wanted, signal)
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
