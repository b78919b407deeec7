import { disownStaffSignIn, readStaffSignInNotice } from '@portico/contract/staff/sign-in/notices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'

/** The sign-in that a mail was about. */
export const signInNotice = (key: string) =>
  queryOptions({
    queryKey: ['staff', 'sign-in-notice', key],
    queryFn: ({ signal }) => call(readStaffSignInNotice, { params: { key }, signal }),
    retry: false,
  })

/** Ends the session of a sign-in that was somebody else. */
export const endUnknownSession = { mutationFn: (key: string) => call(disownStaffSignIn, { params: { key } }) }
