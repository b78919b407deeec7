import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { withTexts } from '../text/texts.ts'
import { staffRootRoute } from './session/routes.ts'
import type { StaffSection } from './session/staff-section.ts'
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

export const staff = {
  texts: [staffAccessTexts],
  rootRoutes: [signInRoute],
} as const satisfies StaffSection
