import { listBouncedAddresses, listQuarantine, readWaitingMail } from '@portico/contract/staff/mail'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'

/** The key of all that is loaded of mail that waits. */
const mailKey = ['staff', 'mail']
const pageSize = 100

/** The mails that wait for the staff, or that were dropped, newest first. */
export const waitingMails = (state: 'waiting' | 'dropped') =>
  infiniteQueryOptions({
    queryKey: [...mailKey, 'list', state],
    queryFn: ({ pageParam: before, signal }) =>
      call(listQuarantine, { query: { state, ...(before && { before: String(before) }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: rows => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
  })

/** A mail as it would be shown. */
export const waitingMail = (mailid: number) =>
  queryOptions({
    queryKey: [...mailKey, 'one', mailid],
    queryFn: ({ signal }) => call(readWaitingMail, { params: { mailid }, signal }),
  })

/** The addresses to which mails do not arrive. */
export const bouncedAddresses = queryOptions({
  queryKey: [...mailKey, 'bounced'],
  queryFn: ({ signal }) => call(listBouncedAddresses, { signal }),
})
