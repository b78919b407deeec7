import { readStaffLink, useStaffLink as spendStaffLink, type UseStaffLink } from '@portico/contract/staff/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notifyTabs } from '../session/session.ts'

/** What a one-time link opens. */
export const staffLink = (key: string) =>
  queryOptions({
    queryKey: ['staff', 'link', key],
    queryFn: ({ signal }) => call(readStaffLink, { params: { key }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Uses a one-time link, and is signed in with it. */
export const spendLink = (key: string) => ({
  mutationFn: async (body: UseStaffLink) => {
    const answer = await call(spendStaffLink, { params: { key }, body })
    if (answer.next === null) notifyTabs('signed-in')
    return answer
  },
})
