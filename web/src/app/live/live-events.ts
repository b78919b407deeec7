import { type LiveEvent, streamEvents } from '@portico/contract/events'
import { openStream } from '../../api/api.ts'
import type { ServerEvent } from '../../api/event-stream.ts'
import { followEvents } from '../../api/shared-events.ts'
import type { Here } from '../../session/addresses.ts'

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

/** Follows the changes of a contact as its reader may see them. Returns the way to stop. */
export const followChanges = (here: Here, webUserId: number, onChange: (change: Change) => void) =>
  followEvents({
    name: `portico-events ${here.company}/${here.contactid}/${webUserId}`,
    open: input => openStream(streamEvents, { params: here, ...input }),
    onEvent: event => {
      const change = changeOf(event)
      if (change) onChange(change)
    },
  })
