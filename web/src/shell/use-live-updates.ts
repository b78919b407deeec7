import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvent } from '../tickets/data.ts'
import { followChanges } from './live-events.ts'
import { useHere } from './use-here.ts'

/** Keeps what is on the screen as it is on the server, without a reload (decisions 4). */
export const useLiveUpdates = () => {
  const queryClient = useQueryClient()
  const { company, contactid } = useHere()
  useEffect(() => {
    const here = { company, contactid }
    return followChanges(here, change => {
      if (change.type === 'reset') void queryClient.invalidateQueries()
      else followEvent(queryClient, here, change)
    })
  }, [company, contactid, queryClient])
}
