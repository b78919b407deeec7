import { listStaffAccounts } from '@portico/contract/staff/accounts'
import { beginSeeAs } from '@portico/contract/staff/customers/see-as'
import {
  beginStaffTotp,
  confirmStaffTotp,
  giveStaffSecondFactor,
  readStaffSecondFactor,
  removeStaffSecondFactor,
  removeStaffTotp,
  renewStaffRecoveryCodes,
} from '@portico/contract/staff/second-factor'
import {
  changeStaffPassword,
  readStaffMe,
  type StaffSignedIn,
  staffLogout,
  useStaffLink,
} from '@portico/contract/staff/session'
import { listStaffSessions } from '@portico/contract/staff/sessions'
import { removeStaffPasskey, startStaffPasskey } from '@portico/contract/staff/sign-in/passkeys'
import { describe, expect, test } from 'vitest'
import { type Answer, anAddress, testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { aSecondFactor, totpCode } from '../../../test/fixtures/second-factors.ts'
import {
  aStaffAccount,
  asStaff,
  staffPassword as password,
  signIn,
  staffHeaders,
} from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'
import { insertStaffLink } from '../link-queries.ts'

const app = await testApp({ staffSecondFactor: 'required' })
const { database, deps, clock } = app
const SECOND = 1000
const MINUTE = 60 * SECOND

const anAccount = async (given: Parameters<typeof aStaffAccount>[1] = {}) => {
  const { serviceCompanyId } = given.serviceCompanyId
    ? { serviceCompanyId: given.serviceCompanyId }
    : await aPortal(database)
  return aStaffAccount(app, { serviceCompanyId, hasPassword: true, ...given })
}

const cookieIn = ({ headers }: Pick<Answer<never>, 'headers'>) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** Signs in with the password; returns what is needed next, and the headers of the session. */
const enter = async (email: string, given = password) => {
  const { answer } = await signIn(app, { email, password: given }, { address: anAddress() })
  return { next: (answer.body as StaffSignedIn).next, headers: { cookie: cookieIn(answer) } }
}

const give = (headers: Record<string, string>, code: string) =>
  app.call(giveStaffSecondFactor, { headers, body: { code } })

const meOf = (headers: Record<string, string>) => app.call(readStaffMe, { headers })

const logged = async (staffAccountId: number) => {
  await deps.security.flush()
  return database.many<{ what: string; result: string; reason: string | null; by: number | null }>(
    sql`select what, result, reason, by_staff_account_id as by from security_event
      where staff_account_id = ${staffAccountId} and what like 'staff.secondFactor%' order by id`,
  )
}

test('whoever tries codes elsewhere does not keep an employee out, who is mailed at the fifth', async () => {
  const account = await anAccount()
  const { secret, recoveryCodes } = await aSecondFactor(app, account)
  const home = anAddress()
  const again = async (code: string, address = anAddress()) => {
    const { headers } = await enter(account.email)
    return (await app.call(giveStaffSecondFactor, { headers, body: { code }, address })).status
  }
  expect(await again(totpCode(secret, clock.now()), home)).toBe(200)
  const told = async () =>
    (await app.delivered()).mails.filter(({ subject }) => subject.includes('Codici sbagliati')).length
  await told()
  for (let n = 1; n <= 20; n += 1) {
    expect(await again('000000')).toBe(422)
    expect(await told()).toBe(n === 5 ? 1 : 0)
  }
  clock.pass(30 * SECOND)
  expect(await again(totpCode(secret, clock.now()))).toBe(429)
  expect(await again(recoveryCodes[0] ?? '')).toBe(200)
  expect(await again(totpCode(secret, clock.now()), home)).toBe(200)
  await told()
})

test('an account without a second factor sets one up at its next sign-in, and gets in by it', async () => {
  const { email, staffAccountId } = await anAccount()
  const { next, headers } = await enter(email)
  expect(next).toBe('enrol')
  expect((await meOf(headers)).problem).toMatchObject({ code: 'second_factor_required', detail: 'enrol' })
  // It has no code to give, and cannot be made to wait for one.
  expect((await give(headers, '000000')).problem).toMatchObject({ code: 'second_factor_required', detail: 'enrol' })
  const { secret, uri } = (await app.call(beginStaffTotp, { headers, body: {} })).body
  expect(decodeURIComponent(uri)).toContain(email)
  expect((await app.call(confirmStaffTotp, { headers, body: { code: '000000' } })).problem.code).toBe('wrong_code')
  const confirmed = await app.call(confirmStaffTotp, { headers, body: { code: totpCode(secret, clock.now()) } })
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  expect(confirmed.headers['set-cookie']).toMatch(/Max-Age=43200; HttpOnly; SameSite=Strict/)
  // The cookie of the sign-in is not the one of the session.
  const cookie = cookieIn(confirmed)
  expect(cookie).not.toBe(headers.cookie)
  expect((await meOf(headers)).problem.code).toBe('unauthenticated')
  expect((await meOf({ cookie })).body.id).toBe(staffAccountId)
  expect((await app.delivered()).mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
    [email, expect.stringContaining('Codice dal telefono attivato')],
  ])

  clock.pass(30 * SECOND)
  const again = await enter(email)
  expect(again.next).toBe('totp')
  const given = await give(again.headers, totpCode(secret, clock.now()))
  expect(given.body).toEqual({ next: null, companies: [] })
  expect((await meOf({ cookie: cookieIn(given) })).status).toBe(200)
  expect((await meOf(again.headers)).problem.code).toBe('unauthenticated')
  expect(await logged(staffAccountId)).toMatchObject([
    { what: 'staff.secondFactor.added', result: 'ok' },
    { what: 'staff.secondFactor.used', result: 'ok', reason: 'totp' },
  ])
})

