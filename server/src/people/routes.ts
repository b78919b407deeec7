import {
  type ContactLogEntry,
  changeSignInRule,
  exportContactLog,
  listContactLog,
  readSignInRule,
} from '@portico/contract/sign-in/people'
import type { ContactAct } from '@portico/contract/values/contact-acts'
import type { Scope } from '../kernel/access/scope.ts'
import { findFactorDue } from '../kernel/access/sign-in-due.ts'
import type { Db } from '../kernel/database/db.ts'
import { answerCount, answerPage, everyPage, readPage } from '../kernel/database/pagination.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { sendCsv, spreadsheetTime } from '../kernel/http/csv.ts'
import { readIds } from '../kernel/http/id-list.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { areColleagues, countLog, type LogFilter, logOf, logSort } from './log-queries.ts'
import { readRule, setRule } from './sign-in-rule-queries.ts'
import { type LogTexts, logTexts } from './texts.ts'

const defaultSort = '-at'
const order = { defaultSort, id: 'l.id' } as const

type Query = { from?: string; to?: string; what?: ContactAct; webUserIds?: string; staff?: '1' }

const readFilter = async (db: Db, query: Query, scope: Scope): Promise<LogFilter> => {
  const webUserIds = readIds(query.webUserIds, 'query.webUserIds')
  if (webUserIds && !(await areColleagues(db, scope, webUserIds)))
    failAt('not_found', 'query.webUserIds', 'names a web user who is not there')
  return { range: readRange(query, scope.timeZone), what: query.what, webUserIds, onlyStaff: query.staff === '1' }
}

const titlesOf = (texts: LogTexts, timeZone: string) => [texts.at(timeZone), ...texts.columns]

/** The values of an entry under {@link titlesOf}. */
const valuesOf = (
  entry: ContactLogEntry,
  { acts, methods, factors }: LogTexts,
  timeOf: ReturnType<typeof spreadsheetTime>,
) => {
  const { at, what, person, staff, fileName, method, secondFactor, address, device } = entry
  return [
    timeOf(at),
    acts[what],
    person?.referentName ?? null,
    staff,
    fileName,
    method && methods[method],
    secondFactor && factors[secondFactor],
    address,
    device,
  ]
}

const changeRule =
  ({ deps, authenticator }: App) =>
  async ({ db, scope, body, request }: CallOf<typeof changeSignInRule>) => {
    const { secondFactorRequired } = body
    // Who requires it is not shut out by it.
    const due = secondFactorRequired ? await findFactorDue(db, scope) : null
    if (due !== null) fail('second_factor_required', { detail: due })
    if (await setRule(db, scope, secondFactorRequired)) {
      authenticator.forget()
      const what = secondFactorRequired ? 'secondFactorRequired' : 'secondFactorOptional'
      const { serviceCompanyId, portalId, contactId, sessionId, membershipId, webUserId } = scope
      const origin = originOf(request)
      const keys = { serviceCompanyId, portalId, contactId, webUserId }
      deps.contactLog.note({ ...keys, what, sessionId, membershipId, staffUserId: null, origin })
      deps.security.record({ ...keys, what: `contact.${what}`, result: 'ok', origin })
    }
    return { ...(await readRule(db, scope)), logMonths: deps.securityLogMonths }
  }

/** How a contact's people have to sign in, and the log of the contact, for its administrators. */
export const peopleRoutes = (app: App): void => {
  const { contactLog } = app.deps
  const { securityLogMonths: logMonths } = app.deps
  route(app, readSignInRule, async ({ db, scope }) => ({ ...(await readRule(db, scope)), logMonths }))
  route(app, changeSignInRule, changeRule(app))

  route(app, listContactLog, async ({ db, scope, query, request, reply }) => {
    const filter = await readFilter(db, query, scope)
    await contactLog.flush()
    const page = readPage(query, logSort, order)
    const rows = await logOf(db, scope, filter, page)
    await answerCount(db, query, reply, () => countLog(scope, filter))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, exportContactLog, async ({ db, scope, query, reply }) => {
    const filter = await readFilter(db, query, scope)
    await contactLog.flush()
    const texts = logTexts[query.language ?? 'it-IT']
    const { timeZone } = scope
    const timeOf = spreadsheetTime(timeZone)
    const rows = async function* () {
      for await (const entries of everyPage(logSort, order, page => logOf(db, scope, filter, page)))
        yield entries.map(entry => valuesOf(entry, texts, timeOf))
    }
    return sendCsv(reply, 'access-log.csv', titlesOf(texts, timeZone), rows())
  })
}
