import { createRoute } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { editorTexts, fileTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { queue, queueCounts, staffTicket } from './data.ts'
import { QueueScreen } from './queue/queue-screen.tsx'
import { firstView, readQueueSearch } from './queue-search.ts'

const staffTicketTexts = {
  it: () => import('../../text/it/staff/ticket.ts'),
  en: () => import('../../text/en/staff/ticket.ts'),
  es: () => import('../../text/es/staff/ticket.ts'),
}

// Everybody arrives here: the queue's code and texts are part of the start.
const queueRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/tickets',
  validateSearch: readQueueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(queue({ view: firstView, ...deps }))
    void queryClient.prefetchQuery(queueCounts)
  },
  component: QueueScreen,
})

const deskRoute = createRoute({
  getParentRoute: () => queueRoute,
  path: '/$ticketid',
  params: {
    parse: ({ ticketid }) => (/^[1-9]\d{0,15}$/.test(ticketid) ? { ticketid: Number(ticketid) } : false),
    stringify: ({ ticketid }) => ({ ticketid: String(ticketid) }),
  },
  loader: ({ context: { queryClient }, params: { ticketid } }) => void queryClient.prefetchQuery(staffTicket(ticketid)),
  component: lazyScreen(
    withTexts(() => import('./desk/screen/desk.tsx'), fileTexts, editorTexts, staffTicketTexts),
    'Desk',
  ),
})

// The same screen over the whole width; what is being written stays as it is.
const fullDeskRoute = createRoute({ getParentRoute: () => deskRoute, path: '/full' })

export const tickets = {
  rail: [railEntry({ key: 'tickets', to: '/tickets', icon: Inbox, goKey: 'c' })],
  texts: [staffTicketTexts],
  roomRoutes: [queueRoute.addChildren([deskRoute.addChildren([fullDeskRoute])])],
} as const satisfies StaffSection
