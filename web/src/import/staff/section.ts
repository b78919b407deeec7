import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import type { StaffSection } from '../../staff/session/staff-section.ts'
import { fileTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readImportSearch, readImportsSearch } from './import-search.ts'

const staffImportTexts = {
  it: () => import('../../text/it/staff/import.ts'),
  en: () => import('../../text/en/staff/import.ts'),
  es: () => import('../../text/es/staff/import.ts'),
}

// The names of what people may see.
const staffCustomersTexts = {
  it: () => import('../../text/it/staff/customers.ts'),
  en: () => import('../../text/en/staff/customers.ts'),
  es: () => import('../../text/es/staff/customers.ts'),
}

const requireOffice = ({ context: { me } }: { context: { me: StaffMe } }) => {
  if (me.role === 'technician') throw notFound()
}

const listRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/customers/import',
  validateSearch: readImportsSearch,
  beforeLoad: requireOffice,
  component: lazyScreen(
    withTexts(() => import('./imports-screen.tsx'), staffImportTexts, fileTexts),
    'ImportsScreen',
  ),
})

const runRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/customers/import/$importid',
  params: {
    parse: ({ importid }) => (/^[1-9]\d{0,15}$/.test(importid) ? { importid: Number(importid) } : false),
    stringify: ({ importid }) => ({ importid: String(importid) }),
  },
  validateSearch: readImportSearch,
  beforeLoad: requireOffice,
  component: lazyScreen(
    withTexts(() => import('./import-screen.tsx'), staffImportTexts, staffCustomersTexts, fileTexts),
    'ImportScreen',
  ),
})

export const imports = {
  texts: [staffImportTexts],
  signedInRoutes: [listRoute, runRoute],
} as const satisfies StaffSection
