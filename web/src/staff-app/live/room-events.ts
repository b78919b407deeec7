import { type StaffLiveEvent, streamStaffEvents } from '@portico/contract/staff/events'
import { openStream } from '../../api/api.ts'
import type { ServerEvent } from '../../api/event-stream.ts'
import { followEvents } from '../../api/shared-events.ts'
import { presences } from '../../staff/session/presence.ts'

/**
 * What has changed. `ready`: the presences of now follow. `reset`: some changes are no longer known, so everything must be read anew.
 * `ended`: what the reader may see may have changed.
 */
export type RoomChange = StaffLiveEvent | { type: 'ready' | 'reset' | 'ended' }

const changeOf = ({ type, data }: ServerEvent): RoomChange | undefined => {
  if (type === 'ready' || type === 'reset' || type === 'ended') return { type }
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

const presenceEvents = () =>
  presences().map(
    ([ticketId, people]): ServerEvent => ({
      id: undefined,
      type: 'presence',
      data: JSON.stringify({ type: 'presence', ticketId, people: [...people] } satisfies StaffLiveEvent),
    }),
  )

/** Follows what happens to the tickets that an account sees. Returns the way to stop. */
export const followRoom = (accountId: number, onChange: (change: RoomChange) => void) =>
  followEvents({
    name: `portico-staff-events ${accountId}`,
    open: input => openStream(streamStaffEvents, input),
    onEvent: event => {
      const change = changeOf(event)
      if (change) onChange(change)
    },
    retell: presenceEvents,
  })
