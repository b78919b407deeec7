import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { SubscriptionSearch } from './subscription-search.ts'

export const subscriptionList = (here: Here, { q, sort }: SubscriptionSearch) =>
  pageQuery(['subscriptions', here, { q, sort }], (page, signal) =>
    callPage(listRecurringAdvances, { params: here, query: { q, sort, ...page }, signal }),
  )