test('a sign-in that waits is good for five minutes and five tries, and counts as none', async () => {
  const account = await anAccount()
  const { secret } = await aSecondFactor(app, account)
  const { headers } = await enter(account.email)
  const { cookie } = await staffHeaders(app, account)
  // Neither as a sign-in from a place, nor among the sessions.
  expect((await app.call(listStaffSessions, { headers: { cookie } })).body).toHaveLength(1)
  for (let tries = 0; tries < 5; tries += 1) expect((await give(headers, '000000')).problem.code).toBe('wrong_code')
  expect((await give(headers, totpCode(secret, clock.now()))).problem.code).toBe('unauthenticated')
  const late = await enter(account.email)
  clock.pass(5 * MINUTE + SECOND)
  expect((await give(late.headers, totpCode(secret, clock.now()))).problem.code).toBe('unauthenticated')
  const left = await enter(account.email)
  expect((await app.call(staffLogout, { headers: left.headers })).status).toBe(204)
  expect((await give(left.headers, totpCode(secret, clock.now()))).problem.code).toBe('unauthenticated')
  const { addresses } = await database.one<{ addresses: number }>(
    sql`select count(*) as addresses from staff_sign_in_address where staff_account_id = ${account.staffAccountId}`,
  )
  expect(addresses).toBe(0)
})

test('a code and a recovery code work once, also at the same moment', async () => {
  const account = await anAccount()
  const { secret, recoveryCodes } = await aSecondFactor(app, account)
  const three = async (code: string) => {
    const entered = [await enter(account.email), await enter(account.email), await enter(account.email)]
    return (await Promise.all(entered.map(({ headers }) => give(headers, code)))).map(({ status }) => status).sort()
  }
  expect(await three(totpCode(secret, clock.now()))).toEqual([200, 422, 422])
  expect(await three(recoveryCodes[0] ?? '')).toEqual([200, 422, 422])
  // One sign-in opens one session, whatever is given to it.
  const { headers } = await enter(account.email)
  clock.pass(30 * SECOND)
  const codes = [totpCode(secret, clock.now()), recoveryCodes[1] ?? '', recoveryCodes[2] ?? '']
  const opened = await Promise.all(codes.map(code => give(headers, code)))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  const mails = (await app.delivered()).mails.filter(({ subject }) => subject.includes('codice di recupero'))
  expect(mails.length).toBeGreaterThan(0)
})

test('guesses from everywhere are refused after twenty in an hour, and customers are counted apart', async () => {
  const account = await anAccount()
  const { secret } = await aSecondFactor(app, account)
  const statuses: number[] = []
  for (let signIns = 0; signIns < 6; signIns += 1) {
    const { headers } = await enter(account.email)
    for (let tries = 0; tries < 4; tries += 1) statuses.push((await give(headers, '000000')).status)
  }
  expect(statuses.filter(status => status === 422)).toHaveLength(20)
  const { headers } = await enter(account.email)
  expect((await give(headers, totpCode(secret, clock.now()))).problem.code).toBe('too_many_requests')
  clock.pass(61 * MINUTE)
  expect((await give((await enter(account.email)).headers, totpCode(secret, clock.now()))).status).toBe(200)
})

