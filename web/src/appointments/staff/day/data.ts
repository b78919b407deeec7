import { finishVisit, readStaffDay, readVisitHistory, reopenVisit } from '@portico/contract/staff/planning/day'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'
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

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: key }),
    client.invalidateQueries({ queryKey: ['staff', 'visits'] }),
    client.invalidateQueries({ queryKey: ['staff', 'time'] }),
  ])

/** Marks a visit as done, with its time. */
export const finish = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, body, key }: { id: number; body: CallInput<typeof finishVisit>['body']; key: string }) =>
      call(finishVisit, { params: { visitid: id }, body, idempotencyKey: key }),
    onSettled: () => refresh(client),
  })

/** Marks a visit as not done after all. */
export const reopen = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (visitid: number) => call(reopenVisit, { params: { visitid } }),
    onSettled: () => refresh(client),
  })
