import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Here } from '../../session/addresses.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { textOfHtml } from '../../ui/editor/plain-html.ts'
import { isDelivered, type Outgoing, sendComment, sendingKey, sendings } from '../data.ts'
import { type UnsentReplies, unsentReplies } from '../draft.ts'

/** A message that the server does not have yet, why its sending failed, and what may be done then. */
export type Sending = { outgoing: Outgoing; failure: Error | null; retry: () => void; discard: () => void }

const isOutgoing = (variables: unknown): variables is Outgoing =>
  typeof variables === 'object' && variables !== null && 'key' in variables

/** Why a message that an earlier page or session has left behind is not sent: nobody knows any more. */
class LeftBehind extends Error {
  override name = 'LeftBehind'
}

/** Shows the messages that an earlier page or session has left behind as those whose sending has failed. */
const bringBack = (client: QueryClient, here: Here, ticketid: number, unsent: UnsentReplies, plain: boolean) => {
  const cache = client.getMutationCache()
  const known = new Set(sendings(client, here, ticketid).map(({ state }) => state.variables?.key))
  for (const { key, message: html, cc, files } of unsent.read()) {
    if (known.has(key)) continue
    const error = new LeftBehind()
    cache.build(client, sendComment(client, here, ticketid, unsent), {
      status: 'error',
      error,
      failureReason: error,
      failureCount: 1,
      variables: { key, html, message: plain ? textOfHtml(html) : html, cc, attachments: files },
      context: undefined,
      data: undefined,
      isPaused: false,
      submittedAt: Date.now(),
    })
  }
}

/** The messages of a ticket that are on their way or have failed, oldest first. They outlive a change of screen. */
export const useSending = (ticketid: number): Sending[] => {
  const client = useQueryClient()
  const here = useHere()
  const { me, contact } = useEntered()
  const plain = contact.portalSettings.disableHtmlEditor
  useEffect(
    () => bringBack(client, here, ticketid, unsentReplies(me.id, ticketid), plain),
    [client, here, ticketid, me.id, plain],
  )
  const mutations = useMutationState({
    filters: {
      mutationKey: sendingKey(here, ticketid),
      predicate: ({ state }) => state.status === 'pending' || state.status === 'error',
    },
    select: (mutation: Mutation) => ({ mutation, state: mutation.state }),
  })
  // Closing the tab would lose what the server does not have.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => mutations.length > 0 })
  return mutations.flatMap(({ mutation, state: { variables, status, error } }) =>
    isOutgoing(variables) && !isDelivered(variables)
      ? [
          {
            outgoing: variables,
            failure: status === 'error' ? error : null,
            // The same key again: should the first attempt have arrived after all, there is still one message.
            retry: () => void mutation.execute(variables).catch(() => undefined),
            discard: () => {
              unsentReplies(me.id, ticketid).drop(variables.key)
              client.getMutationCache().remove(mutation)
            },
          },
        ]
      : [],
  )
}
