import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { History, SlidersHorizontal, Users } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { listTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { isAdministrator, isOffice, onlyFor, settingsRoute } from '../session/routes.ts'
import { railEntry, type StaffSection, settingsEntry } from '../session/staff-section.ts'
import { staffAccounts } from './accounts/data.ts'
import { securityLog } from './log/data.ts'
import { readLogSearch } from './log/log-search.ts'

export const staffSettingsTexts = {
  it: () => import('../../text/it/staff/settings.ts'),
  en: () => import('../../text/en/staff/settings.ts'),
  es: () => import('../../text/es/staff/settings.ts'),
}

const overviewRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ context: { me } }: { context: { me: StaffMe } }) => {
    if (isAdministrator(me)) throw redirect({ to: '/settings/accounts', replace: true })
    throw isOffice(me) ? redirect({ to: '/tickets', replace: true }) : notFound()
  },
})

const accountsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/accounts',
  beforeLoad: onlyFor(isAdministrator),
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(staffAccounts),
  component: lazyScreen(
    withTexts(() => import('./accounts/accounts-screen.tsx'), staffSettingsTexts),
    'AccountsScreen',
  ),
})

const securityLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security-log',
  beforeLoad: onlyFor(isAdministrator),
  validateSearch: readLogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchInfiniteQuery(securityLog(deps)),
  component: lazyScreen(
    withTexts(() => import('./log/security-log-screen.tsx'), staffSettingsTexts, listTexts),
    'SecurityLogScreen',
  ),
})

/** The settings of the company. */
export const settings = {
  rail: [
    railEntry({
      key: 'settings',
      to: '/settings',
      icon: SlidersHorizontal,
      goKey: 'i',
      isOpen: isAdministrator,
    }),
  ],
  texts: [staffSettingsTexts],
  settings: [
    settingsEntry({ key: 'accounts', group: 'team', to: '/settings/accounts', icon: Users, isOpen: isAdministrator }),
    settingsEntry({
      key: 'log',
      group: 'company',
      to: '/settings/security-log',
      icon: History,
      isOpen: isAdministrator,
    }),
  ],
  settingsRoutes: [overviewRoute, accountsRoute, securityLogRoute],
} as const satisfies StaffSection
