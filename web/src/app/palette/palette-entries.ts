import type { Contact } from '@portico/contract/auth'
import type { TicketListed } from '@portico/contract/tickets'
import { isViewing } from '../../api/viewing-tab.ts'
import type { Here } from '../../session/addresses.ts'
import type { TicketFilter } from '../../tickets/ticket-filter.ts'
import type { openEntries } from '../sections/menu-entries.ts'

type Section = ReturnType<typeof openEntries>[number]

/** One line of the palette. A `ticket` that is `shut` is shown to an administrator who may not open tickets. A `section` with a `search` opens that list filtered by it. */
export type PaletteEntry =
  | { kind: 'ticket'; key: string; ticket: TicketListed; locked: boolean }
  | { kind: 'section'; key: string; section: Section; search?: TicketFilter }
  | { kind: 'new'; key: string; title: string }

const isTicketList = ({ key }: Section) => key === 'tickets' || key === 'alltickets'

/** The lines of the palette for a text: tickets found, sections, and a new ticket. */
export const paletteEntries = (
  contact: Contact,
  open: readonly Section[],
  found: readonly TicketListed[],
  q: string,
  nameOf: (section: Section) => string,
): PaletteEntry[] => [
  ...found.map(ticket => ({
    kind: 'ticket' as const,
    key: `ticket-${ticket.id}`,
    ticket,
    locked: !contact.manageTickets,
  })),
  ...open
    .filter(section => isTicketList(section) || nameOf(section).toLocaleLowerCase().includes(q.toLocaleLowerCase()))
    .map(section => ({
      kind: 'section' as const,
      key: `section-${section.key}`,
      section,
      // The palette finds closed tickets too: so must the list that it leads to.
      ...(q !== '' && isTicketList(section) && { search: { q, filter: 2 as const } }),
    })),
  ...(contact.manageTickets && !isViewing ? [{ kind: 'new' as const, key: 'new', title: q }] : []),
]

/** Whether a line leads anywhere. */
export const isOpen = (entry: PaletteEntry) => entry.kind !== 'ticket' || !entry.locked

/** Where a line of the palette leads. */
export const entryAddress = (entry: PaletteEntry, here: Here) => {
  switch (entry.kind) {
    case 'ticket':
      return { to: '/$company/$contactid/tickets/$ticketid', params: { ...here, ticketid: entry.ticket.id } } as const
    case 'section':
      return { to: entry.section.to, params: here, search: entry.search ?? {} } as const
    case 'new':
      return {
        to: '/$company/$contactid/tickets/new',
        params: here,
        search: entry.title === '' ? {} : { title: entry.title },
      } as const
  }
}
