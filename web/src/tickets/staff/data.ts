import { bulkTicketsMax, changeStaffTickets } from '@portico/contract/staff/ticket-actions'
import {
  countStaffTickets,
  listStaffTickets,
  readStaffChoices,
  readStaffTicket,
  type StaffTicket,
  searchStaffAssets,
  searchStaffContacts,
} from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callPage, callTagged, failureCode, type ReplyOf } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import { refreshQueue } from './follow-tickets.ts'
import { type QueueSearch, queueQuery } from './queue-search.ts'

/** How many tickets each view, group and portal has, and how many of a view are late. */
export const queueCounts = queryOptions({
  queryKey: ['staff', 'counts'],
  queryFn: ({ signal }) => call(countStaffTickets, { signal }),
})

/** The pages of what the queue's address asks for. */
export const queue = (search: QueueSearch) => {
  const query = queueQuery(search)
  return pageQuery(['staff', 'queue', query], (page, signal) =>
    callPage(listStaffTickets, { query: { ...query, ...page }, signal }),
  )
}

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

/** What the staff choose from. */
export const choices = queryOptions({
  queryKey: ['staff', 'choices'],
  queryFn: ({ signal }) => call(readStaffChoices, { signal }),
  staleTime: 5 * 60_000,
})

/** The customers whose name contains a text, with their people. */
export const findContacts = (q: string, signal: AbortSignal) =>
  call(searchStaffContacts, { query: { q: q.trim() || undefined }, signal })

/** The assets of a customer whose folder or name contains a text. */
export const findAssets = (contactid: number, q: string, signal: AbortSignal) =>
  call(searchStaffAssets, { params: { contactid }, query: { q: q.trim() || undefined }, signal })

/** What is changed of several tickets at once. */
export type QueueChange = CallInput<typeof changeStaffTickets>['body']['change']

/** What became of one of the tickets: `error` is the code of the failure. */
export type QueueChangeResult = ReplyOf<typeof changeStaffTickets>['results'][number]

const changePart = async (ticketIds: number[], change: QueueChange): Promise<QueueChangeResult[]> => {
  try {
    return (await call(changeStaffTickets, { body: { ticketIds, change } })).results
  } catch (error) {
    // Those before it are changed: what failed is shown ticket by ticket.
    return ticketIds.map(ticketId => ({ ticketId, changed: false, error: failureCode(error) }))
  }
}

/** Changes tickets, each by itself, and says of each what became of it. */
export const changeTickets = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ ids, change }: { ids: readonly number[]; change: QueueChange }) => {
      const results: QueueChangeResult[] = []
      for (let from = 0; from < ids.length; from += bulkTicketsMax)
        results.push(...(await changePart(ids.slice(from, from + bulkTicketsMax), change)))
      return results
    },
    onSettled: (_results, _error, { ids }) => {
      for (const id of ids) void client.invalidateQueries({ queryKey: staffTicket(id).queryKey })
      return refreshQueue(client, new Set(ids))
    },
  })
