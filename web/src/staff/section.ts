import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { passkeyTexts } from '../text/passkey-texts.ts'
import { factorTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { staffRootRoute, staffRoute } from './session/routes.ts'
import type { StaffSection } from './session/staff-section.ts'
import { staffLink } from './setup/data.ts'
import { readSecondFactorSearch, readSignInSearch } from './sign-in/sign-in-search.ts'

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
    withTexts(() => import('./sign-in/sign-in-screen.tsx'), staffAccessTexts, passkeyTexts),
    'SignInScreen',
  ),
})

const secondFactorRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  path: '/second-factor',
  validateSearch: readSecondFactorSearch,
  component: lazyScreen(
    withTexts(() => import('./sign-in/second-factor-screen.tsx'), staffAccessTexts, factorTexts, passkeyTexts),
    'SecondFactorScreen',
  ),
})

const signInNoticeRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  path: '/sign-ins/$key',
  component: lazyScreen(
    withTexts(() => import('./sign-in/sign-in-notice-screen.tsx'), staffAccessTexts),
    'SignInNoticeScreen',
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

const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/account',
  component: lazyScreen(
    withTexts(
      () => import('./account/account-screen.tsx'),
      staffAccountTexts,
      staffPasswordTexts,
      factorTexts,
      passkeyTexts,
    ),
    'AccountScreen',
  ),
})

export const staff = {
  texts: [staffAccessTexts, staffPasswordTexts, staffSetupTexts, staffAccountTexts],
  rootRoutes: [signInRoute, secondFactorRoute, signInNoticeRoute, linkRoute],
  signedInRoutes: [accountRoute],
} as const satisfies StaffSection
