import { searchStaff } from '@portico/contract/staff/ticket-actions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'

/** What the palette finds: a few of each kind. */
export const staffSearch = (q: string) =>
  queryOptions({
    queryKey: ['staff', 'search', q],
    queryFn: ({ signal }) => call(searchStaff, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
    staleTime: 10_000,
  })
