import { listSearch } from '../list/list-params.ts'

export const readInvoiceSearch = listSearch('invoiceDate', 'documentNumber', 'total')
export type InvoiceSearch = ReturnType<typeof readInvoiceSearch>
