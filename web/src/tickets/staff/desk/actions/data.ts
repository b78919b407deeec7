import {
  copyStaffTicket,
  linkStaffTicket,
  mergeStaffTicket,
  unlinkStaffTicket,
} from '@portico/contract/staff/ticket-actions'
import { listStaffTickets } from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type CallInput, call, callPage } from '../../../../api/api.ts'
import { refreshLists } from '../../../../list/refresh-lists.ts'
import { queueCounts, staffTicket } from '../../data.ts'

const foundMost = 20

/** Tickets that a text finds, of one customer or of all; the newest where nothing is typed. */
export const findTickets = (q: string, contact: number | undefined, signal: AbortSignal) =>
  callPage(listStaffTickets, {
    query: { view: 'all', q: q || undefined, contact, limit: foundMost, count: '1' },
    signal,
  })

const refresh = (client: QueryClient, ...ids: number[]) => {
  for (const id of ids) void client.invalidateQueries({ queryKey: staffTicket(id).queryKey })
  refreshLists(client, ['staff', 'queue'])
  void client.invalidateQueries({ queryKey: queueCounts.queryKey })
}

/** Merges a ticket into another one, and closes it. */
export const mergeTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ into, key }: { into: number; key: string }) =>
      call(mergeStaffTicket, { params: { ticketid }, body: { into }, idempotencyKey: key }),
    onSettled: (_merged, _error, { into }) => refresh(client, ticketid, into),
  })

/** Links a ticket with another one. */
export const linkTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: (ticketId: number) => call(linkStaffTicket, { params: { ticketid }, body: { ticketId } }),
    onSuccess: (_, ticketId) => refresh(client, ticketid, ticketId),
  })

/** Removes a link that staff have made. */
export const unlinkTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: (otherid: number) => call(unlinkStaffTicket, { params: { ticketid, otherid } }),
    onSuccess: (_, otherid) => refresh(client, ticketid, otherid),
  })

/** What is copied to another customer. */
export type CopyBody = CallInput<typeof copyStaffTicket>['body']

/** Raises a ticket for another customer with parts of this one. */
export const copyTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: CopyBody; key: string }) =>
      call(copyStaffTicket, { params: { ticketid }, body, idempotencyKey: key }),
    onSuccess: ({ id }) => refresh(client, ticketid, id),
  })
