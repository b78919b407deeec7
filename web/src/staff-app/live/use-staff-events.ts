import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { staffMe } from '../../staff/session/data.ts'
import { clearPresence, setPresence } from '../../staff/session/presence.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { queueCounts } from '../../tickets/staff/data.ts'
import { followTickets } from '../../tickets/staff/follow-tickets.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import type { StaffChange } from './staff-events.ts'

/** Updates what is on the screen when it changes on the server, without a reload; anew whenever the reader has returned. */
export const useStaffEvents = (returns: number) => {
  const queryClient = useQueryClient()
  const { id } = useMe()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream has ended with the session, and begins when its reader is back
  useEffect(() => {
    const tickets = followTickets(queryClient)
    const apply = (change: StaffChange) => {
      if (change.type === 'ticket') tickets.follow(change)
      else if (change.type === 'mail') {
        void queryClient.invalidateQueries({ queryKey: ['staff', 'mail', 'list'] })
        void queryClient.invalidateQueries({ queryKey: ['staff', 'mail', 'one'], refetchType: 'none' })
        void queryClient.invalidateQueries({ queryKey: queueCounts.queryKey })
      } else if (change.type === 'presence') setPresence(change.ticketId, change.people)
      else if (change.type === 'ended') void queryClient.prefetchQuery({ ...staffMe, staleTime: 0 })
      else clearPresence()
      if (change.type === 'reset') void queryClient.invalidateQueries()
    }
    let isOver = false
    let stop = () => {}
    // A stream gives what has happened in the last minute too, so nothing is lost until its code is there.
    void loadPart(() => import('./staff-events.ts')).then(({ followStaffEvents }) => {
      if (!isOver) stop = followStaffEvents(id, queryClient, apply)
    })
    return () => {
      isOver = true
      stop()
      tickets.stop()
      clearPresence()
    }
  }, [id, queryClient, returns])
}
