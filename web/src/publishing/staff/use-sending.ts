import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureCode } from '../../api/api.ts'
import { sendFile } from './data.ts'

/** A file on its way: `share` of it has been sent, 0 to 1; the server reads it when all has been. */
export type Sending = {
  id: number
  name: string
  state: 'queued' | 'sending' | 'failed'
  share: number
  error?: unknown
}

/** The server reads one file of a company at a time, so that more at once would only wait there. */
const AT_ONCE = 3

/** Sends files one by one, a few at a time, each with its progress; failed ones can be tried again. */
export const useSending = () => {
  const client = useQueryClient()
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const [done, setDone] = useState(0)
  const files = useRef(new Map<number, File>())
  const running = useRef(new Map<number, AbortController>())
  const waiting = useRef<number[]>([])
  const last = useRef(0)

  const change = (id: number, to: Partial<Sending>) =>
    setSendings(now => now.map(one => (one.id === id ? { ...one, ...to } : one)))
  const forget = (id: number) => {
    files.current.delete(id)
    setSendings(now => now.filter(one => one.id !== id))
  }

  const start = async (id: number) => {
    const file = files.current.get(id)
    if (!file) return
    const controller = new AbortController()
    running.current.set(id, controller)
    change(id, { state: 'sending', share: 0 })
    let shown = 0
    try {
      await sendFile(client, file, {
        signal: controller.signal,
        onProgress: share => {
          // A hundred steps are enough to be seen.
          if (share - shown < 0.01 && share < 1) return
          shown = share
          change(id, { share })
        },
      })
      setDone(now => now + 1)
      forget(id)
    } catch (error) {
      if (controller.signal.aborted) forget(id)
      else change(id, { state: 'failed', error })
      // Everything else would fail in the same way.
      if (failureCode(error) === 'unauthenticated') waiting.current = []
    } finally {
      running.current.delete(id)
      startNext()
    }
  }
  const startNext = () => {
    while (running.current.size < AT_ONCE) {
      const id = waiting.current.shift()
      if (id === undefined) return
      void start(id)
    }
  }

  useEffect(() => {
    const { current } = running
    return () => {
      waiting.current = []
      for (const controller of current.values()) controller.abort()
    }
  }, [])

  return {
    sendings,
    /** How many have arrived since the last time that none was on its way. */
    done,
    add: (chosen: readonly File[]) => {
      const added = chosen.map(file => {
        last.current += 1
        files.current.set(last.current, file)
        waiting.current.push(last.current)
        return { id: last.current, name: file.name, state: 'queued' as const, share: 0 }
      })
      if (running.current.size === 0) setDone(0)
      setSendings(now => [...now, ...added])
      startNext()
    },
    retry: (id: number) => {
      change(id, { state: 'queued' })
      waiting.current.push(id)
      startNext()
    },
    cancel: (id: number) => {
      waiting.current = waiting.current.filter(one => one !== id)
      const controller = running.current.get(id)
      if (controller) controller.abort()
      else forget(id)
    },
  }
}
