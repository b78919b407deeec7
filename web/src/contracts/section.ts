import { createRoute } from '@tanstack/react-router'
import { FileSignature } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readActivityContractSearch, readServiceContractSearch } from './contract-search.ts'

const texts = {
  it: () => import('../text/it/contracts.ts'),
  en: () => import('../text/en/contracts.ts'),
  es: () => import('../text/es/contracts.ts'),
}

const activityContractListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/activitycontracts',
  validateSearch: readActivityContractSearch,
  ...listRouteOptions({
    flag: 'viewContactContracts',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.activityContractList
    },
    component: lazyScreen(
      withTexts(() => import('./activity-contract-list-screen.tsx'), listTexts, texts),
      'ActivityContractListScreen',
    ),
  }),
})

const serviceContractListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/servicecontracts',
  validateSearch: readServiceContractSearch,
  ...listRouteOptions({
    flag: 'viewContactContracts',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.serviceContractList
    },
    component: lazyScreen(
      withTexts(() => import('./service-contract-list-screen.tsx'), listTexts, texts),
      'ServiceContractListScreen',
    ),
  }),
})

// A portal has contracts of one kind; the address of the other kind stays open, for links.
export const contracts = {
  menu: [
    menuEntry({
      key: 'activitycontracts',
      group: 'work',
      icon: FileSignature,
      isOpen: contact => contact.viewContactContracts && !contact.portalSettings.enableServiceContracts,
    }),
    menuEntry({
      key: 'servicecontracts',
      group: 'work',
      icon: FileSignature,
      isOpen: contact => contact.viewContactContracts && contact.portalSettings.enableServiceContracts,
    }),
  ],
  texts: [texts],
  // Work under a contract changes what is left of it, wherever in the list it stands.
  liveRecords: { purpose: 'contract', queryKey: 'contracts', changesRows: true },
  contactRoutes: [activityContractListRoute, serviceContractListRoute],
} as const satisfies Section