test('a link that sets a password asks for the second factor, or for setting one up', async () => {
  const account = await anAccount()
  const use = async () => {
    const key = await insertStaffLink(database, account, clock.now())
    const answer = await app.call(useStaffLink, { params: { key }, body: { password, passwordRepeat: password } })
    return { next: answer.body.next, headers: { cookie: cookieIn(answer) } }
  }
  expect((await use()).next).toBe('enrol')
  const { secret } = await aSecondFactor(app, account)
  const { next, headers } = await use()
  expect(next).toBe('totp')
  expect((await meOf(headers)).problem.code).toBe('second_factor_required')
  expect((await give(headers, totpCode(secret, clock.now()))).status).toBe(200)
})

test('a password that changes meanwhile ends a sign-in that waits', async () => {
  const account = await anAccount()
  const { secret } = await aSecondFactor(app, account)
  const { headers } = await enter(account.email)
  const call = await asStaff(app, account)
  await call(changeStaffPassword, { body: { currentPassword: password, newPassword: 'nebbia sul canale 7' } })
  expect((await give(headers, totpCode(secret, clock.now()))).problem.code).toBe('unauthenticated')
})

test('who changes the second factor proves it with the present one, and sets up another at once where one is needed', async () => {
  const account = await anAccount()
  const person = await aUser(database, { serviceCompanyId: account.serviceCompanyId } as never)
  const { secret, recoveryCodes } = await aSecondFactor(app, account)
  const other = await staffHeaders(app, account)
  const own = await staffHeaders(app, account)
  const call = await asStaff(app, account)
  const params = { passkeyid: 1 }
  clock.pass(11 * MINUTE)
  const code = () => totpCode(secret, clock.now())
  for (const change of [
    (body: object) => call(beginStaffTotp, { body }),
    (body: object) => call(removeStaffTotp, { body }),
    (body: object) => call(renewStaffRecoveryCodes, { body }),
    (body: object) => call(startStaffPasskey, { body }),
    (body: object) => call(removeStaffPasskey, { params, body }),
  ]) {
    expect((await change({})).problem).toMatchObject({
      code: 'forbidden',
      detail: 'proof_required',
      proofs: ['password', 'code'],
    })
    // Neither the password alone nor the code alone.
    for (const body of [{ currentPassword: password }, { currentPassword: password, code: '000000' }])
      expect((await change(body)).problem).toMatchObject({ code: 'wrong_code', errors: [{ path: 'body.code' }] })
    expect((await change({ code: code() })).problem.detail).toBe('proof_required')
    expect((await change({ currentPassword: 'wrong', code: code() })).problem.code).toBe('check_passwords')
  }
  const proof = { currentPassword: password, code: code() }
  expect((await call(beginStaffTotp, { body: proof })).problem.code).toBe('conflict')
  // Each code once.
  expect((await call(removeStaffTotp, { body: proof })).problem.code).toBe('wrong_code')
  const byRecovery = { currentPassword: password, code: recoveryCodes[0] }
  const removed = await app.call(removeStaffTotp, { headers: own, body: byRecovery })
  expect(removed.body.next).toBe('enrol')
  expect((await meOf(other)).problem.code).toBe('unauthenticated')
  expect((await meOf(own)).problem.code).toBe('second_factor_required')
  const seen = { contactId: person.contactId, webUserId: person.webUserId }
  expect((await app.call(beginSeeAs, { headers: own, body: seen })).problem.code).toBe('second_factor_required')
  const begun = (await app.call(beginStaffTotp, { headers: own, body: {} })).body
  expect(begun.secret).not.toBe(secret)
  const confirming = { code: totpCode(begun.secret, clock.now()) }
  const confirmed = await app.call(confirmStaffTotp, { headers: own, body: confirming })
  const me = await app.call(readStaffSecondFactor, { headers: { cookie: cookieIn(confirmed) } })
  expect(me.body).toMatchObject({ confirmedAt: expect.any(String), recoveryCodesLeft: 10 })
})

