import { createRoute } from '@tanstack/react-router'
import { Layers, Ticket } from 'lucide-react'
import { lazyScreen } from '../page/lazy-screen.ts'
import { type Here, isContactId } from '../session/addresses.ts'
import { requireFlag } from '../session/require-flag.ts'
import { contactRoute, type Entered, type RouterContext } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { editorTexts, fileTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { type TicketScope, ticket, ticketList } from './data.ts'
import { AllTicketsScreen, MyTicketsScreen } from './list/ticket-list-screen.tsx'
import { readNewTicketSearch } from './new/new-ticket-search.ts'
import { readTicketFilter, type TicketFilter, ticketQuery } from './ticket-filter.ts'

export const ticketTexts = {
  it: () => import('../text/it/ticket.ts'),
  en: () => import('../text/en/ticket.ts'),
  es: () => import('../text/es/ticket.ts'),
}

// Most people arrive at a ticket list: unlike all others, its code and texts are part of the start.
const prefetchList = (
  { queryClient, contact }: RouterContext & Entered,
  { company, contactid }: Here,
  scope: TicketScope,
  filter: TicketFilter,
) =>
  void queryClient.prefetchInfiniteQuery(
    ticketList({ company, contactid }, scope, ticketQuery(filter, contact.viewContactWiki)),
  )

const myTicketsRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/tickets',
  validateSearch: readTicketFilter,
  beforeLoad: requireFlag('manageTickets'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prefetchList(context, params, 'mine', deps),
  component: MyTicketsScreen,
})

const allTicketsRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/alltickets',
  validateSearch: readTicketFilter,
  beforeLoad: requireFlag('administrator'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prefetchList(context, params, 'all', deps),
  component: AllTicketsScreen,
})

const newTicketRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/tickets/new',
  validateSearch: readNewTicketSearch,
  beforeLoad: requireFlag('manageTickets'),
  component: lazyScreen(
    withTexts(() => import('./new/new-ticket-screen.tsx'), fileTexts, editorTexts, ticketTexts),
    'NewTicketScreen',
  ),
})

const ticketRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/tickets/$ticketid',
  params: {
    parse: ({ ticketid }) => (isContactId(ticketid) ? { ticketid: Number(ticketid) } : false),
    stringify: ({ ticketid }) => ({ ticketid: String(ticketid) }),
  },
  beforeLoad: requireFlag('manageTickets'),
  loader: ({ context: { queryClient, contact }, params: { company, contactid, ticketid } }) => {
    const here = { company, contactid }
    void queryClient.prefetchQuery(ticket(here, ticketid))
    if (contact.viewContactActivityReports)
      void import('../reports/data.ts')
        .then(data => queryClient.prefetchQuery(data.ticketReports(here, ticketid)))
        .catch(() => undefined)
  },
  component: lazyScreen(
    withTexts(() => import('./details/ticket-screen.tsx'), fileTexts, editorTexts, ticketTexts),
    'TicketScreen',
  ),
})

export const tickets = {
  menu: [
    menuEntry({
      key: 'tickets',
      group: 'tickets',
      icon: Ticket,
      isOpen: contact => contact.manageTickets,
    }),
    menuEntry({
      key: 'alltickets',
      group: 'tickets',
      icon: Layers,
      isOpen: contact => contact.administrator,
      lastResort: true,
    }),
  ],
  texts: [ticketTexts],
  contactRoutes: [myTicketsRoute, allTicketsRoute, newTicketRoute, ticketRoute],
} as const satisfies Section
