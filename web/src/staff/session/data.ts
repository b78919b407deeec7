import type { Language } from '@portico/contract/language'
import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import { beginSeeAs } from '@portico/contract/staff/customers/see-as'
import { type PresentColleague, setStaffPresence } from '@portico/contract/staff/events'
import {
  beginStaffTotp,
  confirmStaffTotp,
  giveStaffSecondFactor,
  removeStaffTotp,
  renewStaffRecoveryCodes,
} from '@portico/contract/staff/second-factor'
import {
  changeStaffPreferences,
  readStaffMe,
  type StaffMe,
  staffLogin,
  staffLogout,
} from '@portico/contract/staff/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { beginSession, endSession, isSignedIn, notifyTabs } from './session.ts'

/** The signed-in employee. */
export const staffMe = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: async ({ signal }) => {
    const me: StaffMe = await call(readStaffMe, { signal })
    beginSession(me.csrfToken)
    return me
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Changes what the account keeps of its owner's preferences. */
export const keepPreferences = {
  mutationFn: (body: { language?: Language | null; keys?: boolean }) => call(changeStaffPreferences, { body }),
}

/** Signs in; `next` of the answer says what is still to be done. */
export const staffSignIn = {
  mutationFn: async (body: { email: string; password: string; company?: number }) => {
    const answer = await call(staffLogin, { body })
    if (answer.next === null) notifyTabs('signed-in')
    return answer
  },
}

/** Finishes a sign-in by the code of an authenticator app, or a recovery code. */
export const giveCode = (code: string) => call(giveStaffSecondFactor, { body: { code } })

/** The calls that change the own second factor. */
export const factorCalls = {
  begin: (proof: StaffProof) => call(beginStaffTotp, { body: proof }),
  confirm: (code: string) => call(confirmStaffTotp, { body: { code } }),
  remove: (proof: StaffProof) => call(removeStaffTotp, { body: proof }),
  renew: (proof: StaffProof) => call(renewStaffRecoveryCodes, { body: proof }),
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export const staffSignOut = async () => {
  // The call needs the token, which ends with the session.
  const ended = call(staffLogout, {}).catch(() => undefined)
  await ended
  notifyTabs('signed-out')
  endSession(true)
}

/** Begins to see as a person of a customer. */
export const seeAsPerson = {
  mutationFn: (body: { contactId: number; webUserId: number }) => call(beginSeeAs, { body }),
}

/** Sends to colleagues what one does with a ticket. A failure does no harm: it is sent again soon. */
export const sendPresence = (ticketid: number, state: PresentColleague['state'] | 'gone') => {
  // A screen that is left because the session has ended.
  if (!isSignedIn()) return
  void call(setStaffPresence, { params: { ticketid }, body: { state }, keepalive: true }).catch(() => undefined)
}
