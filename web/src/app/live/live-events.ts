import type { LiveEvent } from '@portico/contract/events'
import type { Here } from '../../session/addresses.ts'
import { readEvents } from './event-connection.ts'
import type { ServerEvent } from './event-stream.ts'

/**
 * What has changed; `reset` says that some changes are no longer known, so everything must be read anew, `ended` that the
 * reader may have other permissions now.
 */
export type Change = LiveEvent | { type: 'reset' } | { type: 'ended' }

const changeOf = ({ type, data }: ServerEvent): Change | undefined => {
  if (type === 'reset' || type === 'ended') return { type }
  if (type === 'ready') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/**
 * Follows the changes of a contact as its reader may see them. One tab of the browser reads the stream and tells the others; when it is
 * closed, another takes over where it was. Returns the way to stop.
 */
export const followChanges = (here: Here, webUserId: number, onChange: (change: Change) => void) => {
  const name = `portico-events ${here.company}/${here.contactid}/${webUserId}`
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  let lastId: string | undefined
  const dispatch = (event: ServerEvent) => {
    lastId = event.id ?? lastId
    const change = changeOf(event)
    if (change) onChange(change)
  }
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => dispatch(data)
  const read = () =>
    readEvents(
      here,
      lastId,
      event => {
        channel.postMessage(event)
        dispatch(event)
      },
      stop.signal,
    )
  // Locks exist on secure origins alone; elsewhere each tab reads for itself, and tells nobody.
  if (navigator.locks) navigator.locks.request(name, { signal: stop.signal }, read).catch(() => undefined)
  else void readEvents(here, undefined, dispatch, stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}
