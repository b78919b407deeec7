import { createRoute } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readInvoiceSearch } from './invoice-search.ts'

const texts = {
  it: () => import('../text/it/invoices.ts'),
  en: () => import('../text/en/invoices.ts'),
  es: () => import('../text/es/invoices.ts'),
}

const invoiceListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/invoices',
  validateSearch: readInvoiceSearch,
  ...listRouteOptions({
    flag: 'viewContactInvoices',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.invoiceList
    },
    component: lazyScreen(
      withTexts(() => import('./invoice-list-screen.tsx'), listTexts, texts),
      'InvoiceListScreen',
    ),
  }),
})

export const invoices = {
  menu: [
    menuEntry({
      key: 'invoices',
      group: 'files',
      icon: ReceiptText,
      isOpen: contact => contact.viewContactInvoices,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'invoice', queryKey: 'invoices' },
  contactRoutes: [invoiceListRoute],
} as const satisfies Section
