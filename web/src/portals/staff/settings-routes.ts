import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { withTexts } from '../../text/texts.ts'
import { portalServices, service, serviceStaff } from './bookable/data.ts'
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

const staffBookableTexts = {
  it: () => import('../../text/it/staff/planning/bookable.ts'),
  en: () => import('../../text/en/staff/planning/bookable.ts'),
  es: () => import('../../text/es/staff/planning/bookable.ts'),
}

// The hours of a week are written as those of the company are.
const staffHoursTexts = {
  it: () => import('../../text/it/staff/hours.ts'),
  en: () => import('../../text/en/staff/hours.ts'),
  es: () => import('../../text/es/staff/hours.ts'),
}

const servicesRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/services',
  loader: ({ context: { queryClient }, params: { portalid } }) =>
    void queryClient.prefetchQuery(portalServices(portalid)),
  component: lazyScreen(
    withTexts(() => import('./bookable/bookable-screen.tsx'), staffBookableTexts, staffHoursTexts),
    'BookableScreen',
  ),
})

const newServiceRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/services/new',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(serviceStaff),
  component: lazyScreen(
    withTexts(() => import('./bookable/service-screen.tsx'), staffBookableTexts, staffHoursTexts),
    'NewServiceScreen',
  ),
})

const serviceRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/services/$serviceid',
  params: {
    parse: ({ serviceid }) => (/^[1-9]\d{0,15}$/.test(serviceid) ? { serviceid: Number(serviceid) } : false),
    stringify: ({ serviceid }) => ({ serviceid: String(serviceid) }),
  },
  loader: ({ context: { queryClient }, params: { serviceid } }) => {
    void queryClient.prefetchQuery(service(serviceid))
    void queryClient.prefetchQuery(serviceStaff)
  },
  component: lazyScreen(
    withTexts(() => import('./bookable/service-screen.tsx'), staffBookableTexts, staffHoursTexts),
    'ServiceScreen',
  ),
})

/** The routes of the tabs after the look, below `portalRoute`. */
export const settingsRoutes = [
  contactRoute,
  textsRoute,
  ticketsRoute,
  noticesRoute,
  functionsRoute,
  servicesRoute,
  newServiceRoute,
  serviceRoute,
] as const

/** The texts that they load with their screens. */
export const settingsTexts = [staffPortalSettingsTexts, staffBookableTexts] as const
