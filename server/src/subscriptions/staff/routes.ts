import {
  changeStaffSubscription,
  listStaffSubscriptions,
  makeStaffSubscription,
  readStaffSubscription,
  removeStaffSubscription,
} from '@portico/contract/staff/records/subscriptions'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { changeSubscription, makeSubscription, removeSubscription } from './changes.ts'
import {
  countStaffSubscriptions,
  staffSubscriptionOf,
  staffSubscriptionSort,
  staffSubscriptionsOf,
} from './staff-queries.ts'

const defaultSort = 'advanceDate'

/** What the office does with subscriptions. */
export const staffSubscriptionRoutes = (app: App, { seal }: Pick<WriteDeps, 'seal'>): void => {
  const deps = { ...app.deps, seal }

  const answer = async (db: Db, scope: StaffScope, id: number) =>
    (await staffSubscriptionOf(db, scope, id)) ?? fail('not_found')

  route(app, listStaffSubscriptions, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, staffSubscriptionSort, { defaultSort, id: 'a.id' })
    const rows = await staffSubscriptionsOf(db, scope, query, page)
    await answerCount(db, query, reply, () => countStaffSubscriptions(scope, query))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, readStaffSubscription, ({ db, scope, params }) => answer(db, scope, params.subscriptionid))

  route(app, makeStaffSubscription, async ({ db, scope, body, now }) =>
    answer(db, scope, await makeSubscription({ ...deps, database: db }, scope, body, now)),
  )

  route(app, changeStaffSubscription, async ({ db, scope, params, body, request, now }) => {
    const target = { id: params.subscriptionid, ifMatch: request.headers['if-match'], now }
    await changeSubscription(deps, scope, target, body)
    return answer(db, scope, params.subscriptionid)
  })

  route(app, removeStaffSubscription, ({ scope, params, request, now }) =>
    removeSubscription(deps, scope, { id: params.subscriptionid, ifMatch: request.headers['if-match'], now }),
  )
}
