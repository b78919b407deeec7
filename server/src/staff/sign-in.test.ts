import { setTimeout } from 'node:timers/promises'
import { readStaffMe, staffLogout } from '@portico/contract/staff/session'
import { describe, expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aPortal, aStaffGroup, aUser } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffPassword as password, signIn, staffHeaders } from '../../test/fixtures/staff.ts'
import { sql, tx } from '../kernel/database/db.ts'
import { findSignInAccounts, setPassword } from './account-queries.ts'
import { endAccount } from './accounts.ts'
import { insertStaffSession } from './session-queries.ts'

const app = await testApp()
const { database, deps, clock } = app

const logged = async (staffAccountId: number) => {
  await deps.security.flush()
  return database.many(sql`select what, result, reason, service_company_id as company from security_event
    where staff_account_id = ${staffAccountId} order by id`)
}

describe('sign-in', () => {
  test('sets a cookie that scripts and other sites do not get, and is logged', async () => {
    const account = await aStaffAccount(app, { hasPassword: true })
    const { answer, cookie = '' } = await signIn(app, { email: account.email.toUpperCase(), password })
    expect(answer.body).toEqual({ next: null, companies: [] })
    expect(cookie).toMatch(/^portico_staff=[\w-]{43}; Path=\/api\/staff; Max-Age=43200; HttpOnly; SameSite=Strict$/)
    const me = await app.call(readStaffMe, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(me.body).toMatchObject({ id: account.staffAccountId, email: account.email, role: 'administrator' })
    expect(await logged(account.staffAccountId)).toEqual([
      { what: 'staff.signIn', result: 'ok', reason: null, company: account.serviceCompanyId },
    ])
  })

  test('the cookie is Secure where the portal is served over TLS', async () => {
    const secure = await testApp({ publicUrl: 'https://portal.example.com' })
    const account = await aStaffAccount(secure, { hasPassword: true })
    expect((await signIn(secure, { email: account.email, password })).cookie).toMatch(/; Secure$/)
  })

  test('a wrong password, an unknown address and an ended account get the same answer', async () => {
    const account = await aStaffAccount(app, { hasPassword: true })
    const ended = await aStaffAccount(app, { hasPassword: true })
    await database.run(sql`update staff_account set ended_at = now() where id = ${ended.staffAccountId}`)
    for (const body of [
      { email: account.email, password: 'something else 12' },
      { email: 'nobody@company.example', password },
      { email: ended.email, password },
    ]) {
      const { answer, cookie } = await signIn(app, body)
      expect(answer.problem).toMatchObject({ status: 401, code: 'wrong_credentials' })
      expect(cookie).toBeUndefined()
    }
    expect(await logged(account.staffAccountId)).toMatchObject([{ result: 'failed', reason: 'wrongPassword' }])
  })

  test('where an address is missing the accounts of others are read in its place, and none of them is opened', async () => {
    for (let others = 0; others < 3; others += 1) await aStaffAccount(app)
    const account = await aStaffAccount(app, { email: 'zz.last@company.example', hasPassword: true })
    const search = { company: undefined, address: anAddress(), limit: 4 }
    const email = 'zz.las@company.example'
    const { staffAccountId } = account
    const decoys = await findSignInAccounts(database, { ...search, email })
    expect(decoys).toMatchObject(Array(4).fill({ passwordHash: null, isDecoy: true }))
    expect(decoys.map(decoy => decoy.staffAccountId)).toContain(staffAccountId)
    expect(await findSignInAccounts(database, { ...search, email: account.email })).toMatchObject([
      { staffAccountId, passwordHash: expect.any(String), isDecoy: false },
      ...Array(3).fill({ passwordHash: null, isDecoy: true }),
    ])
    expect((await signIn(app, { email, password })).answer.problem.code).toBe('wrong_credentials')
    expect(await logged(staffAccountId)).toEqual([])
  })

  test('ten failures from one address are followed by too_many_requests, also for nobody', async () => {
    for (const email of [(await aStaffAccount(app, { hasPassword: true })).email, 'still-nobody@company.example']) {
      const address = anAddress()
      for (let guess = 0; guess < 10; guess += 1)
        expect((await signIn(app, { email, password: 'wrong' }, { address })).answer.status).toBe(401)
      const { answer } = await signIn(app, { email, password }, { address })
      expect(answer.problem).toMatchObject({ status: 429, code: 'too_many_requests' })
    }
  })

  test('where an address has accounts in two companies with this password, the person chooses', async () => {
    const email = 'both@company.example'
    const [here, there] = [
      await aStaffAccount(app, { email, hasPassword: true }),
      await aStaffAccount(app, { email, hasPassword: true }),
    ]
    const { answer, cookie } = await signIn(app, { email, password })
    expect(answer.body.next).toBe('company')
    expect(answer.body.companies.map(({ id }) => id).sort()).toEqual(
      [here.serviceCompanyId, there.serviceCompanyId].sort(),
    )
    expect(cookie).toBeUndefined()
    const chosen = await signIn(app, { email, password, company: there.serviceCompanyId })
    const me = await app.call(readStaffMe, { headers: { cookie: chosen.cookie?.split(';')[0] ?? '' } })
    expect(me.body.id).toBe(there.staffAccountId)
    const wrong = await signIn(app, { email, password: 'something else 12', company: there.serviceCompanyId })
    expect(wrong.answer.problem.code).toBe('wrong_credentials')
  })
})

describe('a session', () => {
  test('has the portals and groups of the account, and no other', async () => {
    const portal = await aPortal(database)
    await aPortal(database, { serviceCompanyId: portal.serviceCompanyId })
    const group = await aStaffGroup(database, portal)
    const foreign = await aPortal(database)
    const account = await aStaffAccount(app, {
      serviceCompanyId: portal.serviceCompanyId,
      role: 'technician',
      portalIds: [portal.portalId, foreign.portalId],
      groupIds: [group, await aStaffGroup(database, foreign)],
    })
    const { body } = await (await asStaff(app, account))(readStaffMe)
    expect(body.portals.map(({ id }) => id)).toEqual([portal.portalId])
    expect(body.groups.map(({ id }) => id)).toEqual([group])
  })

  test('ends with the sign-out, which needs the CSRF token', async () => {
    const account = await aStaffAccount(app)
    const headers = await staffHeaders(app, account)
    const tokens: Record<string, string>[] = [
      {},
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': headers['x-csrf-token'].slice(1) },
    ]
    for (const token of tokens)
      expect((await app.call(staffLogout, { headers: { cookie: headers.cookie, ...token } })).problem).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    const answer = await app.call(staffLogout, { headers })
    expect(answer.status).toBe(204)
    expect(String(answer.headers['set-cookie'])).toMatch(/^portico_staff=; Path=\/api\/staff; Max-Age=0;/)
    expect((await app.call(readStaffMe, { headers })).problem.code).toBe('unauthenticated')
    expect(await logged(account.staffAccountId)).toMatchObject([{ what: 'staff.session.ended', reason: 'signOut' }])
  })

  test('ends after 12 hours, and when the account ends', async () => {
    const own = await testApp()
    const account = await aStaffAccount(own)
    const headers = await staffHeaders(own, account)
    own.clock.pass(12 * 3_600_000 - 1000)
    expect((await own.call(readStaffMe, { headers })).status).toBe(200)
    own.clock.pass(2000)
    expect((await own.call(readStaffMe, { headers })).problem.code).toBe('unauthenticated')
    const later = await staffHeaders(own, account)
    await own.database.run(sql`update staff_account set ended_at = now() where id = ${account.staffAccountId}`)
    expect((await own.call(readStaffMe, { headers: later })).problem.code).toBe('unauthenticated')
  })

  test('is opened by neither a token of a customer nor an API key', async () => {
    const person = await aUser(database)
    const { token } = await app.as(person)
    const { key } = await anOperator(app, person)
    for (const credential of [token, key])
      for (const headers of [
        { authorization: `Bearer ${credential}` },
        { cookie: `portico_staff=${credential}` },
      ] as Record<string, string>[])
        expect((await app.call(readStaffMe, { headers })).problem).toMatchObject({
          status: 401,
          code: 'unauthenticated',
        })
  })

  test('a call refuses what it does not define', async () => {
    const call = await asStaff(app, await aStaffAccount(app))
    expect((await call(readStaffMe, { query: { color: 'red' } })).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'query.color' }],
    })
  })
})

test('a sign-in does not outlive a password that changes, or an account that ends, while it is checked', async () => {
  const account = await aStaffAccount(app, { hasPassword: true })
  const { serviceCompanyId, staffAccountId } = account
  const { passwordHash } = await database.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from staff_account where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`,
  )
  const open = () =>
    insertStaffSession(database, account, { address: anAddress(), device: undefined, now: clock.now(), passwordHash })
  const sessions = () =>
    database.many(
      sql`select from staff_session where service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`,
    )
  expect((await open())?.token).toMatch(/^[\w-]{43}$/)
  // The sign-in has checked the old password when the change begins, and goes on while it is being written.
  const late = await tx(database, async db => {
    await setPassword(db, account, 'another hash')
    const begun = open()
    await setTimeout(200)
    return { begun }
  })
  expect(await late.begun).toBeUndefined()
  expect(await sessions()).toEqual([])
  await setPassword(database, account, passwordHash)
  await endAccount(database, account, clock.now())
  expect(await open()).toBeUndefined()
  expect(await sessions()).toEqual([])
})
