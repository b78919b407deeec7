import { login } from '@portico/contract/auth'
import { addPasskey, signInByPasskey, startPasskey, startPasskeySignIn } from '@portico/contract/sign-in/passkeys'
import { endStaffAccount, listStaffAccounts, restoreStaffAccount } from '@portico/contract/staff/accounts'
import {
  beginStaffTotp,
  giveStaffSecondFactor,
  removeStaffSecondFactor,
  removeStaffTotp,
} from '@portico/contract/staff/second-factor'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  signInStaffByPasskey,
  startStaffPasskey,
} from '@portico/contract/staff/sign-in/passkeys'
import { describe, expect, test } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { aUser, password } from '../../../test/fixtures/factories.ts'
import { aSecondFactor, totpCode } from '../../../test/fixtures/second-factors.ts'
import { sessionIn } from '../../../test/fixtures/sign-in.ts'
import { asStaff, staffHeaders, staffPassword } from '../../../test/fixtures/staff.ts'
import { cookieIn, type Device, passkeyActs } from '../../../test/fixtures/staff-passkeys.ts'
import { sql } from '../../kernel/database/db.ts'

const publicUrl = 'https://portale.example'
const app = await testApp({ publicUrl, staffSecondFactor: 'required' })
const { database, deps, clock, call } = app
const { aDevice, add, anAccount, challenge, enter, meOf, withPasskey } = passkeyActs(app, publicUrl)
const MINUTE = 60_000

const present = async (device: Device, given: Parameters<Device['get']>[1] = {}) =>
  call(signInStaffByPasskey, { body: { response: device.get(await challenge(), given) } })

const give = async (headers: Record<string, string>, device: Device, given: Parameters<Device['get']>[1] = {}) =>
  call(giveStaffSecondFactor, { headers, body: { passkey: device.get(await challenge(), given) } })

const logged = async (staffAccountId: number) => {
  await deps.security.flush()
  return database.many<{ what: string; result: string; reason: string | null }>(
    sql`select what, result, reason from security_event where staff_account_id = ${staffAccountId} order by id`,
  )
}
const subjects = async () => (await app.delivered()).mails.map(({ subject }) => subject)

