import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that runs an action at once, or, while a pointer is down, after its release and click. */
export const useAfterPress = () => {
  const isDown = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const press = () => {
      isDown.current = true
    }
    const release = () => {
      isDown.current = false
      // `click` is dispatched after `pointerup`.
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
    if (isDown.current) waiting.current = act
    else act()
  }, [])
}
