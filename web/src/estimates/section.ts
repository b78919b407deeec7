import { createRoute } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readEstimateSearch } from './estimate-search.ts'

const texts = {
  it: () => import('../text/it/estimates.ts'),
  en: () => import('../text/en/estimates.ts'),
  es: () => import('../text/es/estimates.ts'),
}

const estimateListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/estimates',
  validateSearch: readEstimateSearch,
  ...listRouteOptions({
    flag: 'viewEstimates',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.estimateList
    },
    component: lazyScreen(
      withTexts(() => import('./estimate-list-screen.tsx'), listTexts, texts),
      'EstimateListScreen',
    ),
  }),
})

export const estimates = {
  menu: [
    menuEntry({
      key: 'estimates',
      group: 'files',
      icon: FilePlus2,
      isOpen: contact => contact.viewEstimates,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'estimate', queryKey: 'estimates' },
  contactRoutes: [estimateListRoute],
} as const satisfies Section
