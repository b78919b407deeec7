const sorts = ['advanceDate', '-advanceDate', 'taxedTotal', '-taxedTotal', 'description', '-description'] as const
export type SubscriptionSort = (typeof sorts)[number]

/** The order of an address without one. */
export const firstSort: SubscriptionSort = 'advanceDate'

/** What the list of subscriptions shows, as its address has it. */
export type SubscriptionsSearch = { q?: string; portal?: string; contact?: number; sort?: SubscriptionSort }

/** Reads the search of the list's address; what is malformed is left out. */
export const readSubscriptionsSearch = (search: Record<string, unknown>): SubscriptionsSearch => {
  const { portal } = search
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  const contact = Number(search.contact)
  const sort = sorts.find(one => one === search.sort)
  return {
    ...(typeof q === 'string' && q.trim() && { q: q.slice(0, 200) }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(Number.isSafeInteger(contact) && contact > 0 && { contact }),
    ...(sort && sort !== firstSort && { sort }),
  }
}
