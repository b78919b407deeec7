import { exportStaffSecurityEvents, listStaffSecurityEvents } from '@portico/contract/security-log'
import {
  changeStaffAccount,
  endStaffAccount,
  inviteStaff,
  inviteStaffAgain,
  listStaffAccounts,
  restoreStaffAccount,
} from '@portico/contract/staff/accounts'
import { leaveDemo } from '@portico/contract/staff/demo'
import { readStaffChoices } from '@portico/contract/staff/tickets'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, type CallInput, call, callPage } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import { tellTabs } from '../session/session.ts'
import type { LogSearch } from './log-search.ts'

/** The accounts of the company. */
export const staffAccounts = queryOptions({
  queryKey: ['staff', 'accounts'],
  queryFn: ({ signal }) => call(listStaffAccounts, { signal }),
})

/** The groups of the company. */
export const staffGroups = queryOptions({
  queryKey: ['staff', 'groups'],
  queryFn: async ({ signal }) => (await call(readStaffChoices, { signal })).groups,
})

type Invited = CallInput<typeof inviteStaff>['body']
type Changed = CallInput<typeof changeStaffAccount>['body']

/** Makes an account and mails its link. */
export const invite = { mutationFn: (body: Invited) => call(inviteStaff, { body }) }

/** Changes an account. */
export const changeAccount = {
  mutationFn: ({ accountid, ...body }: Changed & { accountid: number }) =>
    call(changeStaffAccount, { params: { accountid }, body }),
}

/** Mails a new link. */
export const inviteAgain = {
  mutationFn: (accountid: number) => call(inviteStaffAgain, { params: { accountid }, body: {} }),
}

/** Ends an account. */
export const endAccount = {
  mutationFn: (accountid: number) => call(endStaffAccount, { params: { accountid } }),
}

/** Restores an account that has ended, and mails a link. */
export const restoreAccount = {
  mutationFn: (accountid: number) => call(restoreStaffAccount, { params: { accountid }, body: {} }),
}

/** The pages of the security log. */
export const securityLog = (search: LogSearch) =>
  pageQuery(['staff', 'security-log', search], ({ limit, cursor }, signal) =>
    callPage(listStaffSecurityEvents, { query: { ...search, limit, cursor }, signal }),
  )

/** The address of the security log as a file. */
export const securityLogFile = (search: LogSearch) => addressOf(exportStaffSecurityEvents, { query: search })

/** Removes the demo; answers the link of the welcome page, null where there is another company. */
export const removeDemo = {
  mutationFn: async () => {
    const { link } = await call(leaveDemo, { body: { confirm: 'demo' } })
    tellTabs('signed-out')
    return link
  },
}
