import { setTimeout } from 'node:timers/promises'
import { endOtherSessions, endSession, listSessions, login, logout, readMe, updateMe } from '@portico/contract/auth'
import { flags } from '@portico/contract/permissions'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aUser, every, only, password } from '../../test/fixtures/factories.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { replacePasswordHash } from './queries.ts'
import { insertSession } from './session-queries.ts'

const app = await testApp()
const { database, clock, call } = app
const HOUR = 3_600_000

const unauthenticated = { status: 401, code: 'unauthenticated' }

test('me answers each active membership with its flags and portal', async () => {
  const contact = await aContact(database)
  const user = await aUser(database, { contact, flags: only('manageTickets') })
  const portal = await aPortal(database, { ...contact, customCss: 'a { color: red }', disableHtmlEditor: true })
  const second = await aContact(database, portal)
  await aMembership(database, second, user.webUserId, { flags: every(), referentName: 'Giulia Rossi' })
  await aMembership(database, await aContact(database, portal), user.webUserId, { active: false })

  const { body } = await (await app.as(user))(readMe)
  expect(body).toMatchObject({ id: user.webUserId, userName: user.userName, email: user.email, language: null })
  expect(body.contacts).toHaveLength(2)
  const [first, other] = [contact, second].map(({ contactId }) => body.contacts.find(c => c.contactId === contactId))
  expect(flags.filter(flag => first?.[flag])).toEqual(['manageTickets'])
  expect(flags.filter(flag => other?.[flag])).toEqual(flags)
  expect(other).toMatchObject({
    companyName: second.companyName,
    referentName: 'Giulia Rossi',
    portalSettings: { webPortalKey: portal.company, disableHtmlEditor: true, enableServiceContracts: false },
  })
  expect(other?.portalSettings.customCss).toMatch(
    new RegExp(`^/api/settings/${portal.company}/custom.css\\?v=[0-9a-f]{12}$`),
  )
})

test('a session slides for 12 hours, and ends 30 days after its sign-in however often it is used', async () => {
  const user = await aUser(database)
  const opened = async (remember: boolean) => {
    const { body } = await call(login, { body: { userName: user.userName, password, company: user.company, remember } })
    const { token, expiresAt } = sessionIn(body)
    const life = remember ? 30 * 24 * HOUR : 12 * HOUR
    expect(Date.parse(expiresAt)).toBe(Math.floor((clock.now().getTime() + life) / 1000) * 1000)
    return { headers: { authorization: `Bearer ${token}` } }
  }
  const short = await opened(false)
  clock.pass(12 * HOUR - 1000)
  expect((await call(readMe, short)).status).toBe(200)
  clock.pass(12 * HOUR + 1000)
  expect((await call(readMe, short)).problem).toMatchObject(unauthenticated)

  const [used, remembered] = [await opened(false), await opened(true)]
  for (let spent = 0; spent < 30 * 24 * HOUR - 11 * HOUR; spent += 11 * HOUR) {
    clock.pass(11 * HOUR)
    expect((await call(readMe, used)).status).toBe(200)
    expect((await call(readMe, remembered)).status).toBe(200)
  }
  clock.pass(11 * HOUR)
  for (const ended of [used, remembered]) expect((await call(readMe, ended)).problem).toMatchObject(unauthenticated)
})

test('a session that was used within five minutes is not updated', async () => {
  const user = await aUser(database)
  const mine = await app.as(user)
  clock.pass(4 * 60_000)
  expect(await app.statementsOf(() => mine(readMe))).toHaveLength(2)
})

test('logout ends this session and no other', async () => {
  const user = await aUser(database)
  const [one, two] = [await app.as(user), await app.as(user)]
  expect((await one(logout)).status).toBe(204)
  expect((await one(readMe)).problem).toMatchObject(unauthenticated)
  expect((await one(logout)).problem).toMatchObject(unauthenticated)
  expect((await two(readMe)).status).toBe(200)
})

