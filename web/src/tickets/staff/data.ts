import { countStaffTickets, listStaffTickets, readStaffTicket, type StaffTicket } from '@portico/contract/staff-tickets'
import { queryOptions } from '@tanstack/react-query'
import { call, callPage, callTagged } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import type { QueueSearch } from './queue-search.ts'

/** How many tickets each view has. */
export const queueCounts = queryOptions({
  queryKey: ['staff', 'counts'],
  queryFn: ({ signal }) => call(countStaffTickets, { signal }),
})

/** The pages of a view of the queue. */
export const queue = (search: QueueSearch) =>
  pageQuery(['staff', 'queue', search], (page, signal) =>
    callPage(listStaffTickets, { query: { ...search, ...page }, signal }),
  )

/** A ticket, and the tag that names the state of its properties. */
export type OpenTicket = StaffTicket & { etag: string | null }

/** A ticket with all that the staff work with. */
export const staffTicket = (ticketid: number) =>
  queryOptions({
    queryKey: ['staff', 'ticket', ticketid],
    queryFn: async ({ signal }): Promise<OpenTicket> => {
      const { data, etag } = await callTagged(readStaffTicket, { params: { ticketid }, signal })
      return { ...data, etag }
    },
  })
