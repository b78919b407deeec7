import type { TicketScope } from './data.ts'
import type { TicketFilter } from './ticket-filter.ts'

/** The list that a screen was opened from, kept with the history's entry: the way back leads there. */
type ListState = { scope: TicketScope; filter: TicketFilter }

declare module '@tanstack/react-router' {
  interface HistoryState {
    ticketList?: ListState
  }
}
