import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countInTab } from '../../session/page-title.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { unreadTickets } from '../../tickets/data.ts'

/** How many of the reader's tickets have something new. Live events of tickets renew it. */
export const useUnread = () => {
  const here = useHere()
  const { manageTickets } = useEntered().contact
  return useQuery({ ...unreadTickets(here), enabled: manageTickets }).data ?? 0
}

/** Says it in the tab's title, for who is elsewhere. */
export const useUnreadInTab = () => {
  const unread = useUnread()
  useEffect(() => {
    countInTab(unread)
    return () => countInTab(0)
  }, [unread])
}
