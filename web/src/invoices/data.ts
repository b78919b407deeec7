import { listInvoices } from '@portico/contract/invoices'
import { callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { InvoiceSearch } from './invoice-search.ts'

export const invoiceList = (here: Here, { open: _, ...query }: InvoiceSearch) =>
  pageQuery(['invoices', here, query], (page, signal) =>
    callPage(listInvoices, { params: here, query: { ...query, ...page }, signal }),
  )
