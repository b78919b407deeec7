import { hasRole } from '@portico/contract/staff-roles'
import { createRoute, notFound } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import type { StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, publishNavTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readSignaturesSearch } from './signatures-search.ts'

const signatureTexts = {
  it: () => import('../../text/it/staff/publishing/signatures.ts'),
  en: () => import('../../text/en/staff/publishing/signatures.ts'),
  es: () => import('../../text/es/staff/publishing/signatures.ts'),
}

const signaturesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/publish/signatures',
  validateSearch: readSignaturesSearch,
  beforeLoad: ({ context: { me } }) => {
    if (!hasRole(me.role, 'office')) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { signature, signatures } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(signatures(deps))
    if (deps.open !== undefined) void queryClient.prefetchQuery(signature(deps.open))
  },
  component: lazyScreen(
    withTexts(() => import('./signatures-screen.tsx'), signatureTexts, publishNavTexts, listTexts),
    'SignaturesScreen',
  ),
})

export const signaturesSection = {
  texts: [signatureTexts],
  signedInRoutes: [signaturesRoute],
} as const satisfies StaffSection
