import { type OpenEvents, readEvents } from './event-connection.ts'
import type { ServerEvent } from './event-stream.ts'

/** What a tab sends to the others: an event of the stream, or that it has just begun to listen. */
type Message = ServerEvent | 'begun'

type SharedEvents = {
  /** Names the stream among the tabs of the browser. */
  name: string
  open: OpenEvents
  onEvent: (event: ServerEvent) => void
  /** The events that a tab needs that begins to listen later. */
  repeated?: () => readonly ServerEvent[]
}

/**
 * Follows a stream of events. One tab of the browser reads it and passes it to the others; when it is closed, another takes over where it was.
 * Returns the way to stop.
 */
export const followEvents = ({ name, open, onEvent, repeated }: SharedEvents) => {
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  let lastId: string | undefined
  let reads = false
  const dispatch = (event: ServerEvent) => {
    lastId = event.id ?? lastId
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data !== 'begun') return dispatch(data)
    if (reads) for (const event of repeated?.() ?? []) channel.postMessage(event)
  }
  const read = () => {
    reads = true
    return readEvents(
      open,
      lastId,
      event => {
        channel.postMessage(event)
        dispatch(event)
      },
      stop.signal,
    )
  }
  // Locks exist on secure origins alone; elsewhere each tab reads for itself and passes nothing on.
  if (navigator.locks) {
    if (repeated) channel.postMessage('begun')
    navigator.locks.request(name, { signal: stop.signal }, read).catch(() => undefined)
  } else void readEvents(open, undefined, dispatch, stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}
