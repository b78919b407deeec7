import { useCallback, useEffect, useRef, useState } from 'react'

// A pause for thought still counts as writing.
const pause = 20_000

/** Whether somebody types, or did so a moment ago; `typed` is to be called for each key. */
export const useTyping = () => {
  const [isTyping, setIsTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stopped = useCallback(() => {
    clearTimeout(timer.current)
    setIsTyping(false)
  }, [])
  const typed = useCallback(() => {
    setIsTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(stopped, pause)
  }, [stopped])
  return { isTyping, typed, stopped }
}
