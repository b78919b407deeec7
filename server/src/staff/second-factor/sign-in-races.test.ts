import { endStaffAccount, restoreStaffAccount } from '@portico/contract/staff/accounts'
import {
  beginStaffTotp,
  confirmStaffTotp,
  giveStaffSecondFactor,
  removeStaffSecondFactor,
} from '@portico/contract/staff/second-factor'
import {
  addStaffPasskey,
  removeStaffPasskey,
  signInStaffByPasskey,
  startStaffPasskey,
} from '@portico/contract/staff/sign-in/passkeys'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aSecondFactor, totpCode } from '../../../test/fixtures/second-factors.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { cookieIn, passkeyActs } from '../../../test/fixtures/staff-passkeys.ts'
import { inTurn } from '../../../test/fixtures/turns.ts'
import { sql } from '../../kernel/database/db.ts'
import type { StaffAccount } from '../account-queries.ts'

// A sign-in of the staff in the very moment in which its factor is removed, or its account ends; see auth/sign-in-races.test.ts.

const origin = 'https://portale.example'
const app = await testApp({ publicUrl: origin, staffSecondFactor: 'required' })
const { database, clock, call } = app
const { aDevice, anAccount, challenge, enter, meOf, withPasskey } = passkeyActs(app, origin)

const together = <First, Second>(
  { serviceCompanyId, staffAccountId }: StaffAccount,
  first: () => Promise<First>,
  second: () => Promise<Second>,
) =>
  inTurn(
    database,
    sql`select from staff_account where service_company_id = ${serviceCompanyId} and id = ${staffAccountId} for update`,
    first,
    second,
  )

const sessionsOf = ({ staffAccountId }: StaffAccount) =>
  database.many(sql`select second_factor_due as due from staff_session where staff_account_id = ${staffAccountId}`)

const administratorOf = async ({ serviceCompanyId }: StaffAccount) =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId, hasPassword: true }))

test.each(['totp', 'recoveryCode'] as const)('no session of the staff comes out of a lost factor: %s', async kind => {
  for (const isRemovalFirst of [true, false]) {
    const account = await anAccount()
    const { secret, recoveryCodes } = await aSecondFactor(app, account)
    const administrator = await administratorOf(account)
    const { headers } = await enter(account.email)
    const code = kind === 'totp' ? totpCode(secret, clock.now()) : (recoveryCodes[0] ?? '')
    const give = () => call(giveStaffSecondFactor, { headers, body: { code } })
    const remove = () => administrator(removeStaffSecondFactor, { params: { accountid: account.staffAccountId } })
    if (isRemovalFirst) {
      const [removed, given] = await together(account, remove, give)
      expect([removed.status, given.status]).toEqual([200, 401])
    } else {
      const [given, removed] = await together(account, give, remove)
      expect([removed.status, given.status]).toEqual([200, 200])
    }
    expect(await sessionsOf(account)).toEqual([])
  }
})

test('a passkey of the staff that is removed in the moment of its use opens nothing', async () => {
  const { account, headers, device, passkeyid } = await withPasskey()
  const waiting = await enter(account.email)
  const passkey = device.get(await challenge())
  const [removed, given] = await together(
    account,
    () => call(removeStaffPasskey, { headers, params: { passkeyid }, body: {} }),
    () => call(giveStaffSecondFactor, { headers: waiting.headers, body: { passkey } }),
  )
  expect([removed.body.next, given.problem.detail]).toEqual(['enrol', 'unknown_passkey'])
  expect(await sessionsOf(account)).toEqual([{ due: 'enrol' }])
})

test('a session that has just been ended adds neither passkey nor codes', async () => {
  for (const kind of ['passkey', 'codes']) {
    const { account } = await withPasskey()
    const administrator = await administratorOf(account)
    const stolen = await staffHeaders(app, account)
    const options = (await call(startStaffPasskey, { headers: stolen, body: {} })).body
    const { secret } = (await call(beginStaffTotp, { headers: stolen, body: {} })).body
    const response = aDevice().create(options)
    const [removed, added] = await together(
      account,
      () => administrator(removeStaffSecondFactor, { params: { accountid: account.staffAccountId } }),
      async () =>
        kind === 'passkey'
          ? (await call(addStaffPasskey, { headers: stolen, body: { response } })).status
          : (await call(confirmStaffTotp, { headers: stolen, body: { code: totpCode(secret, clock.now()) } })).status,
    )
    expect([removed.status, added]).toEqual([200, 401])
    expect((await enter(account.email)).next).toBe('enrol')
  }
})

test('a sign-in in the moment in which its account ends is not there when it is restored', async () => {
  const { account, device } = await withPasskey()
  const administrator = await administratorOf(account)
  const params = { accountid: account.staffAccountId }
  const response = device.get(await challenge())
  const [entered, ended] = await together(
    account,
    () => call(signInStaffByPasskey, { body: { response } }),
    () => administrator(endStaffAccount, { params }),
  )
  expect([entered.status, ended.status]).toEqual([200, 200])
  await administrator(restoreStaffAccount, { params, body: { language: 'it-IT' } })
  expect((await meOf({ cookie: cookieIn(entered) })).status).toBe(401)
})
