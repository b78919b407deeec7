import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../api/api.ts'
import { waitUntilReachable } from '../../api/connection.ts'
import type { Here } from '../../session/addresses.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { htmlToText } from '../../ui/editor/plain-html.ts'
import { findSendings, type Outgoing, sendingKey } from '../data.ts'
import { type UnsentReplies, unsentReplies } from '../draft.ts'
import { isDelivered, sendAgain, sendComment } from './data.ts'

/** A message that the server does not have yet, the error if sending it failed, and what the reader may do then. */
export type Sending = { outgoing: Outgoing; failure: Error | null; retry: () => void; discard: () => void }

const isOutgoing = (variables: unknown): variables is Outgoing =>
  typeof variables === 'object' && variables !== null && 'key' in variables

/** The error of a message that an earlier page or session did not finish sending; the real one is unknown. */
class UnfinishedSendingError extends Error {
  override name = 'UnfinishedSendingError'
}

/** Restores the messages that an earlier page or session did not finish sending, as failed ones. Those that waited for the portal go on waiting. */
const restoreUnsent = (client: QueryClient, here: Here, ticketid: number, unsent: UnsentReplies, plain: boolean) => {
  const cache = client.getMutationCache()
  const known = new Set(findSendings(client, here, ticketid).map(({ state }) => state.variables?.key))
  for (const { key, message: html, cc, files, waits } of unsent.read()) {
    if (known.has(key)) continue
    const error = waits ? new ApiError({ code: 'network' }) : new UnfinishedSendingError()
    cache.build(client, sendComment(client, here, ticketid, unsent), {
      status: 'error',
      error,
      failureReason: error,
      failureCount: 1,
      variables: { key, html, message: plain ? htmlToText(html) : html, cc, attachments: files },
      context: undefined,
      data: undefined,
      isPaused: false,
      submittedAt: Date.now(),
    })
    if (waits) void waitUntilReachable().then(() => sendAgain(client, here, ticketid, key))
  }
}

/** The messages of a ticket that are being sent or have failed, oldest first. They survive a change of screen. */
export const useSending = (ticketid: number): Sending[] => {
  const client = useQueryClient()
  const here = useHere()
  const { me, contact } = useEntered()
  const plain = contact.portalSettings.disableHtmlEditor
  useEffect(
    () => restoreUnsent(client, here, ticketid, unsentReplies(me.id, ticketid), plain),
    [client, here, ticketid, me.id, plain],
  )
  const mutations = useMutationState({
    filters: {
      mutationKey: sendingKey(here, ticketid),
      predicate: ({ state }) => state.status === 'pending' || state.status === 'error',
    },
    select: (mutation: Mutation) => ({ mutation, state: mutation.state }),
  })
  // Closing the tab would lose messages that the server does not have.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => mutations.length > 0 })
  return mutations.flatMap(({ mutation, state: { status, error } }) => {
    // Of the mutation, not of the selected state: that one may be a copy, which `isDelivered` does not know.
    const { variables } = mutation.state
    if (!isOutgoing(variables) || isDelivered(variables)) return []
    return [
      {
        outgoing: variables,
        failure: status === 'error' ? error : null,
        // With the same idempotency key: if the first attempt did arrive, there is still one message.
        retry: () => void mutation.execute(variables).catch(() => undefined),
        discard: () => {
          unsentReplies(me.id, ticketid).drop(variables.key)
          client.getMutationCache().remove(mutation)
        },
      },
    ]
  })
}
