import type { ContractKind, ContractState } from '@portico/contract/staff/records/contracts'

/** The kinds of contracts. Written out, so that the start does not load the contract's schemas. */
export const contractKinds = ['activity', 'service'] as const satisfies readonly ContractKind[]

/** Which contracts a list shows: without it the running ones. */
export const shownStates = ['all', 'toCome', 'active', 'expiring', 'ended'] as const satisfies readonly (
  | 'all'
  | ContractState
)[]
export type ShownState = (typeof shownStates)[number]

const sorts = ['endsOn', '-endsOn', 'name', '-name'] as const
export type ContractSort = (typeof sorts)[number]

/** The order of an address without one. */
export const firstSort: ContractSort = 'endsOn'

/** What the list of contracts shows, as its address has it. */
export type ContractsSearch = {
  q?: string
  /** The key of a portal. */
  portal?: string
  contact?: number
  kind?: ContractKind
  state?: ShownState
  low?: '1'
  sort?: ContractSort
}

const positive = (value: unknown) => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Reads the search of the list's address; what is malformed is left out. */
export const readContractsSearch = (search: Record<string, unknown>): ContractsSearch => {
  const { portal, low } = search
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  const contact = positive(search.contact)
  const kind = contractKinds.find(one => one === search.kind)
  const state = shownStates.find(one => one === search.state)
  const sort = sorts.find(one => one === search.sort)
  return {
    ...(typeof q === 'string' && q.trim() && { q: q.slice(0, 200) }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(contact !== undefined && { contact }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(String(low) === '1' && { low: '1' as const }),
    ...(sort && sort !== firstSort && { sort }),
  }
}