test('who has to set up a second factor may take a passkey, which then signs in alone', async () => {
  await app.delivered()
  const account = await anAccount({ role: 'technician' })
  const { next, headers } = await enter(account.email)
  expect(next).toBe('enrol')
  const device = aDevice()
  const options = (await call(startStaffPasskey, { headers, body: {} })).body
  expect(options).toMatchObject({
    user: { name: account.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const added = await call(addStaffPasskey, { headers, body: { response: device.create(options), name: 'Portatile' } })
  const cookie = cookieIn(added)
  expect(cookie).not.toBe(headers.cookie)
  expect((await meOf({ cookie })).body.id).toBe(account.staffAccountId)
  expect((await meOf(headers)).problem.code).toBe('unauthenticated')
  expect((await call(listStaffPasskeys, { headers: { cookie } })).body).toMatchObject([
    { name: 'Portatile', rpId: 'portale.example', lastUsedAt: null },
  ])
  const alone = await present(device)
  expect(alone.body).toEqual({ next: null, companies: [] })
  expect(alone.headers['set-cookie']).toMatch(/Path=\/api\/staff; Max-Age=43200; HttpOnly; SameSite=Strict; Secure/)
  expect((await meOf({ cookie: cookieIn(alone) })).body.id).toBe(account.staffAccountId)
  expect(await logged(account.staffAccountId)).toMatchObject([
    { what: 'staff.signIn', result: 'ok', reason: null },
    { what: 'staff.passkey.added', result: 'ok', reason: 'user' },
    { what: 'staff.signIn', result: 'ok', reason: 'passkey' },
  ])
  // The sign-in came from another address than the one before.
  expect(await subjects()).toEqual([expect.stringContaining('Nuova passkey'), expect.stringContaining('Nuovo accesso')])
})

test('after the password a passkey is due where there is no other factor, and it has to be one of the account', async () => {
  const { account, device } = await withPasskey()
  const stranger = await withPasskey()
  const colleague = await withPasskey({ serviceCompanyId: account.serviceCompanyId })
  const { next, headers } = await enter(account.email)
  expect(next).toBe('passkey')
  expect((await meOf(headers)).problem).toMatchObject({ code: 'second_factor_required', detail: 'passkey' })
  for (const other of [stranger, colleague])
    expect((await give(headers, other.device)).problem).toMatchObject({
      code: 'wrong_credentials',
      detail: 'other_passkey',
    })
  expect((await give(headers, device, { verifies: false })).problem.detail).toBe('unverified_passkey')
  for (const body of [{}, { code: '000000', passkey: device.get(await challenge()) }])
    expect((await call(giveStaffSecondFactor, { headers, body })).problem.code).toBe('invalid_request')
  const given = await give(headers, device)
  expect(given.body).toEqual({ next: null, companies: [] })
  expect((await meOf({ cookie: cookieIn(given) })).body.id).toBe(account.staffAccountId)
  expect((await meOf(headers)).problem.code).toBe('unauthenticated')
  expect(await logged(account.staffAccountId)).toContainEqual({
    what: 'staff.secondFactor.used',
    result: 'ok',
    reason: 'passkey',
  })
})

test('a sign-in that waits takes five tries, a passkey or a code of the app', async () => {
  const { account, device } = await withPasskey()
  const { secret } = await aSecondFactor(app, account)
  const { next, headers } = await enter(account.email)
  expect(next).toBe('totp')
  expect((await give(headers, device)).status).toBe(200)
  const again = await enter(account.email)
  const code = totpCode(secret, clock.now())
  expect((await call(giveStaffSecondFactor, { headers: again.headers, body: { code } })).status).toBe(200)
  const late = await enter(account.email)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await give(late.headers, device, { origin: 'https://evil.example' })).problem.code).toBe(
      'wrong_credentials',
    )
  expect((await give(late.headers, device)).problem.code).toBe('unauthenticated')
})

describe('what a passkey has signed opens nothing', () => {
  test('twice, late, or for another purpose', async () => {
    const { account, device, headers } = await withPasskey()
    const response = device.get(await challenge())
    const tries = await Promise.all([1, 2, 3].map(() => call(signInStaffByPasskey, { body: { response } })))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    // Neither as a second factor nor as a proof.
    const waiting = await enter(account.email)
    expect((await call(giveStaffSecondFactor, { headers: waiting.headers, body: { passkey: response } })).status).toBe(
      410,
    )
    expect((await call(startStaffPasskey, { headers, body: { passkey: response } })).status).toBe(410)
    const late = await challenge()
    clock.pass(10 * MINUTE + 1)
    expect((await call(signInStaffByPasskey, { body: { response: device.get(late) } })).status).toBe(410)
    const fresh = await staffHeaders(app, account)
    const creation = (await call(startStaffPasskey, { headers: fresh, body: {} })).body
    expect((await call(signInStaffByPasskey, { body: { response: device.get(creation) } })).status).toBe(410)
    const crossed = aDevice().create({ ...creation, challenge: (await challenge()).challenge })
    expect((await call(addStaffPasskey, { headers: fresh, body: { response: crossed } })).status).toBe(410)
  })

  test('of a customer for the staff, nor the other way round', async () => {
    const { account, device, headers } = await withPasskey()
    const person = await aUser(database, { serviceCompanyId: account.serviceCompanyId } as never)
    const entered = await call(login, {
      body: { userName: person.userName, password, company: person.company },
      address: anAddress(),
    })
    const bearer = { headers: { authorization: `Bearer ${sessionIn(entered.body).token}` } }
    const theirs = aDevice()
    const options = (await call(startPasskey, { ...bearer, body: {} })).body
    expect((await call(addPasskey, { ...bearer, body: { response: theirs.create(options) } })).status).toBe(201)
    const ofCustomers = async () => (await call(startPasskeySignIn)).body

    // A challenge of the other door, whosever passkey has signed it.
    for (const one of [device, theirs]) {
      expect((await call(signInStaffByPasskey, { body: { response: one.get(await ofCustomers()) } })).status).toBe(410)
      expect((await call(signInByPasskey, { body: { response: one.get(await challenge()) } })).status).toBe(410)
    }
    // The right challenge and the passkey of the other door; its device is not told to forget it.
    expect((await present(theirs)).problem).toMatchObject({ code: 'wrong_credentials', detail: 'other_passkey' })
    const atPortal = await call(signInByPasskey, { body: { response: device.get(await ofCustomers()) } })
    expect(atPortal.problem).toMatchObject({ code: 'wrong_credentials', detail: 'other_passkey' })
    // A new passkey for one is none for the other.
    const forStaff = (await call(startStaffPasskey, { headers, body: {} })).body
    const forCustomer = (await call(startPasskey, { ...bearer, body: {} })).body
    const [made, other] = [aDevice(), aDevice()]
    expect((await call(addPasskey, { ...bearer, body: { response: made.create(forStaff) } })).status).toBe(410)
    expect((await call(addStaffPasskey, { headers, body: { response: other.create(forCustomer) } })).status).toBe(410)
  })

  test('for another account or company, under the id of another, or made by another key', async () => {
    const { account, device, headers } = await withPasskey()
    const foreign = await staffHeaders(app, await anAccount())
    const colleague = await staffHeaders(app, await anAccount({ serviceCompanyId: account.serviceCompanyId }))
    for (const other of [foreign, colleague]) {
      const response = aDevice().create((await call(startStaffPasskey, { headers: other, body: {} })).body)
      expect((await call(addStaffPasskey, { headers, body: { response } })).status).toBe(410)
      // The credential of this account, registered by another.
      expect((await add(other, device)).problem.code).toBe('conflict')
    }
    const forged = { ...aDevice().get(await challenge()), id: device.id, rawId: device.id }
    expect((await call(signInStaffByPasskey, { body: { response: forged } })).problem.detail).toBe('other_passkey')
    const unknown = aDevice()
    unknown.create((await call(startStaffPasskey, { headers, body: {} })).body)
    expect((await present(unknown)).problem).toMatchObject({ code: 'wrong_credentials', detail: 'unknown_passkey' })
  })

  test('for another origin, another host, in a frame, or without asking its user', async () => {
    const { device, headers } = await withPasskey()
    for (const given of [
      { origin: 'https://portale.example.evil.example' },
      { origin: 'http://portale.example' },
      { rpId: 'evil.example' },
      { crossOrigin: true },
      { type: 'webauthn.create' },
      { userHandle: Buffer.alloc(32).toString('base64url') },
      { verifies: false },
    ])
      expect((await present(device, given)).problem.code, JSON.stringify(given)).toBe('wrong_credentials')
    for (const given of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verifies: false }])
      expect((await add(headers, aDevice(), given)).problem.code, JSON.stringify(given)).toBe('invalid_request')
    expect((await present(device)).status).toBe(200)
    await database.run(
      sql`update staff_passkey set rp_id = 'alt.example' where credential_id = ${Buffer.from(device.id, 'base64url')}`,
    )
    expect((await present(device)).problem.detail).toBe('other_passkey')
  })

  test('where its counter says that there is a copy, which its owner is told', async () => {
    const { account, device } = await withPasskey()
    await app.delivered()
    expect((await present(device, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 3, 0]) expect((await present(device, { counter })).problem.detail).toBe('copied_passkey')
    const { headers } = await enter(account.email)
    expect((await give(headers, device, { counter: 7 })).problem.detail).toBe('copied_passkey')
    const copies = await Promise.all([1, 2, 3].map(async () => device.get(await challenge(), { counter: 9 })))
    const opened = await Promise.all(copies.map(response => call(signInStaffByPasskey, { body: { response } })))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await subjects()).filter(subject => subject.includes('forse copiata'))).toHaveLength(6)
    expect((await logged(account.staffAccountId)).filter(({ reason }) => reason === 'copiedPasskey')).not.toEqual([])
    const shared = await withPasskey({ counts: false })
    for (let use = 0; use < 3; use += 1) expect((await present(shared.device)).status).toBe(200)
  })
})

