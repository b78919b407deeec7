import type { TicketEvent } from '@portico/contract/events'
import {
  type Comment,
  closeTicket,
  createComment,
  createTicket,
  listAllTickets,
  listColleagues,
  listTickets,
  listTicketTypes,
  markTicketRead,
  readTicket,
  type Ticket,
} from '@portico/contract/tickets'
import { keepPreviousData, type Mutation, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callPage, failureCode } from '../api/api.ts'
import { outage } from '../api/connection.ts'
import { pageQuery } from '../list/page-query.ts'
import { refreshLists } from '../list/refresh-lists.ts'
import type { Here } from '../session/addresses.ts'
import type { UnsentReplies } from './draft.ts'
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

export const ticketTypes = (company: string) =>
  queryOptions({
    queryKey: ['ticketTypes', company],
    queryFn: ({ signal }) => call(listTicketTypes, { params: { company }, signal }),
    staleTime: 5 * 60_000,
  })

export const colleagues = (contactid: number) =>
  queryOptions({
    queryKey: ['colleagues', contactid],
    queryFn: ({ signal }) => call(listColleagues, { params: { contactid }, signal }),
    staleTime: 5 * 60_000,
  })

const cacheTicket = (client: QueryClient, here: Here, changed: Ticket) => {
  client.setQueryData(ticket(here, changed.id).queryKey, changed)
  refreshLists(client, ['tickets', here], changed.id)
}

/** A write and its idempotency key. */
type Once<Body> = { body: Body; key: string }

export const raiseTicket = (client: QueryClient, here: Here) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof createTicket>['body']>) =>
      call(createTicket, { params: here, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: raised => cacheTicket(client, here, raised),
  })

export const endTicket = (client: QueryClient, here: Here, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof closeTicket>['body']>) =>
      call(closeTicket, { params: { ...here, ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: closed => cacheTicket(client, here, closed),
  })

/** A message that is being sent: what the conversation shows until the server has it. `key` is its idempotency key. */
export type Outgoing = {
  key: string
  message: string
  /** The message as the conversation shows it; `message` is plain text where the portal has the plain editor. */
  html: string
  cc: string
  attachments: Comment['attachments']
}

export const sendingKey = (here: Here, ticketid: number) => ['sendComment', here, ticketid]

// The comment is in the conversation a moment before the mutation counts as successful: the message must not show twice.
const delivered = new WeakSet<Outgoing>()
export const isDelivered = (outgoing: Outgoing) => delivered.has(outgoing)

type SendingMutation = Mutation<Comment, Error, Outgoing>

/** The mutations of the messages that this page is sending or failed to send, and of the last one that it has sent. */
export const findSendings = (client: QueryClient, here: Here, ticketid: number) =>
  client.getMutationCache().findAll({ mutationKey: sendingKey(here, ticketid) }) as SendingMutation[]

// `gcTime` keeps every mutation, since a failed message must not disappear. A sent one is needed until the event of its
// comment has come, and the next message ends it.
const removeSent = (client: QueryClient, here: Here, ticketid: number) => {
  for (const sending of findSendings(client, here, ticketid))
    if (sending.state.status === 'success') client.getMutationCache().remove(sending)
}

// With the same idempotency key: if the first attempt did arrive, there is still one message.
const sendAfterOutage = async (client: QueryClient, here: Here, ticketid: number, key: string) => {
  if (!(await outage())) return
  const failed = findSendings(client, here, ticketid).find(
    ({ state: { status, variables } }) => status === 'error' && variables?.key === key,
  )
  if (failed?.state.variables) await failed.execute(failed.state.variables).catch(() => undefined)
}

/**
 * Sends a message, after those that were sent before it. It stays in `unsent` until the server has it; after a network
 * failure it is sent again as soon as the portal answers.
 */
export const sendComment = (client: QueryClient, here: Here, ticketid: number, unsent: UnsentReplies) =>
  mutationOptions({
    mutationKey: sendingKey(here, ticketid),
    scope: { id: sendingKey(here, ticketid).join() },
    mutationFn: ({ key, message, cc, attachments }: Outgoing) =>
      call(createComment, {
        params: here,
        body: {
          taskId: ticketid,
          message,
          commentType: 0,
          ticketEmailReply_CCList: cc || null,
          attachments: attachments.map(({ id }) => id),
        },
        idempotencyKey: key,
      }),
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
    onMutate: ({ key, html, cc, attachments }) => unsent.keep({ key, message: html, cc, files: attachments }),
    onError: (error, { key }) => {
      if (failureCode(error) === 'network') void sendAfterOutage(client, here, ticketid, key)
    },
    onSuccess: (comment, outgoing) => {
      unsent.drop(outgoing.key)
      delivered.add(outgoing)
      removeSent(client, here, ticketid)
      client.setQueryData(ticket(here, ticketid).queryKey, now =>
        now && !now.comments.some(({ id }) => id === comment.id)
          ? { ...now, comments: [...now.comments, comment] }
          : now,
      )
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ticket(here, ticketid).queryKey })
      refreshLists(client, ['tickets', here], ticketid)
      void client.invalidateQueries({ queryKey: ['reports', here] })
    },
  })

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

const readChannel = ({ company, contactid }: Here) => `portico-reads ${company}/${contactid}`

/** Marks a ticket as read up to the comment with the given id, here and in the other tabs. */
export const markRead = (client: QueryClient, here: Here, ticketid: number) =>
  mutationOptions({
    mutationFn: (commentId: number) => call(markTicketRead, { params: { ...here, ticketid }, body: { commentId } }),
    onSuccess: (_, commentId) => {
      client.setQueryData(ticket(here, ticketid).queryKey, now =>
        now?.comments.at(-1)?.id === commentId ? { ...now, unreadComments: 0, firstUnreadCommentId: null } : now,
      )
      refreshLists(client, ['tickets', here], ticketid)
      const channel = new BroadcastChannel(readChannel(here))
      channel.postMessage(ticketid)
      channel.close()
    },
  })

/** Refreshes tickets that are read in other tabs. Returns a function that stops it. */
export const followReads = (client: QueryClient, here: Here) => {
  const channel = new BroadcastChannel(readChannel(here))
  channel.onmessage = ({ data: ticketid }: MessageEvent<number>) => {
    refreshLists(client, ['tickets', here], ticketid)
    void client.invalidateQueries({ queryKey: ticket(here, ticketid).queryKey })
  }
  return () => channel.close()
}
