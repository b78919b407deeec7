import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for a while; `delay` in milliseconds. */
export const useDebounced = <Value>(value: Value, delay: number) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
