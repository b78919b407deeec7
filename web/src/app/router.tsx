import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { ScreenFailed } from '../page/screen-failed.tsx'
import { hasPublicFiles } from '../public-files/data.ts'
import { parseSearch, stringifySearch } from '../session/address-search.ts'
import { contactRoute, portalRoute, type RouterContext, rootRoute } from '../session/routes.ts'
import { completeAddress, enterContact } from './guard.ts'
import { Layout } from './layout.tsx'
import { PageRoot } from './page-root.tsx'
import { firstEntry } from './sections/menu-entries.ts'
import { contactRoutes, portalRoutes, rootRoutes } from './sections/sections.ts'

rootRoute.update({
  component: PageRoot,
  notFoundComponent: lazyScreen(() => import('../page/not-found-screen.tsx'), 'NotFoundPage'),
})
contactRoute.update({ component: Layout })

const dashboardRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/',
  beforeLoad: async ({ context: { contact, queryClient }, params }) => {
    const first =
      firstEntry(contact, false) ??
      ((await hasPublicFiles(queryClient, params.company)) ? firstEntry(contact, true) : undefined)
    if (first) throw redirect({ to: first.to, params, replace: true })
  },
  component: lazyScreen(() => import('../portals/nothing-open-screen.tsx'), 'NothingOpenScreen'),
})

const unknownScreenRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/$',
  component: lazyScreen(() => import('../page/not-found-screen.tsx'), 'NotFoundScreen'),
})

// Addresses without a portal or a contact: completed, or not found.
const incomplete = {
  beforeLoad: async ({ context, location }: { context: RouterContext; location: ParsedLocation }) => {
    if (!(await completeAddress(context.queryClient, location))) throw notFound()
  },
  component: lazyScreen(() => import('../portals/no-contact-screen.tsx'), 'NoContactScreen'),
}
const incompleteRoute = createRoute({ getParentRoute: () => rootRoute, path: '/$', ...incomplete })
const portalAloneRoute = createRoute({ getParentRoute: () => portalRoute, path: '/', ...incomplete })

const routeTree = rootRoute.addChildren([
  ...rootRoutes,
  incompleteRoute,
  portalRoute.addChildren([...portalRoutes, portalAloneRoute]),
  contactRoute.addChildren([...contactRoutes, dashboardRoute, unknownScreenRoute]),
])

/** Makes the router of every URL of the product. Static segments match in any letter case. */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient, enterContact: (here, address) => enterContact(queryClient, here, address) },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // A screen that fails leaves the menu usable.
    defaultErrorComponent: ScreenFailed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
