import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { withTexts } from '../../text/texts.ts'
import { portalRoute } from './routes.ts'
import { companyGroups, portalNotices, portalSteps, portalTypes, privacyVersions } from './settings/data.ts'

const staffPortalSettingsTexts = {
  it: () => import('../../text/it/staff/portal-settings.ts'),
  en: () => import('../../text/en/staff/portal-settings.ts'),
  es: () => import('../../text/es/staff/portal-settings.ts'),
}

const contactRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/contact',
  component: lazyScreen(
    withTexts(() => import('./contact/contact-screen.tsx'), staffPortalSettingsTexts),
    'ContactScreen',
  ),
})

const textsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/texts',
  loader: ({ context: { queryClient }, params: { portalid } }) =>
    void queryClient.prefetchQuery(privacyVersions(portalid)),
  component: lazyScreen(
    withTexts(() => import('./texts/texts-screen.tsx'), staffPortalSettingsTexts),
    'TextsScreen',
  ),
})

const ticketsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/tickets',
  loader: ({ context: { queryClient }, params: { portalid } }) => {
    void queryClient.prefetchQuery(portalTypes(portalid))
    void queryClient.prefetchQuery(portalSteps(portalid))
    void queryClient.prefetchQuery(companyGroups)
  },
  component: lazyScreen(
    withTexts(() => import('./tickets/tickets-screen.tsx'), staffPortalSettingsTexts),
    'TicketsScreen',
  ),
})

const noticesRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/notices',
  loader: ({ context: { queryClient }, params: { portalid } }) =>
    void queryClient.prefetchQuery(portalNotices(portalid)),
  component: lazyScreen(
    withTexts(() => import('./notices/notices-screen.tsx'), staffPortalSettingsTexts),
    'NoticesScreen',
  ),
})

const functionsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/functions',
  component: lazyScreen(
    withTexts(() => import('./functions/functions-screen.tsx'), staffPortalSettingsTexts),
    'FunctionsScreen',
  ),
})

/** The routes of the tabs after the look, below `portalRoute`. */
export const settingsRoutes = [contactRoute, textsRoute, ticketsRoute, noticesRoute, functionsRoute] as const

/** The texts that they load with their screens. */
export const settingsTexts = [staffPortalSettingsTexts] as const
