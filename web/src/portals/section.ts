import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute, portalRoute } from '../session/routes.ts'
import type { Section } from '../session/section.ts'

const publicPrivacyRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/privacy',
  component: lazyScreen(() => import('./privacy-screen.tsx'), 'OpenPrivacyScreen'),
})

const publicContactsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/contacts',
  component: lazyScreen(() => import('./contacts-screen.tsx'), 'OpenContactsScreen'),
})

const privacyRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/privacy',
  component: lazyScreen(() => import('./privacy-screen.tsx'), 'PrivacyScreen'),
})

const contactsRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/contacts',
  component: lazyScreen(() => import('./contacts-screen.tsx'), 'ContactsScreen'),
})

export const portals = {
  portalRoutes: [publicPrivacyRoute, publicContactsRoute],
  contactRoutes: [privacyRoute, contactsRoute],
} as const satisfies Section
