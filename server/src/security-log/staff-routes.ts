import {
  exportStaffSecurityEvents,
  listStaffSecurityEvents,
  type SecurityAct,
  type SecurityReason,
  type SecurityResult,
  type StaffSecurityEvent,
} from '@portico/contract/security-log'
import { answerPage, everyPage, readPage } from '../kernel/database/pagination.ts'
import { sendCsv, spreadsheetTime } from '../kernel/http/csv.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { readRange, readTimeZone } from '../kernel/time/date-range.ts'
import { defaultSort, order, readActs } from './order.ts'
import { type StaffSecurityFilter, staffSecurityPage } from './staff-queries.ts'
import { type SecurityLogTexts, securityLogTexts } from './texts.ts'

const newestFirst = { defaultSort, id: 'e.id' } as const

type Query = {
  from?: string
  to?: string
  timeZone?: string
  what?: string
  account?: number
  webUser?: number
  contact?: number
}

const readFilter = (query: Query): StaffSecurityFilter => ({
  ...readRange(query, readTimeZone(query)),
  what: readActs(query.what),
  account: query.account,
  webUser: query.webUser,
  contact: query.contact,
})

type TimeOf = ReturnType<typeof spreadsheetTime>

/** The values of an entry under the titles of {@link SecurityLogTexts}. */
const valuesOf = (event: StaffSecurityEvent, { acts, results, reasons }: SecurityLogTexts, timeOf: TimeOf) => {
  const { at, lastAt, count, what, result, reason, portal, contact, webUser, apiKey, account, by } = event
  return [
    timeOf(at),
    timeOf(lastAt),
    count,
    acts[what as SecurityAct],
    results[result as SecurityResult],
    reason && reasons[reason as SecurityReason],
    portal?.webPortalName ?? null,
    contact?.companyName ?? null,
    webUser?.userName ?? null,
    apiKey?.name ?? null,
    account?.displayName ?? null,
    by?.displayName ?? null,
    event.address,
    event.userAgent,
  ]
}

/** Registers the security log for the administrators of a company. */
export const staffSecurityLogRoutes = (app: App): void => {
  const { security } = app.deps

  route(app, listStaffSecurityEvents, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, order, newestFirst)
    const rows = await staffSecurityPage(db, scope, readFilter(query), page)
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, exportStaffSecurityEvents, async ({ db, scope, query, request, reply }) => {
    const filter = readFilter(query)
    const texts = securityLogTexts[query.language ?? 'it-IT']
    const timeZone = readTimeZone(query)
    const timeOf = spreadsheetTime(timeZone)
    const rows = async function* () {
      for await (const events of everyPage(order, newestFirst, page => staffSecurityPage(db, scope, filter, page)))
        yield events.map(event => valuesOf(event, texts, timeOf))
    }
    const { serviceCompanyId, staffAccountId } = scope
    security.record({
      what: 'securityLog.exported',
      result: 'ok',
      serviceCompanyId,
      staffAccountId,
      origin: originOf(request),
    })
    return sendCsv(reply, 'security-log.csv', texts.columns(timeZone), rows())
  })
}
