import type { Ticket } from '@portico/contract/tickets'
import { useEffect } from 'react'
import { endToasts } from '../ui/overlay/toasts.tsx'
import { isClosed } from './rules.ts'

/** What a toast about a ticket's closing is about. */
export const closedToast = (id: number) => `closing of ticket ${id}`

/** What a toast about a new ticket is about. */
export const raisedToast = (id: number) => `new ticket ${id}`

/** Takes away what a ticket on the screen makes untrue, or says itself. */
export const useTrueToasts = (ticket: Ticket) => {
  const closed = isClosed(ticket)
  useEffect(() => {
    endToasts(raisedToast(ticket.id))
    if (!closed) endToasts(closedToast(ticket.id))
  }, [ticket.id, closed])
}
