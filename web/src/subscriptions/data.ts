import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { callPage } from '../api.ts'
import type { Here } from '../shell/addresses.ts'
import { pageQuery } from '../shell/page-query.ts'
import type { SubscriptionSearch } from './subscription-search.ts'

export const subscriptionList = (here: Here, { q, sort }: SubscriptionSearch) =>
  pageQuery(['subscriptions', here, { q, sort }], (page, signal) =>
    callPage(listRecurringAdvances, { params: here, query: { q, sort, ...page }, signal }),
  )
