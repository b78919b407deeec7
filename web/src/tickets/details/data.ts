import { closeTicket } from '@portico/contract/tickets'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '../../api/api.ts'
import type { Here } from '../../session/addresses.ts'
import { cacheTicket, type Once } from '../data.ts'

export const endTicket = (client: QueryClient, here: Here, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof closeTicket>['body']>) =>
      call(closeTicket, { params: { ...here, ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: closed => cacheTicket(client, here, closed),
  })
