import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { portalKeyIn, rootRoute } from '../session/routes.ts'
import type { Section } from '../session/section.ts'
import { inStoredPortal } from '../session/stored-portal.ts'
import { withTexts } from '../text/texts.ts'

const texts = {
  it: () => import('../text/it/appointments.ts'),
  en: () => import('../text/en/appointments.ts'),
  es: () => import('../text/es/appointments.ts'),
}

const taskTexts = {
  it: () => import('../text/it/tasks.ts'),
  en: () => import('../text/en/tasks.ts'),
  es: () => import('../text/es/tasks.ts'),
}

// Every page here is opened by a key, with or without a sign-in.
const appointmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/appointments/$company',
  params: {
    parse: params => {
      const company = portalKeyIn(params.company)
      return company === undefined ? false : { company }
    },
    stringify: ({ company }) => ({ company }),
  },
})

// An address may leave the portal out: the one that was last open in this browser is meant.
const openInStoredPortal = ({ pathname }: { pathname: string }) => {
  const address = inStoredPortal(pathname)
  throw address ? redirect({ href: address, replace: true }) : notFound()
}

const servicesWithoutPortalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/appointments',
  beforeLoad: ({ location }) => openInStoredPortal(location),
})

const appointmentWithoutPortalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/appointments/$',
  beforeLoad: ({ location }) => openInStoredPortal(location),
})

const servicesRoute = createRoute({
  getParentRoute: () => appointmentsRoute,
  path: '/',
  component: lazyScreen(
    withTexts(() => import('./services-screen.tsx'), texts),
    'ServicesScreen',
  ),
})

const appointmentRoute = createRoute({
  getParentRoute: () => appointmentsRoute,
  path: '/$eventkey',
  component: lazyScreen(
    withTexts(() => import('./appointment-screen.tsx'), texts),
    'AppointmentScreen',
  ),
})

const cancellationRoute = createRoute({
  getParentRoute: () => appointmentsRoute,
  path: '/cancellation/$eventkey',
  component: lazyScreen(
    withTexts(() => import('./cancellation-screen.tsx'), texts),
    'CancellationScreen',
  ),
})

const confirmationRoute = createRoute({
  getParentRoute: () => appointmentsRoute,
  path: '/confirmation/$confirmationkey',
  component: lazyScreen(
    withTexts(() => import('./confirmation-screen.tsx'), texts),
    'ConfirmationScreen',
  ),
})

const reschedulingRoute = createRoute({
  getParentRoute: () => appointmentsRoute,
  path: '/rescheduling/$eventkey',
  component: lazyScreen(
    withTexts(() => import('./rescheduling-screen.tsx'), texts),
    'ReschedulingScreen',
  ),
})

const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$company/$eventkey',
  params: {
    parse: ({ eventkey, ...params }) => {
      const company = portalKeyIn(params.company)
      return company === undefined ? false : { company, eventkey }
    },
    stringify: ({ company, eventkey }) => ({ company, eventkey }),
  },
  component: lazyScreen(
    withTexts(() => import('./task/task-screen.tsx'), texts, taskTexts),
    'TaskScreen',
  ),
})

const taskWithoutPortalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$eventkey',
  component: lazyScreen(
    withTexts(() => import('./task/task-screen.tsx'), texts, taskTexts),
    'TaskWithoutPortalScreen',
  ),
})

export const appointments = {
  texts: [texts, taskTexts],
  rootRoutes: [
    servicesWithoutPortalRoute,
    appointmentWithoutPortalRoute,
    appointmentsRoute.addChildren([
      servicesRoute,
      appointmentRoute,
      cancellationRoute,
      confirmationRoute,
      reschedulingRoute,
    ]),
    taskRoute,
    taskWithoutPortalRoute,
  ],
} as const satisfies Section
