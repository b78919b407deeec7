import type { Invoice } from '@portico/contract/invoices'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern } from '../kernel/database/search-words.ts'
import type { Range } from '../kernel/time/date-range.ts'

/** An invoice as the database returns it; the URLs of its files are signed later. */
type InvoiceRow = Omit<Invoice, 'invoiceDocumentUrl' | 'originalDocumentUrl'> & {
  fileId: number
  fileName: string
  originalId: number | null
  originalName: string | null
}

/** Filters of a list of invoices. */
export type InvoiceFilter = { range: Range; q?: string | undefined }

export const invoiceSort = {
  invoiceDate: { by: 'i.invoice_date', type: 'timestamptz' },
  documentNumber: { by: 'i.number_order', type: 'text' },
  total: { by: 'i.total', type: 'numeric' },
} satisfies Record<string, SortColumn>

const filtered = (scope: Scope, { range, q }: InvoiceFilter): Sql => {
  const conditions = [within(scope, 'i'), sql`i.withdrawn_at is null`]
  if (range.from) conditions.push(sql`i.invoice_date >= ${range.from}`)
  if (range.to) conditions.push(sql`i.invoice_date < ${range.to}`)
  if (q?.trim()) conditions.push(sql`i.search_text like ${containsPattern(q)}`)
  return join(conditions, ' and ')
}

export const invoicesOf = (db: Db, scope: Scope, filter: InvoiceFilter, page: Page): Promise<Paged<InvoiceRow>[]> =>
  db.list(sql`select i.id, i.document_number as "documentNumber", i.total, instant(i.invoice_date) as "invoiceDate",
      f.id as "fileId", f.name as "fileName", o.id as "originalId", o.name as "originalName",
      instant(i.replaced_at) as "replacedOn", ${page.key}
    from invoice i
    join file f on ${sameContact('f', 'i')} and f.id = i.file_id
    left join file o on ${sameContact('o', 'i')} and o.id = i.original_file_id
    where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countInvoices = (scope: Scope, filter: InvoiceFilter): Sql =>
  sql`select count(*) as count, coalesce(sum(i.total), 0.00)::text as amount from invoice i where ${filtered(scope, filter)}`
