import { listActivityReports } from '@portico/contract/reports'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { countReports, reportSort, reportsOf } from './queries.ts'

const defaultSort = '-dateTime'

export const reportRoutes = (app: App): void => {
  const { signedUrls } = app.deps

  route(app, listActivityReports, async ({ db, scope, query, now, request, reply }) => {
    const { q, wikiFilter, taskId } = query
    if (wikiFilter?.trim() && !scope.flags.viewContactWiki) fail('forbidden')
    const filter = { range: readRange(query, scope.timeZone), q, wikiFilter, taskId }
    const page = readPage(query, reportSort, { defaultSort, id: 'r.id' })
    const rows =
      (await reportsOf(db, scope, filter, page)) ??
      failAt('not_found', 'query.taskId', 'names a ticket that is not there')
    await answerCount(db, query, reply, () => countReports(scope, filter))
    // Build the reply explicitly: rest/spread per row dominated the profile.
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => ({
      id: row.id,
      name: row.name,
      dateTime: row.dateTime,
      replacedOn: row.replacedOn,
      documentUrl: signedUrls.sign({ id: row.fileId, name: row.fileName }, scope, now),
      taskId: row.taskId,
      taskName: row.taskName,
      ticketNumber: row.ticketNumber,
    }))
  })
}
