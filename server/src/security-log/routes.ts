import { listSecurityEvents } from '@portico/contract/security-log'
import { answerPage, readPage } from '../kernel/database/pagination.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { defaultSort, order, readActs } from './order.ts'
import { securityPage } from './queries.ts'

/** Registers the endpoint by which a service company reads its security log. */
export const securityLogRoutes = (app: App): void => {
  route(app, listSecurityEvents, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, order, { defaultSort, id: 'e.id' })
    const { serviceCompanyId } = scope
    const filter = { serviceCompanyId, ...readRange(query, 'UTC'), what: readActs(query.what), webUser: query.webUser }
    const rows = answerPage(await securityPage(db, filter, page), page, { query, request, reply, defaultSort })
    return rows.map(({ id, at, lastAt, count, what, result, reason, portal, webUser, apiKey, ...from }) => {
      const { staff, byStaff, address, userAgent, requestId } = from
      const who = { portal, webUser, apiKey, staff, byStaff }
      return { id, at, lastAt, count, what, result, reason, ...who, address, userAgent, requestId }
    })
  })
}
