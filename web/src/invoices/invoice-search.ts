import { listSearch } from '../shell/list-search.ts'

export const readInvoiceSearch = listSearch('invoiceDate', 'documentNumber', 'total')
export type InvoiceSearch = ReturnType<typeof readInvoiceSearch>