test('after ten minutes a change takes a passkey of the account that verifies its user, and no password', async () => {
  const { account, headers, device, passkeyid } = await withPasskey()
  const stranger = await withPasskey({ serviceCompanyId: account.serviceCompanyId })
  clock.pass(10 * MINUTE + 1)
  const start = (body: object) => call(startStaffPasskey, { headers, body })
  const remove = (body: object) => call(removeStaffPasskey, { headers, params: { passkeyid }, body })
  for (const attempt of [start, remove]) {
    expect((await attempt({})).problem).toMatchObject({
      code: 'forbidden',
      detail: 'proof_required',
      proofs: ['passkey'],
    })
    for (const currentPassword of ['wrong', staffPassword])
      expect((await attempt({ currentPassword })).problem).toMatchObject({
        code: 'forbidden',
        detail: 'passkey_required',
        proofs: ['passkey'],
      })
    for (const passkey of [stranger.device.get(await challenge()), device.get(await challenge(), { verifies: false })])
      expect((await attempt({ passkey })).problem).toMatchObject({
        code: 'check_passwords',
        errors: [{ path: 'body.passkey' }],
      })
  }
  expect((await start({ passkey: device.get(await challenge()) })).status).toBe(200)
  // Where there is no second factor yet the password is enough.
  const none = await staffHeaders(app, await anAccount())
  clock.pass(11 * MINUTE)
  for (const [currentPassword, status] of [
    ['wrong', 422],
    [staffPassword, 200],
  ] as const)
    expect((await call(startStaffPasskey, { headers: none, body: { currentPassword } })).status).toBe(status)
  expect((await remove({ passkey: device.get(await challenge()) })).status).toBe(200)
})

