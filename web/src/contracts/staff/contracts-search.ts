import type { ContractKind, ContractState } from '@portico/contract/staff/records/contracts'
import { type RecordSearch, readRecordSearch, readSort } from '../../staff/parts/records/record-search.ts'

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
export const firstSort: ContractSort = sorts[0]

/** What the list of contracts shows, as its address has it. */
export type ContractsSearch = RecordSearch & {
  kind?: ContractKind
  state?: ShownState
  low?: '1'
  sort?: ContractSort
}

/** Reads the search of the list's address; what is malformed is left out. */
export const readContractsSearch = (search: Record<string, unknown>): ContractsSearch => {
  const kind = contractKinds.find(one => one === search.kind)
  const state = shownStates.find(one => one === search.state)
  return {
    ...readRecordSearch(search),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(String(search.low) === '1' && { low: '1' as const }),
    ...readSort(sorts, search.sort),
  }
}