test('sessions are listed newest first, and one can be ended', async () => {
  const user = await aUser(database)
  const old = await app.as(user)
  clock.pass(60_000)
  const mine = await app.as(user)
  const { body } = await mine(listSessions)
  expect(body.map(({ current, device }) => ({ current, device }))).toEqual([
    { current: true, device: 'test' },
    { current: false, device: 'test' },
  ])
  expect((await mine(endSession, { params: { sessionid: body[1]?.id ?? 0 } })).status).toBe(204)
  expect((await old(readMe)).problem).toMatchObject(unauthenticated)
  expect((await mine(endSession, { params: { sessionid: body[1]?.id ?? 0 } })).problem.code).toBe('not_found')
})

test("another user's session is not there", async () => {
  const user = await aUser(database)
  const stranger = await app.as(await aUser(database, { contact: user }))
  const mine = await app.as(user)
  const [session] = (await mine(listSessions)).body
  expect((await stranger(endSession, { params: { sessionid: session?.id ?? 0 } })).problem.status).toBe(404)
  expect((await mine(readMe)).status).toBe(200)
})

test.each(['0', '-1', 'x', '1.5', '9007199254740993', '1e3', '%00'])('session %s is not found', async sessionid => {
  const mine = await app.as(await aUser(database))
  expect((await mine(endSession, { params: { sessionid } })).problem.code).toBe('not_found')
})

test.each([
  ['no token', ''],
  ['an empty one', 'Bearer '],
  ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['a forged one', `Bearer ${'A'.repeat(43)}`],
  ['a huge one', `Bearer ${'A'.repeat(8000)}`],
  ['one with more behind it', 'Bearer x y'],
  ["a quote's worth of SQL", "Bearer ' or 1=1 --"],
])('%s is refused', async (_, authorization) => {
  const { problem, headers } = await call(readMe, { headers: authorization ? { authorization } : {} })
  expect(problem).toMatchObject(unauthenticated)
  expect(headers['www-authenticate']).toBe('Bearer')
})

test('only the hash of a token is stored, and none is logged', async () => {
  const mine = await app.as(await aUser(database))
  await mine(readMe)
  const stored = await database.many<{ row: string }>(sql`select s::text as row from session s`)
  expect(JSON.stringify(stored)).not.toContain(mine.token)
  expect(app.logged()).not.toContain(mine.token)
})

test('the language can be changed', async () => {
  const mine = await app.as(await aUser(database))
  expect((await mine(updateMe, { body: { language: 'es-ES' } })).body.language).toBe('es-ES')
  expect((await mine(updateMe, { body: {} })).body.language).toBe('es-ES')
  for (const language of ['de-DE', '', null, 1]) {
    const { problem } = await mine(updateMe, { body: { language } })
    expect(problem.code).toBe('invalid_request')
    expect(problem.errors?.map(error => error.path)).toContain('body.language')
  }
})

test('a password has up to 1000 characters of any kind, and is compared as it was typed', async () => {
  const user = await aUser(database)
  const mine = await app.as(user)
  const next = ` Ünder ${'x7 k☂ '.repeat(164)}end `
  expect(next.length).toBeGreaterThan(990)
  const change = (to: string) =>
    mine(updateMe, { body: { currentPassword: password, password: to, passwordRepeat: to } })
  expect((await change('x'.repeat(1001))).problem.code).toBe('invalid_request')
  expect((await change(next)).status).toBe(200)
  const enter = async (given: string) =>
    (await call(login, { body: { userName: user.userName, company: user.company, password: given } })).status
  for (const wrong of [next.trim(), next.toLowerCase(), next.slice(0, 64), next.slice(0, -2)])
    expect(await enter(wrong)).toBe(401)
  expect(await enter(next)).toBe(200)
})

test('a new password replaces the old one and ends the other sessions', async () => {
  const user = await aUser(database)
  const [other, mine] = [await app.as(user), await app.as(user)]
  const next = 'quattro salti in padella'
  const changed = await mine(updateMe, { body: { currentPassword: password, password: next, passwordRepeat: next } })
  expect(changed.status).toBe(200)
  expect((await mine(readMe)).status).toBe(200)
  expect((await other(readMe)).problem).toMatchObject(unauthenticated)
  const enter = async (given: string) =>
    (await call(login, { body: { userName: user.userName, company: user.company, password: given } })).status
  expect([await enter(password), await enter(next)]).toEqual([401, 200])
  expect(app.logged()).not.toContain(next)
})

