import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { lazyScreen } from '../page/lazy-screen.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { staffRootRoute, staffRoute } from './session/routes.ts'
import { railEntry, type StaffSection } from './session/staff-section.ts'
import { securityLog, staffAccounts } from './settings/data.ts'
import { readLogSearch } from './settings/log-search.ts'
import { staffLink } from './setup/data.ts'
import { readSignInSearch } from './sign-in/sign-in-search.ts'

const staffAccessTexts = {
  it: () => import('../text/it/staff/access.ts'),
  en: () => import('../text/en/staff/access.ts'),
  es: () => import('../text/es/staff/access.ts'),
}

const signInRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  path: '/login',
  validateSearch: readSignInSearch,
  component: lazyScreen(
    withTexts(() => import('./sign-in/sign-in-screen.tsx'), staffAccessTexts),
    'SignInScreen',
  ),
})

const staffPasswordTexts = {
  it: () => import('../text/it/staff/password.ts'),
  en: () => import('../text/en/staff/password.ts'),
  es: () => import('../text/es/staff/password.ts'),
}

const staffSetupTexts = {
  it: () => import('../text/it/staff/setup.ts'),
  en: () => import('../text/en/staff/setup.ts'),
  es: () => import('../text/es/staff/setup.ts'),
}

const linkRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  path: '/links/$key',
  loader: ({ context: { queryClient }, params: { key } }) => void queryClient.prefetchQuery(staffLink(key)),
  component: lazyScreen(
    withTexts(() => import('./setup/link-screen.tsx'), staffAccessTexts, staffPasswordTexts, staffSetupTexts),
    'LinkScreen',
  ),
})

const staffAccountTexts = {
  it: () => import('../text/it/staff/account.ts'),
  en: () => import('../text/en/staff/account.ts'),
  es: () => import('../text/es/staff/account.ts'),
}

const staffSettingsTexts = {
  it: () => import('../text/it/staff/settings.ts'),
  en: () => import('../text/en/staff/settings.ts'),
  es: () => import('../text/es/staff/settings.ts'),
}

const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/account',
  component: lazyScreen(
    withTexts(() => import('./account/account-screen.tsx'), staffAccountTexts, staffPasswordTexts),
    'AccountScreen',
  ),
})

const isAdministrator = ({ role }: StaffMe) => role === 'administrator'

const settingsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/settings',
  beforeLoad: ({ context: { me } }) => {
    if (!isAdministrator(me)) throw notFound()
  },
  component: lazyScreen(
    withTexts(() => import('./settings/settings-screen.tsx'), staffSettingsTexts),
    'SettingsScreen',
  ),
})

const firstSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/accounts', replace: true })
  },
})

const accountsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/accounts',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(staffAccounts),
  component: lazyScreen(
    withTexts(() => import('./settings/accounts-screen.tsx'), staffSettingsTexts),
    'AccountsScreen',
  ),
})

const securityLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security-log',
  validateSearch: readLogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchInfiniteQuery(securityLog(deps)),
  component: lazyScreen(
    withTexts(() => import('./settings/security-log-screen.tsx'), staffSettingsTexts, listTexts),
    'SecurityLogScreen',
  ),
})

export const staff = {
  rail: [
    railEntry({
      key: 'settings',
      to: '/settings/accounts',
      icon: SlidersHorizontal,
      goKey: 'i',
      isOpen: isAdministrator,
    }),
  ],
  texts: [staffAccessTexts, staffPasswordTexts, staffSetupTexts, staffAccountTexts, staffSettingsTexts],
  rootRoutes: [signInRoute, linkRoute],
  roomRoutes: [accountRoute, settingsRoute.addChildren([firstSettingsRoute, accountsRoute, securityLogRoute])],
} as const satisfies StaffSection
