import type { DocumentPurpose } from '@portico/contract/sections'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshLists } from '../../list/refresh-lists.ts'
import type { Here } from '../../session/addresses.ts'
import { currentUser } from '../../session/data.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { followEvent, followReads } from '../../tickets/data.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { liveRecords } from '../sections/sections.ts'
import type { Change } from './live-events.ts'

const refreshRecords = (client: QueryClient, here: Here, purpose: DocumentPurpose) => {
  for (const records of liveRecords) {
    if (records.purpose !== purpose) continue
    const queryKey = [records.queryKey, here]
    if ('changesRows' in records) void client.invalidateQueries({ queryKey })
    else refreshLists(client, queryKey)
  }
}

/** Updates what is on the screen when it changes on the server, without a reload. */
export const useLiveUpdates = () => {
  const queryClient = useQueryClient()
  const { company, contactid } = useHere()
  const { id } = useEntered().me
  useEffect(() => {
    const here = { company, contactid }
    const apply = (change: Change) => {
      if (change.type === 'reset') void queryClient.invalidateQueries()
      else if (change.type === 'ended') void queryClient.prefetchQuery({ ...currentUser, staleTime: 0 })
      else if (change.type === 'document.created') refreshRecords(queryClient, here, change.purpose)
      else followEvent(queryClient, here, change)
    }
    let isOver = false
    let stop = () => {}
    // A stream gives what has happened in the last minute too, so nothing is lost until its code is there.
    void loadPart(() => import('./live-events.ts')).then(({ followChanges }) => {
      if (!isOver) stop = followChanges(here, id, apply)
    })
    const stopReads = followReads(queryClient, here)
    return () => {
      isOver = true
      stop()
      stopReads()
    }
  }, [company, contactid, id, queryClient])
}
