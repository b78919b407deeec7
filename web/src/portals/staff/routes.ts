import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { withTexts } from '../../text/texts.ts'
import { staffPortal, staffPortals } from './portal/data.ts'

/** The texts of the portals: the list, the head of each, and the form for a new one. */
export const staffPortalTexts = {
  it: () => import('../../text/it/staff/portals.ts'),
  en: () => import('../../text/en/staff/portals.ts'),
  es: () => import('../../text/es/staff/portals.ts'),
}

const isAdministrator = ({ role }: StaffMe) => role === 'administrator'

/** Whether the signed-in employee administers several portals. */
export const administersPortals = (me: StaffMe) => isAdministrator(me) && me.portals.length > 1

/** Whether the signed-in employee administers one portal, and so never reads the word. */
export const administersOne = (me: StaffMe) => isAdministrator(me) && me.portals.length === 1

/** The address of all that is about portals. */
export const portalsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/portals',
  beforeLoad: ({ context: { me } }) => {
    if (!isAdministrator(me)) throw notFound()
  },
  component: Outlet,
})

/** The list; the only portal of a company opens at once. */
export const portalListRoute = createRoute({
  getParentRoute: () => portalsRoute,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    const [only, second] = me.portals
    if (only && !second)
      throw redirect({ to: '/portals/$portalid/brand', params: { portalid: only.id }, replace: true })
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(staffPortals),
  component: lazyScreen(
    withTexts(() => import('./list/portals-screen.tsx'), staffPortalTexts),
    'PortalsScreen',
  ),
})

/** The form for a new portal, for those who look after the installation. */
export const newPortalRoute = createRoute({
  getParentRoute: () => portalsRoute,
  path: '/new',
  beforeLoad: ({ context: { me } }) => {
    if (!me.isInstallationOperator) throw notFound()
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(staffPortals),
  component: lazyScreen(
    withTexts(() => import('./new/new-portal-screen.tsx'), staffPortalTexts),
    'NewPortalScreen',
  ),
})

/** One portal: its name and its tabs. */
export const portalRoute = createRoute({
  getParentRoute: () => portalsRoute,
  path: '/$portalid',
  params: {
    parse: ({ portalid }) => (/^[1-9]\d{0,15}$/.test(portalid) ? { portalid: Number(portalid) } : false),
    stringify: ({ portalid }) => ({ portalid: String(portalid) }),
  },
  loader: ({ context: { queryClient }, params: { portalid } }) => void queryClient.prefetchQuery(staffPortal(portalid)),
  component: lazyScreen(
    withTexts(() => import('./portal/portal-screen.tsx'), staffPortalTexts),
    'PortalScreen',
  ),
})

/** A portal opens on its look. */
export const firstTabRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/portals/$portalid/brand', params, replace: true })
  },
})
