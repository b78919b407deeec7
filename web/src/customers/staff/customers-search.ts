import type { CustomerFilter } from '@portico/contract/staff/customers/customers'

// Written out, so that the start does not load the contract's schemas.
const customerFilters = ['lowHours', 'neverIn', 'archived'] as const satisfies readonly CustomerFilter[]

/** The orders of the list of customers. */
const customerSorts = [
  'companyName',
  '-companyName',
  'openTickets',
  '-openTickets',
  'hours',
  '-hours',
  'lastAccess',
  '-lastAccess',
] as const
export type CustomerSort = (typeof customerSorts)[number]

/** What the list of customers shows, as its address has it. */
export type CustomersSearch = {
  q?: string
  /** The key of a portal. */
  portal?: string
  only?: CustomerFilter
  sort?: CustomerSort
}

/** The order of an address without one. */
export const firstSort: CustomerSort = 'companyName'

/** Reads the search of the list's address; what is malformed is left out. */
export const readCustomersSearch = ({ q, portal, only, sort }: Record<string, unknown>): CustomersSearch => {
  const text = typeof q === 'number' ? String(q) : q
  const knownOnly = customerFilters.find(one => one === only)
  const knownSort = customerSorts.find(one => one === sort)
  return {
    ...(typeof text === 'string' && text.trim() && { q: text.slice(0, 200) }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(knownOnly && { only: knownOnly }),
    ...(knownSort && knownSort !== firstSort && { sort: knownSort }),
  }
}
