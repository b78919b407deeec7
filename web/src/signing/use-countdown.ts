import { useEffect, useState } from 'react'

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Seconds until an instant in epoch milliseconds, at least 0. */
export const useCountdown = (moment: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))
  useEffect(() => {
    setSeconds(secondsUntil(moment))
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

/** Formats seconds: `4 min 12 s`. */
export const spell = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
