import { listSearch } from '../list/list-params.ts'

export const readSubscriptionSearch = listSearch('advanceDate', 'code', 'description', 'quantity', 'taxedTotal')
export type SubscriptionSearch = ReturnType<typeof readSubscriptionSearch>
