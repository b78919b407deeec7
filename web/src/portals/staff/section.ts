import { createRoute } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { withTexts } from '../../text/texts.ts'
import {
  administersOne,
  administersPortals,
  firstTabRoute,
  newPortalRoute,
  portalListRoute,
  portalRoute,
  portalsRoute,
  staffPortalTexts,
} from './routes.ts'
import { settingsRoutes, settingsTexts } from './settings-routes.ts'

const staffBrandTexts = {
  it: () => import('../../text/it/staff/brand.ts'),
  en: () => import('../../text/en/staff/brand.ts'),
  es: () => import('../../text/es/staff/brand.ts'),
}

const brandRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/brand',
  component: lazyScreen(
    withTexts(() => import('./brand/brand-screen.tsx'), staffBrandTexts),
    'BrandScreen',
  ),
})

export const portals = {
  rail: [
    railEntry({ key: 'portals', to: '/portals', icon: LayoutTemplate, goKey: 'o', isOpen: administersPortals }),
    // Whoever has one portal never reads the word.
    railEntry({ key: 'look', to: '/portals', icon: LayoutTemplate, goKey: 'o', isOpen: administersOne }),
  ],
  texts: [staffPortalTexts, staffBrandTexts, ...settingsTexts],
  signedInRoutes: [
    portalsRoute.addChildren([
      portalListRoute,
      newPortalRoute,
      portalRoute.addChildren([firstTabRoute, brandRoute, ...settingsRoutes]),
    ]),
  ],
} as const satisfies StaffSection
