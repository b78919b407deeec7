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

/** Own tickets, or those of everybody in the contact. */
export type TicketScope = 'mine' | 'all'

const foundMax = 5

const ticketPage = (here: Here, scope: TicketScope, { webUserIds, ...query }: TicketQuery, signal: AbortSignal) =>
  scope === 'all'
    ? callPage(listAllTickets, { params: here, query: { ...query, webUserIds }, signal })
    : callPage(listTickets, { params: here, query, signal })

/** A ticket list, page after page; the first says how many there are in all. */
export const ticketList = (here: Here, scope: TicketScope, query: TicketQuery) =>
  pageQuery(['tickets', here, scope, query], (page, signal) => ticketPage(here, scope, { ...query, ...page }, signal))

/** The first few tickets with a text in number, title or conversation; without one, the newest. */
export const ticketSearch = (here: Here, scope: TicketScope, q: string) =>
  queryOptions({
    queryKey: ['tickets', here, scope, 'search', q],
    queryFn: ({ signal }) =>
      ticketPage(here, scope, { q: q || undefined, status: 'all', limit: foundMax, count: '1' }, signal),
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

const keep = (client: QueryClient, here: Here, changed: Ticket) => {
  client.setQueryData(ticket(here, changed.id).queryKey, changed)
  refreshLists(client, ['tickets', here], changed.id)
}

/** A write and the key that makes repeating it the same write. */
type Once<Body> = { body: Body; key: string }

export const raiseTicket = (client: QueryClient, here: Here) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof createTicket>['body']>) =>
      call(createTicket, { params: here, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: raised => keep(client, here, raised),
  })

export const endTicket = (client: QueryClient, here: Here, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof closeTicket>['body']>) =>
      call(closeTicket, { params: { ...here, ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: closed => keep(client, here, closed),
  })

/** A message on its way: what the conversation shows until the server has it. `key` makes a retry the same message. */
export type Outgoing = {
  key: string
  message: string
  /** How the message looks. */
  html: string
  cc: string
  attachments: Comment['attachments']
}

export const sendingKey = (here: Here, ticketid: number) => ['sendComment', here, ticketid]

// A message is in the conversation a moment before its own sending is seen to be over: it must not show twice.
const delivered = new Set<string>()
export const isDelivered = ({ key }: Outgoing) => delivered.has(key)

// Their events tell this page nothing new.
const sentHere = new Set<number>()

type SendingMutation = Mutation<Comment, Error, Outgoing>

/** The messages of a ticket that this page has sent or tried to send. */
export const sendings = (client: QueryClient, here: Here, ticketid: number) =>
  client.getMutationCache().findAll({ mutationKey: sendingKey(here, ticketid) }) as SendingMutation[]

// Under the same key: should the first attempt have arrived after all, there is still one message.
const sendAfterOutage = async (client: QueryClient, here: Here, ticketid: number, key: string) => {
  if (!(await outage())) return
  const failed = sendings(client, here, ticketid).find(
    ({ state: { status, variables } }) => status === 'error' && variables?.key === key,
  )
  if (failed?.state.variables) await failed.execute(failed.state.variables).catch(() => undefined)
}

/**
 * Sends a message, after those that were sent before it. It is kept in `unsent` until the server has it; where the portal
 * could not be reached, it goes as soon as it can be again.
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
    onSuccess: (comment, { key }) => {
      unsent.drop(key)
      delivered.add(key)
      sentHere.add(comment.id)
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

/** Reads anew what has happened to a ticket. A message that this page sends reads everything itself when it is done. */
export const followEvent = (client: QueryClient, here: Here, { ticketId, commentId }: TicketEvent) => {
  if (commentId !== undefined && sentHere.has(commentId)) return
  if (client.isMutating({ mutationKey: sendingKey(here, ticketId) })) return
  refreshLists(client, ['tickets', here], ticketId)
  void client.invalidateQueries({ queryKey: ticket(here, ticketId).queryKey })
}

/** How many of the reader's tickets are open or pending. */
export const openTickets = (here: Here) =>
  queryOptions({
    queryKey: ['tickets', here, 'open'],
    queryFn: async ({ signal }) => {
      const query = { status: 'open', limit: 1, count: '1' } as const
      return (await callPage(listTickets, { params: here, query, signal })).total ?? 0
    },
  })

/** How many tickets there are at all, closed ones too. */
export const anyTickets = (here: Here, scope: TicketScope) =>
  queryOptions({
    queryKey: ['tickets', here, scope, 'any'],
    queryFn: async ({ signal }) =>
      (await ticketPage(here, scope, { status: 'all', limit: 1, count: '1' }, signal)).total ?? 0,
  })

/** How many of the reader's tickets, closed ones too, have messages that the reader has not read. */
export const unreadTickets = (here: Here) =>
  queryOptions({
    queryKey: ['tickets', here, 'unread'],
    queryFn: async ({ signal }) => {
      const query = { unread: '1', limit: 1, count: '1' } as const
      return (await callPage(listTickets, { params: here, query, signal })).total ?? 0
    },
  })

const reads = ({ company, contactid }: Here) => `portico-reads ${company}/${contactid}`

/** Marks a ticket as read up to a message, here and in the other tabs. */
export const markRead = async (client: QueryClient, here: Here, ticketid: number, commentId: number) => {
  await call(markTicketRead, { params: { ...here, ticketid }, body: { commentId } })
  client.setQueryData(ticket(here, ticketid).queryKey, now =>
    now?.comments.at(-1)?.id === commentId ? { ...now, unreadComments: 0, firstUnreadCommentId: null } : now,
  )
  refreshLists(client, ['tickets', here], ticketid)
  const channel = new BroadcastChannel(reads(here))
  channel.postMessage(ticketid)
  channel.close()
}

/** Follows what is read in the other tabs. Returns the way to stop. */
export const followReads = (client: QueryClient, here: Here) => {
  const channel = new BroadcastChannel(reads(here))
  channel.onmessage = ({ data: ticketid }: MessageEvent<number>) => {
    refreshLists(client, ['tickets', here], ticketid)
    void client.invalidateQueries({ queryKey: ticket(here, ticketid).queryKey })
  }
  return () => channel.close()
}
