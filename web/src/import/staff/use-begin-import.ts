import type { ImportKind, ImportRun } from '@portico/contract/staff/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshImport, sendFirstFile, sendFurtherFile } from './data.ts'

const TABLE = /\.(?:csv|txt|tsv|tab|jsonl|ndjson|json)$/i
const WORKBOOK = /\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/i
/** The server takes a few at a time of a session. */
const AT_ONCE = 3

/** What is on its way: the first file, or how many of the others have been sent. */
export type Sending = { name: string; share: number } | { done: number; all: number }

/** Sends further files of an import, a few at a time; returns the names of those that were not taken. */
export const sendFurther = async (
  importid: number,
  files: readonly File[],
  { onDone, signal }: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<string[]> => {
  const waiting = [...files]
  const failed: string[] = []
  let done = 0
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        await sendFurtherFile(importid, file, { signal })
      } catch (error) {
        if (signal.aborted) throw error
        failed.push(file.name)
      }
      done += 1
      onDone(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

/** Sends the files of a new import: the table first, then what its rows name. */
export const useBeginImport = (onBegun: (run: ImportRun, failed: string[]) => void) => {
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<{ name: string; error: unknown } | { name: string; isWorkbook: true }>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (
    files: readonly File[],
    { kind, portalId }: { kind: ImportKind | undefined; portalId: number },
  ) => {
    const first = files.find(({ name }) => TABLE.test(name)) ?? files[0]
    if (!first) return
    setFailure(undefined)
    if (WORKBOOK.test(first.name)) return setFailure({ name: first.name, isWorkbook: true })
    controller.current = new AbortController()
    const { signal } = controller.current
    setSending({ name: first.name, share: 0 })
    try {
      const run = await sendFirstFile(client, first, {
        kind,
        portalId,
        signal,
        onProgress: share => setSending({ name: first.name, share }),
      })
      const others = files.filter(file => file !== first)
      let failed: string[] = []
      if (others.length > 0) {
        setSending({ done: 0, all: others.length })
        failed = await sendFurther(run.id, others, {
          signal,
          onDone: done => setSending({ done, all: others.length }),
        })
        await refreshImport(client, run.id)
      }
      onBegun(run, failed)
    } catch (error) {
      if (!signal.aborted) setFailure({ name: first.name, error })
    } finally {
      setSending(undefined)
    }
  }
  return { sending, failure, send }
}
