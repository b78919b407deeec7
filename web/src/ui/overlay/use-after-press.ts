import { useCallback, useEffect, useRef } from 'react'

/** Gives a function that does something at once, or, while a pointer is held down, when it has been let go and clicked. */
export const useAfterPress = () => {
  const held = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const press = () => {
      held.current = true
    }
    const release = () => {
      held.current = false
      // The click comes after the release.
      setTimeout(() => {
        waiting.current?.()
        waiting.current = null
      })
    }
    const options = { capture: true }
    document.addEventListener('pointerdown', press, options)
    document.addEventListener('pointerup', release, options)
    document.addEventListener('pointercancel', release, options)
    return () => {
      document.removeEventListener('pointerdown', press, options)
      document.removeEventListener('pointerup', release, options)
      document.removeEventListener('pointercancel', release, options)
    }
  }, [])
  return useCallback((act: () => void) => {
    if (held.current) waiting.current = act
    else act()
  }, [])
}
