import { createComment, markTicketRead, readQuotedText } from '@portico/contract/tickets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, failureCode } from '../../api/api.ts'
import { waitUntilReachable } from '../../api/connection.ts'
import { refreshLists } from '../../list/refresh-lists.ts'
import type { Here } from '../../session/addresses.ts'
import { findSendings, type Outgoing, readChannel, sendingKey, ticket } from '../data.ts'
import type { UnsentReplies } from '../draft.ts'

// The comment is in the conversation a moment before the mutation counts as successful: the message must not show twice.
const delivered = new WeakSet<Outgoing>()
export const isDelivered = (outgoing: Outgoing) => delivered.has(outgoing)

// `gcTime` keeps every mutation, since a failed message must not disappear. A sent one is needed until the event of its
// comment has come, and the next message ends it.
const removeSent = (client: QueryClient, here: Here, ticketid: number) => {
  for (const sending of findSendings(client, here, ticketid))
    if (sending.state.status === 'success') client.getMutationCache().remove(sending)
}

/** Sends a failed message again. With the same idempotency key: if the first attempt did arrive, there is still one message. */
export const sendAgain = async (client: QueryClient, here: Here, ticketid: number, key: string) => {
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
    onMutate: ({ key, html, cc, attachments }) => unsent.save({ key, message: html, cc, files: attachments }),
    onError: (error, { key, html, cc, attachments }) => {
      if (failureCode(error) !== 'network') return
      const reply = { key, message: html, cc, files: attachments }
      unsent.save({ ...reply, waits: true })
      // The message counts as failed only once this has returned.
      void waitUntilReachable().then(wasAway => {
        if (wasAway) return sendAgain(client, here, ticketid, key)
        if (unsent.read().some(one => one.key === key)) unsent.save(reply)
      })
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

/** What the reader's own mail in a ticket has quoted. */
export const quotedText = (here: Here, ticketid: number, mailid: number) =>
  queryOptions({
    queryKey: ['quotedText', here, ticketid, mailid],
    queryFn: ({ signal }) => call(readQuotedText, { params: { ...here, ticketid, mailid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
