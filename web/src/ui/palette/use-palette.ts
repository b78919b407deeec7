import { type RefObject, useCallback, useRef, useState } from 'react'

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcut of a palette: for `aria-keyshortcuts`, and as it is written on a button. */
export const paletteShortcut = onMac ? { name: 'Meta+K', written: '⌘K' } : { name: 'Control+K', written: 'Ctrl K' }

/** Whether keys that are pressed are the shortcut of a palette. */
export const isPaletteShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (onMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey

/** Whether a palette is open, and what was typed before it was loaded: see EarlyKeys. */
export const usePalette = (): { isOpen: boolean; open: () => void; close: () => void; typed: RefObject<string> } => {
  const [isOpen, setOpen] = useState(false)
  const typed = useRef('')
  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => {
    typed.current = ''
    setOpen(false)
  }, [])
  return { isOpen, open, close, typed }
}
