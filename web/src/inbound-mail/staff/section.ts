import { createRoute } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { isOffice, onlyFor, staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, staffMailTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readMailSearch } from './mail-search.ts'

const mailRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/mail',
  validateSearch: readMailSearch,
  beforeLoad: onlyFor(isOffice),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { waitingMail, waitingMails } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(waitingMails(deps.state ?? 'waiting'))
    if (deps.open !== undefined) void queryClient.prefetchQuery(waitingMail(deps.open))
  },
  component: lazyScreen(
    withTexts(() => import('./mail-screen.tsx'), staffMailTexts, listTexts),
    'MailScreen',
  ),
})

const bouncedRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/mail/bounced',
  beforeLoad: onlyFor(isOffice),
  loader: async ({ context: { queryClient } }) => {
    const { bouncedAddresses } = await import('./data.ts')
    void queryClient.prefetchQuery(bouncedAddresses)
  },
  component: lazyScreen(
    withTexts(() => import('./bounced-screen.tsx'), staffMailTexts),
    'BouncedScreen',
  ),
})

/** Mail that waits for the staff, and addresses that mails do not reach. */
export const mail = {
  rail: [railEntry({ key: 'mail', to: '/mail', icon: Mail, goKey: 'm', isOpen: isOffice })],
  texts: [staffMailTexts],
  signedInRoutes: [mailRoute, bouncedRoute],
} as const satisfies StaffSection
