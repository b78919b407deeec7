import {
  type StaffBoardEvent,
  type StaffListEvent,
  type StaffLiveEvent,
  streamStaffEvents,
} from '@portico/contract/staff/events'
import type { QueryClient } from '@tanstack/react-query'
import { openStream } from '../../api/api.ts'
import type { ServerEvent } from '../../api/event-stream.ts'
import { followEvents } from '../../api/shared-events.ts'
import { followBoard } from '../../appointments/staff/follow-board.ts'
import { presences } from '../../staff/session/presence.ts'
import { followLists } from './follow-lists.ts'

/**
 * What has changed. `ready`: the presences of now follow. `reset`: some changes are no longer known, so everything must be read anew.
 * `ended`: what the reader may see may have changed.
 */
export type StaffChange =
  | Exclude<StaffLiveEvent, StaffBoardEvent | StaffListEvent>
  | { type: 'ready' | 'reset' | 'ended' }

const changeOf = ({ type, data }: ServerEvent): StaffChange | StaffBoardEvent | StaffListEvent | undefined => {
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

/** Follows what happens to the tickets that an account sees, and keeps its boards of visits and its lists fresh. Returns the way to stop. */
export const followStaffEvents = (accountId: number, client: QueryClient, onChange: (change: StaffChange) => void) => {
  const board = followBoard(client)
  const lists = followLists(client)
  const stop = followEvents({
    name: `portico-staff-events ${accountId}`,
    open: input => openStream(streamStaffEvents, input),
    onEvent: event => {
      const change = changeOf(event)
      if (change?.type === 'board') board.follow(change)
      else if (change?.type === 'list') lists.follow(change)
      else if (change) onChange(change)
    },
    repeated: presenceEvents,
  })
  return () => {
    stop()
    board.stop()
    lists.stop()
  }
}
