import { listActivityContracts, listServiceContracts, listTags } from '@portico/contract/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { ActivityContractSearch, ContractSearch, ServiceContractSearch } from './contract-search.ts'

// Smaller pages than other lists: each contract has all its activities.
const limit = 25

const queryOf = <By extends string>({ from, to, sort, filter, tagIds }: ContractSearch<By>) => ({
  status: filter === 2 ? ('all' as const) : ('active' as const),
  ...(from && { from }),
  ...(to && { to }),
  ...(sort && { sort }),
  ...(tagIds && { tagIds }),
})

export const activityContractList = (here: Here, search: ActivityContractSearch) => {
  const query = queryOf(search)
  return pageQuery(['contracts', here, 'activity', query], (page, signal) =>
    callPage(listActivityContracts, { params: here, query: { ...query, ...page, limit }, signal }),
  )
}

export const serviceContractList = (here: Here, search: ServiceContractSearch) => {
  const query = queryOf(search)
  return pageQuery(['contracts', here, 'service', query], (page, signal) =>
    callPage(listServiceContracts, { params: here, query: { ...query, ...page, limit }, signal }),
  )
}

/** The tags of the portal, for the filter of service contracts. */
export const tags = (company: string) =>
  queryOptions({
    queryKey: ['tags', company],
    queryFn: ({ signal }) => call(listTags, { params: { company }, signal }),
    staleTime: 10 * 60_000,
  })
