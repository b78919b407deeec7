import { createTicket, listTicketTypes } from '@portico/contract/tickets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../api/api.ts'
import type { Here } from '../../session/addresses.ts'
import { cacheTicket, type Once } from '../data.ts'

export const ticketTypes = (company: string) =>
  queryOptions({
    queryKey: ['ticketTypes', company],
    queryFn: ({ signal }) => call(listTicketTypes, { params: { company }, signal }),
    staleTime: 5 * 60_000,
  })

export const raiseTicket = (client: QueryClient, here: Here) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof createTicket>['body']>) =>
      call(createTicket, { params: here, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: raised => cacheTicket(client, here, raised),
  })
