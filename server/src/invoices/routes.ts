import { listInvoices } from '@portico/contract/invoices'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { countInvoices, invoiceSort, invoicesOf } from './queries.ts'

const defaultSort = '-invoiceDate'

export const invoiceRoutes = (app: App): void => {
  const { signedUrls } = app.deps

  route(app, listInvoices, async ({ db, scope, query, now, request, reply }) => {
    const filter = { range: readRange(query, scope.timeZone), q: query.q }
    const page = readPage(query, invoiceSort, { defaultSort, id: 'i.id' })
    const rows = await invoicesOf(db, scope, filter, page)
    await answerCount(db, query, reply, () => countInvoices(scope, filter))
    // Build the reply explicitly: rest/spread per row dominated the profile.
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => ({
      id: row.id,
      documentNumber: row.documentNumber,
      total: row.total,
      invoiceDate: row.invoiceDate,
      replacedOn: row.replacedOn,
      invoiceDocumentUrl: signedUrls.sign({ id: row.fileId, name: row.fileName }, scope, now),
      originalDocumentUrl:
        row.originalId === null
          ? null
          : signedUrls.sign({ id: row.originalId, name: row.originalName ?? '' }, scope, now),
    }))
  })
}
