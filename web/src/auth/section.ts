import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute, portalRoute, rootRoute } from '../session/routes.ts'
import type { Section } from '../session/section.ts'
import { withTexts } from '../text/texts.ts'
import { accessTexts } from './access-texts.ts'
import { readLoginSearch } from './login-search.ts'

const loginScreen = lazyScreen(() => import('./login-screen.tsx'), 'LoginScreen')

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Login',
  validateSearch: readLoginSearch,
  component: loginScreen,
})

const portalLoginRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/Login',
  validateSearch: readLoginSearch,
  component: loginScreen,
})

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)
const readKeySearch = ({ key, session }: Record<string, unknown>): { key?: string; session?: string } => ({
  key: textIn(key),
  session: textIn(session),
})

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm',
  validateSearch: readKeySearch,
  component: lazyScreen(
    withTexts(() => import('./confirm-screen.tsx'), accessTexts),
    'ConfirmScreen',
  ),
})

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: readKeySearch,
  component: lazyScreen(
    withTexts(() => import('./link-screen.tsx'), accessTexts),
    'LinkScreen',
  ),
})

const notificationsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/notifications/$key',
  component: lazyScreen(
    withTexts(() => import('./notification-screen.tsx'), accessTexts),
    'NotificationScreen',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/account',
  component: lazyScreen(
    withTexts(() => import('./account/account-screen.tsx'), accessTexts),
    'AccountScreen',
  ),
})

export const auth = {
  texts: [accessTexts],
  rootRoutes: [loginRoute, confirmRoute, linkRoute],
  portalRoutes: [portalLoginRoute, notificationsRoute],
  contactRoutes: [accountRoute],
} as const satisfies Section
