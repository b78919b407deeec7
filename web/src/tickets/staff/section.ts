import { createRoute } from '@tanstack/react-router'
import { Inbox, MessageSquareText } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { isOffice, onlyFor, settingsRoute, staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection, settingsEntry } from '../../staff/session/staff-section.ts'
import { editorTexts, fileTexts, staffMailTexts, staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { choices, queue, queueCounts, staffTicket } from './data.ts'
import { staffFirstTexts } from './queue/first-texts.ts'
import { QueueScreen } from './queue/queue-screen.tsx'
import { readQueueSearch } from './queue-search.ts'

const staffTicketTexts = {
  it: () => import('../../text/it/staff/ticket.ts'),
  en: () => import('../../text/en/staff/ticket.ts'),
  es: () => import('../../text/es/staff/ticket.ts'),
}

const staffRaiseTexts = {
  it: () => import('../../text/it/staff/raise.ts'),
  en: () => import('../../text/en/staff/raise.ts'),
  es: () => import('../../text/es/staff/raise.ts'),
}

// Everybody arrives here: the queue's code and texts are part of the start.
const queueRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/tickets',
  validateSearch: readQueueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(queue(deps))
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
    withTexts(() => import('./desk/screen/desk.tsx'), fileTexts, editorTexts, staffTicketTexts, staffMailTexts),
    'Desk',
  ),
})

// The same screen over the whole width; what is being written stays as it is.
const fullDeskRoute = createRoute({ getParentRoute: () => deskRoute, path: '/full' })

const raiseRoute = createRoute({
  getParentRoute: () => queueRoute,
  path: '/new',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(choices),
  component: lazyScreen(
    withTexts(() => import('./raise/raise-screen.tsx'), fileTexts, editorTexts, staffRaiseTexts, staffRecordsTexts),
    'RaiseScreen',
  ),
})

const staffCannedTexts = {
  it: () => import('../../text/it/staff/canned.ts'),
  en: () => import('../../text/en/staff/canned.ts'),
  es: () => import('../../text/es/staff/canned.ts'),
}

const cannedRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/canned-answers',
  beforeLoad: onlyFor(isOffice),
  loader: async ({ context: { queryClient } }) => {
    const { cannedAnswers } = await import('./desk/canned/data.ts')
    void queryClient.prefetchQuery(cannedAnswers)
    void queryClient.prefetchQuery(choices)
  },
  component: lazyScreen(
    withTexts(() => import('./canned/canned-screen.tsx'), fileTexts, editorTexts, staffTicketTexts, staffCannedTexts),
    'CannedScreen',
  ),
})

export const tickets = {
  rail: [railEntry({ key: 'tickets', to: '/tickets', icon: Inbox, goKey: 'c' })],
  texts: [staffTicketTexts, staffRaiseTexts, staffRecordsTexts, staffFirstTexts, staffCannedTexts],
  signedInRoutes: [queueRoute.addChildren([deskRoute.addChildren([fullDeskRoute]), raiseRoute])],
  settings: [
    settingsEntry({
      key: 'canned',
      group: 'team',
      to: '/settings/canned-answers',
      icon: MessageSquareText,
      isOpen: isOffice,
    }),
  ],
  settingsRoutes: [cannedRoute],
} as const satisfies StaffSection
