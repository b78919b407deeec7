import { createRoute } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { staffMailTexts, staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readCustomersSearch } from './customers-search.ts'

const staffCustomersTexts = {
  it: () => import('../../text/it/staff/customers.ts'),
  en: () => import('../../text/en/staff/customers.ts'),
  es: () => import('../../text/es/staff/customers.ts'),
}

const staffCustomerEndsTexts = {
  it: () => import('../../text/it/staff/customer-ends.ts'),
  en: () => import('../../text/en/staff/customer-ends.ts'),
  es: () => import('../../text/es/staff/customer-ends.ts'),
}

const staffInvitationsTexts = {
  it: () => import('../../text/it/staff/planning/invitations.ts'),
  en: () => import('../../text/en/staff/planning/invitations.ts'),
  es: () => import('../../text/es/staff/planning/invitations.ts'),
}

const listRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/customers',
  validateSearch: readCustomersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { customerCounts, customers } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(customers(deps))
    void queryClient.prefetchQuery(customerCounts(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./list/customers-screen.tsx'), staffCustomersTexts, staffRecordsTexts),
    'CustomersScreen',
  ),
})

const customerRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/customers/$contactid',
  params: {
    parse: ({ contactid }) => (/^[1-9]\d{0,15}$/.test(contactid) ? { contactid: Number(contactid) } : false),
    stringify: ({ contactid }) => ({ contactid: String(contactid) }),
  },
  loader: async ({ context: { queryClient }, params: { contactid } }) => {
    const { customer } = await import('./data.ts')
    void queryClient.prefetchQuery(customer(contactid))
  },
  component: lazyScreen(
    withTexts(
      () => import('./page/customer-screen.tsx'),
      staffCustomersTexts,
      staffCustomerEndsTexts,
      staffInvitationsTexts,
      staffMailTexts,
    ),
    'CustomerScreen',
  ),
})

export const customers = {
  rail: [railEntry({ key: 'customers', to: '/customers', icon: Building2, goKey: 'l' })],
  texts: [staffCustomersTexts, staffCustomerEndsTexts, staffInvitationsTexts, staffRecordsTexts],
  signedInRoutes: [listRoute, customerRoute],
} as const satisfies StaffSection