test('recovery codes are made anew with a fresh proof; those of before, and those being used, end', async () => {
  const account = await anAccount()
  const { secret, recoveryCodes } = await aSecondFactor(app, account)
  const headers = await staffHeaders(app, account)
  clock.pass(11 * MINUTE)
  const renew = (body: object) => app.call(renewStaffRecoveryCodes, { headers, body })
  expect((await renew({})).problem).toMatchObject({ code: 'forbidden', detail: 'proof_required' })
  const wrong = { currentPassword: 'wrong', code: totpCode(secret, clock.now()) }
  expect((await renew(wrong)).problem.code).toBe('check_passwords')
  await app.delivered()
  const byCode = { currentPassword: password, code: totpCode(secret, clock.now()) }
  const renewed = (await renew(byCode)).body.recoveryCodes
  clock.pass(30 * SECOND)
  expect(renewed).toHaveLength(10)
  expect((await app.delivered()).mails).toMatchObject([{ subject: expect.stringContaining('Nuovi codici') }])
  expect((await give((await enter(account.email)).headers, recoveryCodes[0] ?? '')).status).toBe(422)
  const { headers: waiting } = await enter(account.email)
  expect((await app.call(renewStaffRecoveryCodes, { headers: waiting, body: {} })).problem.code).toBe(
    'second_factor_required',
  )
  expect((await give(waiting, renewed[0] ?? '')).status).toBe(200)
  expect((await give((await enter(account.email)).headers, totpCode(secret, clock.now()))).status).toBe(200)
  expect((await logged(account.staffAccountId)).map(({ what }) => what)).toContain('staff.secondFactor.codesRenewed')
  const none = await asStaff(app, await anAccount())
  expect((await none(renewStaffRecoveryCodes, { body: {} })).problem.code).toBe('conflict')
})

describe('a lost second factor', () => {
  test('is removed by another administrator, who is named in the log; its owner is told and sets up another', async () => {
    await app.delivered()
    const account = await anAccount({ role: 'technician' })
    await aSecondFactor(app, account)
    const live = await staffHeaders(app, account)
    const administrator = await aStaffAccount(app, { serviceCompanyId: account.serviceCompanyId })
    const call = await asStaff(app, administrator)
    const params = { accountid: account.staffAccountId }
    const has = async () =>
      (await call(listStaffAccounts)).body.find(({ id }) => id === account.staffAccountId)?.hasSecondFactor
    expect(await has()).toBe(true)
    expect((await call(removeStaffSecondFactor, { params })).body.hasSecondFactor).toBe(false)
    expect(await has()).toBe(false)
    expect((await call(removeStaffSecondFactor, { params })).problem.code).toBe('conflict')
    expect((await meOf(live)).problem.code).toBe('unauthenticated')
    expect((await enter(account.email)).next).toBe('enrol')
    expect((await app.delivered()).mails).toMatchObject([
      { to: [{ address: account.email }], subject: expect.stringContaining('Verifica in due passaggi rimossa') },
    ])
    expect(await logged(account.staffAccountId)).toEqual([
      { what: 'staff.secondFactor.removed', result: 'ok', reason: 'company', by: administrator.staffAccountId },
    ])
  })

  test('is not removed by a lesser role, by oneself without the password, from beyond, or from an operator', async () => {
    const account = await anAccount()
    const { serviceCompanyId } = account
    await aSecondFactor(app, account)
    const params = { accountid: account.staffAccountId }
    const by = async (given: Parameters<typeof aStaffAccount>[1]) =>
      (await asStaff(app, await aStaffAccount(app, given)))(removeStaffSecondFactor, { params })
    expect((await by({ serviceCompanyId, role: 'office' })).problem.code).toBe('forbidden')
    expect((await by({})).problem.code).toBe('not_found')
    expect((await by({ serviceCompanyId, portalIds: [] })).problem.code).toBe('not_found')
    expect((await (await asStaff(app, account))(removeStaffSecondFactor, { params })).problem.code).toBe('conflict')
    await database.run(
      sql`update staff_account set is_installation_operator = true where id = ${account.staffAccountId}`,
    )
    expect((await by({ serviceCompanyId })).problem.code).toBe('forbidden')
    expect((await enter(account.email)).next).toBe('totp')
  })
})

test('where it is offered nobody needs one, and who has one uses it; a demo needs none unless the setting says so', async () => {
  const offered = await testApp({ staffSecondFactor: 'offered' })
  const account = await aStaffAccount(offered, { hasPassword: true })
  const nextOf = async (one: typeof app, email: string) => (await signIn(one, { email, password })).answer.body.next
  expect(await nextOf(offered, account.email)).toBeNull()
  await aSecondFactor(offered, account)
  expect(await nextOf(offered, account.email)).toBe('totp')

  const unset = await testApp({ staffSecondFactor: undefined })
  const [real, ofDemo] = [
    await aStaffAccount(unset, { hasPassword: true }),
    await aStaffAccount(unset, { hasPassword: true }),
  ]
  await unset.database.run(sql`insert into installation (key, value) select 'demo', jsonb_build_object('serviceCompanies',
    jsonb_build_array(external_id)) from service_company where id = ${ofDemo.serviceCompanyId}`)
  expect(await nextOf(unset, real.email)).toBe('enrol')
  expect(await nextOf(unset, ofDemo.email)).toBeNull()
})
