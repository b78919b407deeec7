import * as contract from '@portico/contract/invoices'
import type { Section } from '../sections/definition/section.ts'
import { invoiceRecord } from './record.ts'
import { invoiceRoutes } from './routes.ts'

export const invoices: Section = {
  name: 'invoices',
  contract,
  routes: invoiceRoutes,
  records: [invoiceRecord],
}
