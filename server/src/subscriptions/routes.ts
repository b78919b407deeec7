import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { answerPage, readPage } from '../kernel/database/pagination.ts'
import { type App, route } from '../kernel/http/route.ts'
import { subscriptionSort, subscriptionsOf, subscriptionTotalsOf } from './queries.ts'

const defaultSort = 'advanceDate'

export const subscriptionRoutes = (app: App): void => {
  route(app, listRecurringAdvances, async ({ db, scope, query, now, request, reply }) => {
    const page = readPage(query, subscriptionSort, { defaultSort, id: 'a.id' })
    const rows = await subscriptionsOf(db, scope, query.q, page)
    if (query.count === '1') {
      const { count, yearAmount } = await subscriptionTotalsOf(db, scope, query.q, now)
      reply.headers({ 'total-count': count, 'year-amount': yearAmount })
    }
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })
}
