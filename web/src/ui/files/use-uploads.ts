import { useEffect, useRef, useState } from 'react'

/** The reply to an upload. */
type Uploaded = { id: number; url: string }

/** Uploads a file. `onProgress` gets the share that was sent, 0 to 1. */
export type UploadTransport = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<Uploaded>

/** Why an upload failed, as a sentence for the reader, and whether a retry may help. */
export type UploadFailure = { error: string; mayRetry: boolean }

/** One file of a message and the state of its upload. */
export type Upload = { key: number; file: File; share: number } & (
  | { state: 'sending' }
  | { state: 'done'; sent: Uploaded }
  | ({ state: 'failed' } & UploadFailure)
)

/** Options of useUploads. Limits are checked before anything is sent; the texts say which files were rejected and why. */
export type UploadRules = {
  upload: UploadTransport
  maxBytes: number
  maxFiles?: number
  texts: {
    tooLarge: (name: string) => string
    tooMany: (max: number) => string
    empty: (name: string) => string
    failed: (error: unknown, file: File) => UploadFailure
  }
}

type StoredUpload =
  | Exclude<Upload, { state: 'failed' }>
  | (Omit<Upload, 'state' | 'error' | 'mayRetry'> & { state: 'failed'; cause: unknown })
type Problem = (texts: UploadRules['texts']) => string

/** The uploads of one form. */
export type Uploads = {
  files: readonly Upload[]
  ids: readonly number[]
  isBusy: boolean
  hasFailed: boolean
  problems: readonly string[]
  add: (files: Iterable<File>) => Promise<(Uploaded & { file: File })[]>
  remove: (key: number) => void
  retry: (key: number) => void
  reset: () => void
}

/** Sends the files that a form collects, at most `maxFiles` of `maxBytes` bytes each, and keeps those that failed for a retry. */
export const useUploads = ({ upload, maxBytes, maxFiles = 10, texts }: UploadRules): Uploads => {
  // Causes are stored, not texts, because the reader may change the language.
  const [uploads, setUploads] = useState<readonly StoredUpload[]>([])
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const count = useRef(0)
  const nextKey = useRef(1)
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const files = uploads.map(one => (one.state === 'failed' ? { ...one, ...texts.failed(one.cause, one.file) } : one))

  const update = (key: number, change: (upload: StoredUpload) => StoredUpload) =>
    setUploads(now => now.map(one => (one.key === key ? change(one) : one)))

  const send = async (key: number, file: File): Promise<Uploaded | null> => {
    const controller = new AbortController()
    running.current.set(key, controller)
    try {
      const sent = await upload(file, {
        onProgress: share => update(key, one => (one.state === 'sending' ? { ...one, share } : one)),
        signal: controller.signal,
      })
      update(key, one => ({ key: one.key, file, share: 1, state: 'done', sent }))
      return sent
    } catch (error) {
      if (!controller.signal.aborted)
        update(key, one => ({ key: one.key, file, share: 0, state: 'failed', cause: error }))
      return null
    } finally {
      if (running.current.get(key) === controller) running.current.delete(key)
    }
  }

  const add: Uploads['add'] = async chosen => {
    const wrong: Problem[] = []
    const right: StoredUpload[] = []
    for (const file of chosen) {
      if (file.size === 0) wrong.push(now => now.empty(file.name))
      else if (file.size > maxBytes) wrong.push(now => now.tooLarge(file.name))
      else if (count.current >= maxFiles) {
        wrong.push(now => now.tooMany(maxFiles))
        break
      } else {
        count.current += 1
        right.push({ key: nextKey.current++, file, share: 0, state: 'sending' })
      }
    }
    setProblems(wrong)
    setUploads(now => [...now, ...right])
    const answers = await Promise.all(right.map(async ({ key, file }) => ({ file, sent: await send(key, file) })))
    return answers.flatMap(({ file, sent }) => (sent ? [{ ...sent, file }] : []))
  }

  return {
    files,
    ids: files.flatMap(one => (one.state === 'done' ? [one.sent.id] : [])),
    isBusy: files.some(one => one.state === 'sending'),
    hasFailed: files.some(one => one.state === 'failed'),
    problems: problems.map(say => say(texts)),
    add,
    remove: key => {
      running.current.get(key)?.abort()
      count.current -= files.some(one => one.key === key) ? 1 : 0
      setUploads(now => now.filter(one => one.key !== key))
      setProblems([])
    },
    retry: key => {
      const file = files.find(one => one.key === key)?.file
      if (!file) return
      update(key, () => ({ key, file, share: 0, state: 'sending' }))
      void send(key, file)
    },
    reset: () => {
      for (const controller of running.current.values()) controller.abort()
      count.current = 0
      setUploads([])
      setProblems([])
    },
  }
}
