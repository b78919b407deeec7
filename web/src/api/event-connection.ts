import { ApiError } from './api.ts'
import { currentConnection, onConnectionChange } from './connection.ts'
import { eventReader, type ServerEvent } from './event-stream.ts'

// The server says something every 15 seconds.
const silenceMax = 40_000
const delayMin = 1000
const delayMax = 30_000

const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** Opens a stream of events; `headers` name the last event that is known. */
export type OpenEvents = (input: {
  headers: Record<string, string>
  signal: AbortSignal
}) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

const readOnce = async (
  open: OpenEvents,
  lastId: string | undefined,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
) => {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceMax)
  }
  try {
    restartTimer()
    const body = await open({
      headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
      signal: AbortSignal.any([signal, silent.signal]),
    })
    const feed = eventReader(onEvent)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      restartTimer()
      feed(piece.value)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits, but no longer than until the portal can be reached again or the page is in front of its reader. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const done = new AbortController()
    const end = () => {
      clearTimeout(timer)
      done.abort()
      stopListening()
      resolve()
    }
    const stopListening = onConnectionChange(() => {
      if (currentConnection().reachable) end()
    })
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { signal: done.signal })
    window.addEventListener('online', end, { signal: done.signal })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') end()
      },
      { signal: done.signal },
    )
  })

const retryDelay = (failures: number, error: unknown) => {
  const requestedDelay = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 0
  const growing = Math.min(delayMin * 2 ** failures, delayMax)
  // Not all browsers at once after the server has been away.
  return Math.max(requestedDelay, growing * (0.75 + Math.random() / 2))
}

/** Given where the server has ended the stream: what the reader may see has changed, or it is restarting. */
const streamEnded: ServerEvent = { id: undefined, type: 'ended', data: '' }

/**
 * Reads the events of a stream until the signal is aborted or the reader may no longer: a lost connection is taken up again
 * where it broke off, after growing delays.
 */
export const readEvents = async (
  open: OpenEvents,
  from: string | undefined,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
) => {
  let lastId = from
  let failures = 0
  while (!signal.aborted) {
    let problem: unknown
    try {
      await readOnce(
        open,
        lastId,
        event => {
          failures = 0
          lastId = event.id ?? lastId
          onEvent(event)
        },
        signal,
      )
      onEvent(streamEnded)
    } catch (error) {
      if (isFinal(error)) return onEvent(streamEnded)
      problem = error
    }
    if (!signal.aborted) await pause(retryDelay(failures++, problem), signal)
  }
}
