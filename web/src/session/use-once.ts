import { useCallback, useRef } from 'react'

/** A key for writes that may be repeated: 128 random bits, also where the page is not served over HTTPS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-')

/** What was sent, as JSON, and under which key. */
export type Attempt = { body: string; key: string }

/** Gives the same attempt for the same body until another body comes, so that a repeated attempt is the same write. */
export const useOnce = (before?: Attempt) => {
  const last = useRef<Attempt>(before ?? { body: '', key: '' })
  return useCallback((body: unknown) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newKey() }
    return last.current
  }, [])
}
