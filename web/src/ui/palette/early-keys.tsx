import { type RefObject, useLayoutEffect } from 'react'

const textAfter = (text: string, key: string) => {
  if (key === 'Backspace') return text.slice(0, -1)
  if (key === 'Enter') return `${text}\n`
  return key.length === 1 ? text + key : undefined
}

type EarlyKeysProps = { typed: RefObject<string>; onEscape: () => void }

/** Collects in `typed` what is typed until the palette is loaded. Enter is a line break. */
export const EarlyKeys = ({ typed, onEscape }: EarlyKeysProps) => {
  useLayoutEffect(() => {
    const collect = (event: KeyboardEvent) => {
      // Ctrl+Alt is AltGr, which types characters.
      if (event.metaKey || (event.ctrlKey && !event.altKey)) return
      const text = textAfter(typed.current, event.key)
      if (event.key === 'Escape') onEscape()
      else if (text === undefined) return
      else typed.current = text
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', collect, true)
    return () => document.removeEventListener('keydown', collect, true)
  }, [typed, onEscape])
  return null
}
