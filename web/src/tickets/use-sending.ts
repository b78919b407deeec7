import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import type { Here } from '../shell/addresses.ts'
import { isDelivered, type Outgoing, sendingKey } from './data.ts'
import type { UnsentReplies } from './draft.ts'

/** A message that the server does not have yet, why its sending failed, and what may be done then. */
export type Sending = { outgoing: Outgoing; failure: Error | null; retry: () => void; discard: () => void }

const isOutgoing = (variables: unknown): variables is Outgoing =>
  typeof variables === 'object' && variables !== null && 'key' in variables

/** Whether the conversation shows a message that the server does not have, with the ways to send, edit or drop it. */
export const isShown = (client: QueryClient, here: Here, ticketid: number, key: string) =>
  client
    .getMutationCache()
    .findAll({ mutationKey: sendingKey(here, ticketid) })
    .some(({ state: { variables } }) => isOutgoing(variables) && variables.key === key)

/** The messages of a ticket that are on their way or have failed, oldest first. They outlive a change of screen. */
export const useSending = (here: Here, ticketid: number, unsent: UnsentReplies): Sending[] => {
  const client = useQueryClient()
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
              unsent.drop(variables.key)
              client.getMutationCache().remove(mutation)
            },
          },
        ]
      : [],
  )
}
