import type { DocumentPurpose } from '@portico/contract/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '../auth/data.ts'
import { followEvent } from '../tickets/data.ts'
import { followChanges } from './live-events.ts'
import { useEntered, useHere } from './use-here.ts'

/** The first word of the keys under which a section's queries are kept. */
const sectionOf: Record<DocumentPurpose, string> = {
  invoice: 'invoices',
  estimate: 'estimates',
  report: 'reports',
  contract: 'contracts',
  wiki: 'wiki',
  document: 'documents',
  subscription: 'subscriptions',
}

/** Keeps what is on the screen as it is on the server, without a reload (decisions 4). */
export const useLiveUpdates = () => {
  const queryClient = useQueryClient()
  const { company, contactid } = useHere()
  const { id } = useEntered().me
  useEffect(() => {
    const here = { company, contactid }
    return followChanges(here, id, change => {
      if (change.type === 'reset') void queryClient.invalidateQueries()
      else if (change.type === 'ended') void queryClient.prefetchQuery({ ...currentUser, staleTime: 0 })
      else if (change.type === 'document.created')
        void queryClient.invalidateQueries({ queryKey: [sectionOf[change.purpose], here] })
      else followEvent(queryClient, here, change)
    })
  }, [company, contactid, id, queryClient])
}
