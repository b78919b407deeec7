import { seesRecords } from '@portico/contract/staff-roles'
import { createRoute, notFound } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import type { StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readSubscriptionsSearch } from './subscriptions-search.ts'

const staffSubscriptionsTexts = {
  it: () => import('../../text/it/staff/records/subscriptions.ts'),
  en: () => import('../../text/en/staff/records/subscriptions.ts'),
  es: () => import('../../text/es/staff/records/subscriptions.ts'),
}

/** What the customers' own parts say. */
const subscriptionsTexts = {
  it: () => import('../../text/it/subscriptions.ts'),
  en: () => import('../../text/en/subscriptions.ts'),
  es: () => import('../../text/es/subscriptions.ts'),
}

const listRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/subscriptions',
  validateSearch: readSubscriptionsSearch,
  beforeLoad: ({ context: { me } }) => {
    if (!seesRecords(me, 'subscription')) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { subscriptions } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(subscriptions(deps))
  },
  component: lazyScreen(
    withTexts(
      () => import('./subscriptions-screen.tsx'),
      staffSubscriptionsTexts,
      staffRecordsTexts,
      subscriptionsTexts,
      listTexts,
    ),
    'SubscriptionsScreen',
  ),
})

export const staffSubscriptionsSection = {
  texts: [staffSubscriptionsTexts, staffRecordsTexts, subscriptionsTexts],
  signedInRoutes: [listRoute],
} as const satisfies StaffSection
