import { listActivityContracts, listServiceContracts, listTags } from '@portico/contract/contracts'
import type { Scope } from '../kernel/access/scope.ts'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { readIds } from '../kernel/http/id-list.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { contractAnswer, type Sign, serviceAnswer } from './answer.ts'
import { activityContractsOf, type ContractTotals, contractSort, contractTotalsOf } from './queries.ts'
import { countServiceContracts, serviceContractsOf, serviceSort, tagsOf } from './service-queries.ts'

const totalHeaders = (totals: ContractTotals) => ({
  'total-count': totals.count,
  'total-active': totals.active,
  'total-minutes': totals.minutes,
  'total-minutes-amount': totals.minutesAmount,
  'total-units': totals.units,
  'total-units-amount': totals.unitsAmount,
  'active-minutes': totals.activeMinutes,
  'active-minutes-amount': totals.activeMinutesAmount,
  'active-units': totals.activeUnits,
  'active-units-amount': totals.activeUnitsAmount,
  ...(totals.nextEnd !== null && { 'next-end': totals.nextEnd }),
})

export const contractRoutes = (app: App): void => {
  const { signedUrls } = app.deps
  const signFor =
    (scope: Scope, now: Date): Sign =>
    (id, name) =>
      signedUrls.sign({ id, name }, scope, now)

  route(app, listActivityContracts, async ({ db, scope, query, now, request, reply }) => {
    const defaultSort = '-start'
    const filter = { range: readRange(query, scope.timeZone), active: query.status === 'active', now }
    const page = readPage(query, contractSort, { defaultSort, id: 'c.id' })
    const rows = await activityContractsOf(db, scope, filter, page)
    if (query.count === '1') reply.headers(totalHeaders(await contractTotalsOf(db, scope, filter)))
    const sign = signFor(scope, now)
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => contractAnswer(row, sign))
  })

  route(app, listServiceContracts, async ({ db, scope, query, now, request, reply }) => {
    const defaultSort = '-activeFrom'
    const range = readRange(query, scope.timeZone)
    const filter = { range, active: query.status === 'active', now, tagIds: readIds(query.tagIds, 'query.tagIds') }
    const page = readPage(query, serviceSort, { defaultSort, id: 'c.id' })
    const rows =
      (await serviceContractsOf(db, scope, filter, page)) ??
      failAt('not_found', 'query.tagIds', 'names a tag that is not there')
    await answerCount(db, query, reply, () => countServiceContracts(scope, filter))
    const sign = signFor(scope, now)
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => serviceAnswer(row, sign))
  })

  route(app, listTags, async ({ db, params }) => (await tagsOf(db, params.company)) ?? fail('not_found'))
}
