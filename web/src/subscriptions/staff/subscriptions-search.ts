import { type RecordSearch, readRecordSearch, readSort } from '../../staff/parts/records/record-search.ts'

const sorts = ['advanceDate', '-advanceDate', 'taxedTotal', '-taxedTotal', 'description', '-description'] as const
export type SubscriptionSort = (typeof sorts)[number]

/** The order of an address without one. */
export const firstSort: SubscriptionSort = sorts[0]

/** What the list of subscriptions shows, as its address has it. */
export type SubscriptionsSearch = RecordSearch & { sort?: SubscriptionSort }

/** Reads the search of the list's address; what is malformed is left out. */
export const readSubscriptionsSearch = (search: Record<string, unknown>): SubscriptionsSearch => ({
  ...readRecordSearch(search),
  ...readSort(sorts, search.sort),
})
