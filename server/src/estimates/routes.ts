import { listEstimates } from '@portico/contract/estimates'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { countEstimates, estimateSort, estimatesOf } from './queries.ts'

const defaultSort = '-estimateCreationDate'

export const estimateRoutes = (app: App): void => {
  const { signedUrls } = app.deps

  route(app, listEstimates, async ({ db, scope, query, now, request, reply }) => {
    const filter = { range: readRange(query, scope.timeZone), q: query.q }
    const page = readPage(query, estimateSort, { defaultSort, id: 'e.id' })
    const rows = await estimatesOf(db, scope, filter, page)
    await answerCount(db, query, reply, () => countEstimates(scope, filter))
    // Build the reply explicitly: rest/spread per row dominated the profile.
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => ({
      id: row.id,
      estimateName: row.estimateName,
      estimateNumber: row.estimateNumber,
      revisionNumber: row.revisionNumber,
      total: row.total,
      estimateCreationDate: row.estimateCreationDate,
      replacedOn: row.replacedOn,
      estimateDocumentUrl: signedUrls.sign({ id: row.fileId, name: row.fileName }, scope, now),
    }))
  })
}
