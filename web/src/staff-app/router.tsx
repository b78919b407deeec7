import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { parseSearch, stringifySearch } from '../session/address-search.ts'
import { settingsRoute, staffRootRoute, staffRoute } from '../staff/session/routes.ts'
import { staffSettingsTexts } from '../staff/settings/section.ts'
import { withTexts } from '../text/texts.ts'
import { requireStaffSession } from './guard.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { PageRoot } from './page-root.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { rootRoutes, settingsRoutes, signedInRoutes } from './sections/sections.ts'
import { StaffLayout } from './staff-layout.tsx'

staffRootRoute.update({ component: PageRoot, notFoundComponent: NotFoundScreen })
staffRoute.update({ component: StaffLayout })
settingsRoute.update({
  component: lazyScreen(
    withTexts(() => import('./settings-screen.tsx'), staffSettingsTexts),
    'SettingsScreen',
  ),
})

const homeRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets', replace: true })
  },
})

const routeTree = staffRootRoute.addChildren([
  ...rootRoutes,
  staffRoute.addChildren([...signedInRoutes, settingsRoute.addChildren([...settingsRoutes]), homeRoute]),
])

/** Makes the router of every address below `/staff`. */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/staff',
    context: { queryClient, requireStaffSession: address => requireStaffSession(queryClient, address) },
    parseSearch,
    stringifySearch,
    // What no screen reads is left out, as the API refuses unknown parameters.
    search: { strict: true },
    defaultPreload: 'intent',
    // A screen that fails leaves the rail usable.
    defaultErrorComponent: ScreenFailed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
