import { createRoute } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readSubscriptionSearch } from './subscription-search.ts'

const texts = {
  it: () => import('../text/it/subscriptions.ts'),
  en: () => import('../text/en/subscriptions.ts'),
  es: () => import('../text/es/subscriptions.ts'),
}

const subscriptionListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/recurringAdvances',
  validateSearch: readSubscriptionSearch,
  ...listRouteOptions({
    flag: 'viewRecurringAdvances',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.subscriptionList
    },
    component: lazyScreen(
      withTexts(() => import('./subscription-list-screen.tsx'), listTexts, texts),
      'SubscriptionListScreen',
    ),
  }),
})

export const subscriptions = {
  menu: [
    menuEntry({
      key: 'recurringAdvances',
      group: 'work',
      icon: Repeat,
      isOpen: contact => contact.viewRecurringAdvances,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'subscription', queryKey: 'subscriptions' },
  contactRoutes: [subscriptionListRoute],
} as const satisfies Section
