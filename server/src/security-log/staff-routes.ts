import {
  exportStaffSecurityEvents,
  listStaffSecurityEvents,
  type StaffSecurityEvent,
} from '@portico/contract/security-log'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { answerPage, cursorOf, readPage } from '../kernel/database/pagination.ts'
import { fail } from '../kernel/errors/fail.ts'
import { csvStream } from '../kernel/http/csv.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { defaultSort, order, readActs } from './order.ts'
import { type StaffSecurityFilter, staffSecurityPage } from './staff-queries.ts'

const EXPORT_PAGE = 1000

type Query = { from?: string; to?: string; what?: string; account?: number; webUser?: number; contact?: number }

const readFilter = (query: Query): StaffSecurityFilter => ({
  ...readRange(query, 'UTC'),
  what: readActs(query.what),
  account: query.account,
  webUser: query.webUser,
  contact: query.contact,
})

/** What the company's customers of every portal do is in it. */
const requireAllPortals = ({ portalIds }: StaffScope) => {
  if (portalIds !== null) fail('forbidden', { detail: 'The security log is for administrators of all portals.' })
}

const readAll = async function* (db: Db, scope: StaffScope, filter: StaffSecurityFilter) {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = readPage({ limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) }, order, {
      defaultSort,
      id: 'e.id',
    })
    const rows = await staffSecurityPage(db, scope, filter, page)
    yield rows.slice(0, page.size)
    cursor = cursorOf(rows, page, defaultSort)
  }
}

const columns: Record<string, (event: StaffSecurityEvent) => string | number | null> = {
  at: ({ at }) => at,
  lastAt: ({ lastAt }) => lastAt,
  count: ({ count }) => count,
  what: ({ what }) => what,
  result: ({ result }) => result,
  reason: ({ reason }) => reason,
  portal: ({ portal }) => portal?.webPortalName ?? null,
  contact: ({ contact }) => contact?.companyName ?? null,
  webUser: ({ webUser }) => webUser?.userName ?? null,
  apiKey: ({ apiKey }) => apiKey?.name ?? null,
  account: ({ account }) => account?.displayName ?? null,
  by: ({ by }) => by?.displayName ?? null,
  address: ({ address }) => address,
  userAgent: ({ userAgent }) => userAgent,
}

const csvRows = async function* (pages: AsyncIterable<StaffSecurityEvent[]>) {
  const values = Object.values(columns)
  for await (const events of pages) yield events.map(event => values.map(read => read(event)))
}

/** Registers the security log for the administrators of a company. */
export const staffSecurityLogRoutes = (app: App): void => {
  const { security } = app.deps

  route(app, listStaffSecurityEvents, async ({ db, scope, query, request, reply }) => {
    requireAllPortals(scope)
    const page = readPage(query, order, { defaultSort, id: 'e.id' })
    const rows = await staffSecurityPage(db, scope, readFilter(query), page)
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, exportStaffSecurityEvents, async ({ db, scope, query, request, reply }) => {
    requireAllPortals(scope)
    const rows = csvRows(readAll(db, scope, readFilter(query)))
    const { serviceCompanyId, staffAccountId } = scope
    security.record({
      what: 'securityLog.exported',
      result: 'ok',
      serviceCompanyId,
      staffAccountId,
      origin: originOf(request),
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="security-log.csv"')
      .send(csvStream(Object.keys(columns), rows))
  })
}
