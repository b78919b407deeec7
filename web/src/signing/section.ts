import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { portalRoute, rootRoute } from '../session/routes.ts'
import type { Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'

const texts = {
  it: () => import('../text/it/signing.ts'),
  en: () => import('../text/en/signing.ts'),
  es: () => import('../text/es/signing.ts'),
}

// A document to sign: its key opens it without a sign-in.
const signRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/documents/$documentkey',
  component: lazyScreen(
    withTexts(() => import('./sign-layout.tsx'), listTexts, texts),
    'SignLayout',
  ),
})

const readDocumentRoute = createRoute({
  getParentRoute: () => signRoute,
  path: '/',
  component: lazyScreen(() => import('./read-screen.tsx'), 'ReadScreen'),
})

const confirmSignatureRoute = createRoute({
  getParentRoute: () => signRoute,
  path: '/confirm',
  component: lazyScreen(() => import('./confirm-screen.tsx'), 'ConfirmScreen'),
})

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify',
  component: lazyScreen(
    withTexts(() => import('./verify-screen.tsx'), texts),
    'VerifyScreen',
  ),
})

export const signing = {
  texts: [texts],
  rootRoutes: [verifyRoute],
  portalRoutes: [signRoute.addChildren([readDocumentRoute, confirmSignatureRoute])],
} as const satisfies Section
