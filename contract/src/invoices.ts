import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { euro, Id, Instant, Link, nullable, pageQuery, rangeQuery, Search, sortBy } from './shapes.ts'

/**
 * An invoice or, with a negative total, a credit note. `total` is in euro, with at most two decimals. For an electronic invoice the
 * original is its XML or signed file (.p7m), and the document is a readable copy; otherwise the original is null.
 */
export const Invoice = Type.Object({
  id: Id,
  documentNumber: Type.String(),
  total: euro('invoice'),
  invoiceDate: Instant,
  invoiceDocumentUrl: Link,
  originalDocumentUrl: nullable(Link),
  /** When the file was replaced by this one, if ever. */
  replacedOn: nullable(Instant),
})
export type Invoice = Static<typeof Invoice>

export const listInvoices = endpoint({
  name: 'listInvoices',
  summary: 'Invoices, newest first; `q` is found in the number. `count=1` adds up `Total-Amount`, in euro.',
  method: 'GET',
  path: '/api/:company/:contactid/invoices',
  access: 'viewContactInvoices',
  query: Type.Object({
    ...rangeQuery,
    ...pageQuery,
    sort: sortBy('invoiceDate', 'documentNumber', 'total'),
    q: Type.Optional(Search),
  }),
  reply: Type.Array(Invoice),
})
