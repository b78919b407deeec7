import type { TicketScope } from './data.ts'
import type { TicketFilter } from './ticket-filter.ts'

/** The list that a screen was opened from, stored in the history entry, for the link back. */
type ListState = { scope: TicketScope; filter: TicketFilter }

declare module '@tanstack/react-router' {
  interface HistoryState {
    ticketList?: ListState
  }
}
