import { readStaffSecondFactor } from '@portico/contract/staff/second-factor'
import { changeStaffPassword } from '@portico/contract/staff/session'
import { endOtherStaffSessions, endStaffSession, listStaffSessions } from '@portico/contract/staff/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'

/** Changes the own password; the other sessions end. */
export const changePassword = {
  mutationFn: (body: { currentPassword: string; newPassword: string }) => call(changeStaffPassword, { body }),
}

/** Where one is signed in. */
export const ownSessions = queryOptions({
  queryKey: ['staff', 'sessions'],
  queryFn: ({ signal }) => call(listStaffSessions, { signal }),
})

/** Ends one of the own sessions. */
export const endSession = {
  mutationFn: (sessionid: number) => call(endStaffSession, { params: { sessionid } }),
}

/** Ends the own sessions but this one. */
export const endOthers = { mutationFn: () => call(endOtherStaffSessions, {}) }

/** The own second factor. */
export const secondFactor = queryOptions({
  queryKey: ['staff', 'second-factor'],
  queryFn: ({ signal }) => call(readStaffSecondFactor, { signal }),
})
