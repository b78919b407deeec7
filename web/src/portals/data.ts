import { readPrivacy } from '@portico/contract/portals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api.ts'

/** The privacy terms of a portal. */
export const privacyTerms = (company: string) =>
  queryOptions({
    queryKey: ['privacy', company],
    queryFn: ({ signal }) => call(readPrivacy, { params: { company }, signal }),
    staleTime: 10 * 60_000,
  })
