import {
  changeStaffAccount,
  endStaffAccount,
  inviteStaff,
  inviteStaffAgain,
  listStaffAccounts,
  readMoneyRule,
  restoreStaffAccount,
  revokeStaffReplyAddresses,
  setMoneyRule,
} from '@portico/contract/staff/accounts'
import { removeStaffSecondFactor } from '@portico/contract/staff/second-factor'
import { readStaffChoices } from '@portico/contract/staff/tickets'
import { addStaffUser, changeStaffUser, listStaffUsers } from '@portico/contract/staff/users'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

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

/** Revokes the reply addresses of an account. */
export const revokeReplies = {
  mutationFn: (accountid: number) => call(revokeStaffReplyAddresses, { params: { accountid } }),
}

/** Removes the second factor of a colleague who has lost it. */
export const removeFactor = {
  mutationFn: (accountid: number) => call(removeStaffSecondFactor, { params: { accountid } }),
}

/** Restores an account that has ended, and mails a link. */
export const restoreAccount = {
  mutationFn: (accountid: number) => call(restoreStaffAccount, { params: { accountid }, body: {} }),
}

/** The employees without an account. */
export const staffUsers = queryOptions({
  queryKey: ['staff', 'users'],
  queryFn: ({ signal }) => call(listStaffUsers, { signal }),
})

/** Adds an employee without an account. */
export const addUser = {
  mutationFn: ({ body, key }: { body: CallInput<typeof addStaffUser>['body']; key: string }) =>
    call(addStaffUser, { body, idempotencyKey: key }),
}

/** Changes the name, the address for notices or the photo of an employee. */
export const changeUser = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ userid, ...body }: CallInput<typeof changeStaffUser>['body'] & { userid: number }) =>
      call(changeStaffUser, { params: { userid }, body }),
    onSuccess: () => {
      void client.invalidateQueries(staffAccounts)
      void client.invalidateQueries(staffUsers)
    },
  })

/** Whether technicians see money. */
export const moneyRule = queryOptions({
  queryKey: ['staff', 'money'],
  queryFn: ({ signal }) => call(readMoneyRule, { signal }),
})

/** Says whether technicians see money. */
export const changeMoneyRule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (techniciansSeeMoney: boolean) => call(setMoneyRule, { body: { techniciansSeeMoney } }),
    onSuccess: rule => client.setQueryData(moneyRule.queryKey, rule),
  })