test('the last factor that is removed is replaced at once where one is required; the other sessions end', async () => {
  const { account, headers, device, passkeyid } = await withPasskey()
  const second = await add(headers, aDevice())
  const others = await staffHeaders(app, account)
  await app.delivered()
  const remove = (id: number, by = headers) =>
    call(removeStaffPasskey, { headers: by, params: { passkeyid: id }, body: {} })
  expect((await remove(second.body.id)).body.next).toBeNull()
  expect((await meOf(others)).problem.code).toBe('unauthenticated')
  expect((await remove(passkeyid)).body.next).toBe('enrol')
  expect(await subjects()).toEqual(Array(2).fill(expect.stringContaining('Passkey tolta')))
  expect((await meOf(headers)).problem).toMatchObject({ code: 'second_factor_required', detail: 'enrol' })
  expect((await present(device)).problem.detail).toBe('unknown_passkey')
  // Whoever is left with codes needs no other.
  const entered = (await add(headers, aDevice())).headers['set-cookie']
  expect(String(entered)).toContain('Max-Age=43200')
  const both = await withPasskey()
  await aSecondFactor(app, both.account)
  expect((await remove(both.passkeyid, both.headers)).body.next).toBeNull()
  const codes = await withPasskey()
  await aSecondFactor(app, codes.account)
  const removed = await call(removeStaffTotp, { headers: codes.headers, body: {} })
  expect(removed.body.next).toBeNull()
  expect((await meOf(codes.headers)).status).toBe(200)
})

test('the first factor ends sign-ins that wait to set up another, and their passkeys open nothing', async () => {
  const account = await anAccount()
  const thief = await enter(account.email)
  const begun = (await call(startStaffPasskey, { headers: thief.headers, body: {} })).body
  const { headers } = await enter(account.email)
  expect((await add(headers, aDevice())).status).toBe(201)
  const response = aDevice().create(begun)
  expect((await call(addStaffPasskey, { headers: thief.headers, body: { response } })).problem.code).toBe(
    'unauthenticated',
  )
  expect((await call(beginStaffTotp, { headers: thief.headers, body: {} })).problem.code).toBe('unauthenticated')
})

test('passkeys of others are neither seen, nor named, nor removed', async () => {
  const { account, headers, passkeyid } = await withPasskey()
  const params = { passkeyid }
  const others = [await anAccount(), await anAccount({ serviceCompanyId: account.serviceCompanyId })]
  for (const other of others) {
    const foreign = await asStaff(app, other)
    expect((await foreign(renameStaffPasskey, { params, body: { name: 'mine' } })).problem.code).toBe('not_found')
    expect((await foreign(removeStaffPasskey, { params, body: {} })).problem.code).toBe('not_found')
    expect((await foreign(listStaffPasskeys)).body).toEqual([])
  }
  const renamed = await call(renameStaffPasskey, { headers, params, body: { name: ' Ufficio ' } })
  expect(renamed.body.name).toBe('Ufficio')
})

test('an administrator removes the passkeys of a colleague who has lost them', async () => {
  const { account, device, headers } = await withPasskey({ role: 'technician' })
  const administrator = await asStaff(app, await anAccount({ serviceCompanyId: account.serviceCompanyId }))
  const has = async () =>
    (await administrator(listStaffAccounts)).body.find(({ id }) => id === account.staffAccountId)?.hasSecondFactor
  expect(await has()).toBe(true)
  const params = { accountid: account.staffAccountId }
  expect((await administrator(removeStaffSecondFactor, { params })).body.hasSecondFactor).toBe(false)
  expect((await meOf(headers)).problem.code).toBe('unauthenticated')
  expect((await present(device)).problem.detail).toBe('unknown_passkey')
  expect((await enter(account.email)).next).toBe('enrol')
  expect((await administrator(removeStaffSecondFactor, { params })).problem.code).toBe('conflict')
})

test('an account that has ended signs nobody in by passkey, also not once it is restored', async () => {
  const { account, device } = await withPasskey({ role: 'technician' })
  const administrator = await asStaff(app, await anAccount({ serviceCompanyId: account.serviceCompanyId }))
  const params = { accountid: account.staffAccountId }
  expect((await administrator(endStaffAccount, { params })).status).toBe(200)
  expect((await present(device)).problem.code).toBe('wrong_credentials')
  expect((await administrator(restoreStaffAccount, { params, body: {} } as never)).status).toBeLessThan(300)
  expect((await present(device)).problem.code).toBe('wrong_credentials')
})
