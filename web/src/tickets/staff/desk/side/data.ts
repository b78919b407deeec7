import { revokeCopyReplyAddress } from '@portico/contract/staff/mail'
import { readStaffTicketContext } from '@portico/contract/staff/ticket-actions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/api.ts'

/** What stands beside a ticket. */
export const ticketContext = (ticketid: number) =>
  queryOptions({
    queryKey: ['staff', 'ticket', ticketid, 'context'],
    queryFn: ({ signal }) => call(readStaffTicketContext, { params: { ticketid }, signal }),
    staleTime: 30_000,
  })

/** Revokes the reply address of somebody in copy. */
export const revokeCopyReply = (ticketid: number) => ({
  mutationFn: (address: string) => call(revokeCopyReplyAddress, { params: { ticketid }, query: { address } }),
})
