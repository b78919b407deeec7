import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { answerCount, answerPage, readPage } from '../kernel/page.ts'
import { type App, route } from '../kernel/route.ts'
import { countSubscriptions, subscriptionSort, subscriptionsOf } from './queries.ts'

const defaultSort = 'advanceDate'

export const subscriptionRoutes = (app: App): void => {
  route(app, listRecurringAdvances, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, subscriptionSort, { defaultSort, id: 'a.id' })
    const rows = await subscriptionsOf(db, scope, query.q, page)
    await answerCount(db, query, reply, () => countSubscriptions(scope, query.q))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })
}
