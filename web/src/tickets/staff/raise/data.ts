import { raiseStaffTicket } from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'
import { refreshQueue } from '../follow-tickets.ts'

/** Raises a ticket for a customer. */
export const raiseTicket = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: CallInput<typeof raiseStaffTicket>['body']; key: string }) =>
      call(raiseStaffTicket, { body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: ({ id }) => void refreshQueue(client, new Set([id])),
  })
