import { readStaffDay, readVisitHistory } from '@portico/contract/staff/planning/day'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/api.ts'
import type { DaySearch } from './day-search.ts'

const key = ['staff', 'day'] as const
const MINUTE = 60_000

/** The day of one member of the staff. */
export const staffDay = ({ day, who }: DaySearch) =>
  queryOptions({
    queryKey: [...key, day ?? 'today', who ?? 'own'],
    queryFn: ({ signal }) =>
      call(readStaffDay, { query: { ...(day && { day }), ...(who && { staffUser: who }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5 * MINUTE,
  })

/** What was done before for the asset or the customer of a visit. */
export const visitHistory = (visitid: number) =>
  queryOptions({
    queryKey: [...key, 'history', visitid],
    queryFn: ({ signal }) => call(readVisitHistory, { params: { visitid }, signal }),
  })
