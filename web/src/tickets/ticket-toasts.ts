import type { Ticket } from '@portico/contract/tickets'
import { useEffect } from 'react'
import { endToasts } from '../ui/overlay/toasts.tsx'
import { isClosed } from './rules.ts'

/** The subject of a toast about the closing of a ticket. */
export const closedToast = (id: number) => `closing of ticket ${id}`

/** The subject of a toast about a new ticket. */
export const raisedToast = (id: number) => `new ticket ${id}`

/** Removes toasts that the ticket on the screen contradicts or repeats. */
export const useTrueToasts = (ticket: Ticket) => {
  const closed = isClosed(ticket)
  useEffect(() => {
    endToasts(raisedToast(ticket.id))
    if (!closed) endToasts(closedToast(ticket.id))
  }, [ticket.id, closed])
}
