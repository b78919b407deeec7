import type { TicketEvent } from '@portico/contract/events'
import {
  type Comment,
  listAllTickets,
  listColleagues,
  listTickets,
  readTicket,
  type Ticket,
} from '@portico/contract/tickets'
import { keepPreviousData, type Mutation, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import { refreshLists } from '../list/refresh-lists.ts'
import type { Here } from '../session/addresses.ts'
import type { TicketQuery } from './ticket-filter.ts'

/** The user's own tickets, or all of the contact. */
export type TicketScope = 'mine' | 'all'

const searchLimit = 5

const ticketPage = (here: Here, scope: TicketScope, { webUserIds, ...query }: TicketQuery, signal: AbortSignal) =>
  scope === 'all'
    ? callPage(listAllTickets, { params: here, query: { ...query, webUserIds }, signal })
    : callPage(listTickets, { params: here, query, signal })

/** The pages of a ticket list; the first has the total. */
export const ticketList = (here: Here, scope: TicketScope, query: TicketQuery) =>
  pageQuery(['tickets', here, scope, query], (page, signal) => ticketPage(here, scope, { ...query, ...page }, signal))

/** The first few tickets with a text in number, title or conversation; the newest for an empty text. */
export const ticketSearch = (here: Here, scope: TicketScope, q: string) =>
  queryOptions({
    queryKey: ['tickets', here, scope, 'search', q],
    queryFn: ({ signal }) =>
      ticketPage(here, scope, { q: q || undefined, status: 'all', limit: searchLimit, count: '1' }, signal),
    placeholderData: keepPreviousData,
  })

export const ticket = (here: Here, ticketid: number) =>
  queryOptions({
    queryKey: ['ticket', here, ticketid],
    queryFn: ({ signal }) => call(readTicket, { params: { ...here, ticketid }, signal }),
  })

export const colleagues = (contactid: number) =>
  queryOptions({
    queryKey: ['colleagues', contactid],
    queryFn: ({ signal }) => call(listColleagues, { params: { contactid }, signal }),
    staleTime: 5 * 60_000,
  })

/** A write and its idempotency key. */
export type Once<Body> = { body: Body; key: string }

/** Stores a ticket that a write has answered, and refreshes the lists. */
export const cacheTicket = (client: QueryClient, here: Here, changed: Ticket) => {
  client.setQueryData(ticket(here, changed.id).queryKey, changed)
  refreshLists(client, ['tickets', here], changed.id)
}

export const sendingKey = (here: Here, ticketid: number) => ['sendComment', here, ticketid]

/** A message that is being sent: what the conversation shows until the server has it. `key` is its idempotency key. */
export type Outgoing = {
  key: string
  message: string
  /** The message as the conversation shows it; `message` is plain text where the portal has the plain editor. */
  html: string
  cc: string
  attachments: Comment['attachments']
}

type SendingMutation = Mutation<Comment, Error, Outgoing>

/** The mutations of the messages that this page is sending or failed to send, and of the last one that it has sent. */
export const findSendings = (client: QueryClient, here: Here, ticketid: number) =>
  client.getMutationCache().findAll({ mutationKey: sendingKey(here, ticketid) }) as SendingMutation[]

/** Refetches a ticket and its lists after an event, except for a message of this page, whose mutation refetches them itself. */
export const followEvent = (client: QueryClient, here: Here, { ticketId, commentId }: TicketEvent) => {
  const sent = findSendings(client, here, ticketId)
  if (commentId !== undefined && sent.some(({ state }) => state.data?.id === commentId)) return
  if (client.isMutating({ mutationKey: sendingKey(here, ticketId) })) return
  refreshLists(client, ['tickets', here], ticketId)
  void client.invalidateQueries({ queryKey: ticket(here, ticketId).queryKey })
}

/** How many of the user's tickets are open or pending. */
export const openTickets = (here: Here) =>
  queryOptions({
    queryKey: ['tickets', here, 'open'],
    queryFn: async ({ signal }) => {
      const query = { status: 'open', limit: 1, count: '1' } as const
      return (await callPage(listTickets, { params: here, query, signal })).total ?? 0
    },
  })

/** How many tickets there are, closed ones included. */
export const anyTickets = (here: Here, scope: TicketScope) =>
  queryOptions({
    queryKey: ['tickets', here, scope, 'any'],
    queryFn: async ({ signal }) =>
      (await ticketPage(here, scope, { status: 'all', limit: 1, count: '1' }, signal)).total ?? 0,
  })

/** How many of the user's tickets, closed ones included, have unread messages. */
export const unreadTickets = (here: Here) =>
  queryOptions({
    queryKey: ['tickets', here, 'unread'],
    queryFn: async ({ signal }) => {
      const query = { unread: '1', limit: 1, count: '1' } as const
      return (await callPage(listTickets, { params: here, query, signal })).total ?? 0
    },
  })

/** The name of the channel on which tabs say which ticket was read. */
export const readChannel = ({ company, contactid }: Here) => `portico-reads ${company}/${contactid}`

/** Refreshes tickets that are read in other tabs. Returns a function that stops it. */
export const followReads = (client: QueryClient, here: Here) => {
  const channel = new BroadcastChannel(readChannel(here))
  channel.onmessage = ({ data: ticketid }: MessageEvent<number>) => {
    refreshLists(client, ['tickets', here], ticketid)
    void client.invalidateQueries({ queryKey: ticket(here, ticketid).queryKey })
  }
  return () => channel.close()
}
