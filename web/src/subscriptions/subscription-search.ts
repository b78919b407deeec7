import { listSearch } from '../shell/list-search.ts'

export const readSubscriptionSearch = listSearch('advanceDate', 'code', 'description', 'quantity', 'taxedTotal')
export type SubscriptionSearch = ReturnType<typeof readSubscriptionSearch>