test.each([
  ['check_passwords', { currentPassword: 'wrong', password: 'quattro salti qui', passwordRepeat: 'quattro salti qui' }],
  ['check_passwords', { password: 'quattro salti qui', passwordRepeat: 'quattro salti qui' }],
  [
    'check_passwords',
    { currentPassword: password, password: 'quattro salti qui', passwordRepeat: 'quattro salti qua' },
  ],
  ['check_passwords', { currentPassword: password, password: 'quattro salti qui' }],
  ['check_passwords', { currentPassword: password, passwordRepeat: 'quattro salti qui' }],
  ['check_passwords', { currentPassword: password, password: '', passwordRepeat: '' }],
  ['weak_password', { currentPassword: password, password: 'corta', passwordRepeat: 'corta' }],
  ['weak_password', { currentPassword: password, password: 'password1234', passwordRepeat: 'password1234' }],
])('%s changes nothing', async (code, body) => {
  const user = await aUser(database)
  const [other, mine] = [await app.as(user), await app.as(user)]
  expect((await mine(updateMe, { body: { ...body, language: 'es-ES' } })).problem).toMatchObject({ status: 422, code })
  expect((await other(readMe)).body.language).toBeNull()
})

test('guesses of the current password within a session are limited', async () => {
  const user = await aUser(database)
  const mine = await app.as(user)
  const body = { currentPassword: 'wrong', password: 'quattro salti qui', passwordRepeat: 'quattro salti qui' }
  for (let tries = 0; tries < 10; tries += 1)
    expect((await mine(updateMe, { body, address: '192.0.2.7' })).status).toBe(422)
  const right = { ...body, currentPassword: password }
  expect((await mine(updateMe, { body: right, address: '192.0.2.7' })).problem.code).toBe('too_many_requests')
})

test('ending all other sessions ends no session of another user', async () => {
  const user = await aUser(database)
  const others = [await app.as(user), await app.as(user)]
  const stranger = await app.as(await aUser(database, { contact: user }))
  const mine = await app.as(user)
  expect((await mine(endOtherSessions)).status).toBe(204)
  for (const other of others) expect((await other(readMe)).problem).toMatchObject(unauthenticated)
  expect((await stranger(readMe)).status).toBe(200)
  expect((await mine(listSessions)).body).toHaveLength(1)
})

test('a user has at most 100 sessions; the least recently used one ends', async () => {
  const user = await aUser(database)
  const [used, idle] = [await app.as(user), await app.as(user)]
  const neighbour = await app.as(await aUser(database, { contact: user }))
  clock.pass(10 * 60_000)
  for (let n = 0; n < 98; n += 1) await app.as(user)
  expect((await used(listSessions)).body).toHaveLength(100)
  const last = await app.as(user)
  expect((await last(listSessions)).body).toHaveLength(100)
  expect((await idle(readMe)).problem).toMatchObject(unauthenticated)
  for (const live of [used, last, neighbour]) expect((await live(readMe)).status).toBe(200)
})

test('a sign-in does not outlive a password that changes while it is checked', async () => {
  const user = await aUser(database)
  const { webUserId } = user
  const readHash = () =>
    database.one<{ hash: string }>(sql`select password_hash as hash from web_user where id = ${webUserId}`)
  const setHash = (db: Db, hash: string) =>
    db.run(sql`update web_user set password_hash = ${hash}, replaced_hash = null where id = ${webUserId}`)
  const sessions = () => database.many(sql`select from session where web_user_id = ${webUserId}`)
  const { hash } = await readHash()
  const open = () =>
    tx(database, db =>
      insertSession(db, {
        account: user,
        remember: false,
        address: '10.0.0.1',
        device: undefined,
        now: clock.now(),
        passwordHash: hash,
        method: 'password',
      }),
    )

  // The old password has been checked when the change begins; the sign-in goes on while it is being written.
  const { begun } = await tx(database, async db => {
    await setHash(db, 'another hash')
    const begun = open().catch(error => error)
    await setTimeout(200)
    return { begun }
  })
  expect(await begun).toMatchObject({ code: 'wrong_credentials' })
  expect(await sessions()).toEqual([])

  // An imported hash that another sign-in has just replaced is of the same password.
  await setHash(database, hash)
  await replacePasswordHash(database, user, { from: hash, to: 'the same password' })
  expect(await open()).toMatchObject({ token: expect.any(String) })
  expect(await sessions()).toHaveLength(1)
})
