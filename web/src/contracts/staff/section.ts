import { createRoute } from '@tanstack/react-router'
import { FileSignature } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { contractKinds, readContractsSearch } from './contracts-search.ts'

const staffContractsTexts = {
  it: () => import('../../text/it/staff/records/contracts.ts'),
  en: () => import('../../text/en/staff/records/contracts.ts'),
  es: () => import('../../text/es/staff/records/contracts.ts'),
}

/** What the customers' own parts say. */
const contractsTexts = {
  it: () => import('../../text/it/contracts.ts'),
  en: () => import('../../text/en/contracts.ts'),
  es: () => import('../../text/es/contracts.ts'),
}

const listRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/contracts',
  validateSearch: readContractsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { contracts } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(contracts(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./list/contracts-screen.tsx'), staffContractsTexts, staffRecordsTexts, listTexts),
    'ContractsScreen',
  ),
})

const contractRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/contracts/$kind/$contractid',
  params: {
    parse: ({ kind: named, contractid }) => {
      const kind = contractKinds.find(one => one === named)
      return kind && /^[1-9]\d{0,15}$/.test(contractid) ? { kind, contractid: Number(contractid) } : false
    },
    stringify: ({ kind, contractid }) => ({ kind, contractid: String(contractid) }),
  },
  loader: async ({ context: { queryClient }, params: { kind, contractid } }) => {
    const { contract } = await import('./data.ts')
    void queryClient.prefetchQuery(contract({ kind, id: contractid }))
  },
  component: lazyScreen(
    withTexts(
      () => import('./page/contract-screen.tsx'),
      staffContractsTexts,
      staffRecordsTexts,
      contractsTexts,
      listTexts,
    ),
    'ContractScreen',
  ),
})

export const staffContractsSection = {
  rail: [railEntry({ key: 'contracts', to: '/contracts', icon: FileSignature, goKey: 't' })],
  texts: [staffContractsTexts, staffRecordsTexts, contractsTexts],
  signedInRoutes: [listRoute, contractRoute],
} as const satisfies StaffSection
