import {
  confirm,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  requestRecovery,
  updateMe,
} from '@portico/contract/auth'
import { openSignInLink } from '@portico/contract/sign-in/links'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { called } from '../../test/fixtures/command.ts'
import { aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { type Logged, securityLogOn, securityRows } from '../../test/fixtures/security.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { cleanUp } from '../cleanup.ts'
import { securityLogCommand, securityLogUsage } from '../cli/security-log-command.ts'
import { sql } from '../kernel/database/db.ts'
import { revokeApiKey } from '../operator-api/api-keys.ts'
import { trimSecurityEvents } from './queries.ts'

const app = await testApp()
const { database, clock, call } = app
const { security } = app.deps

const enter = (typed: { userName: string; company?: string; password?: string }, address = anAddress()) =>
  call(login, { body: { password: 'not the password', ...typed }, address, headers: { 'user-agent': 'Firefox/145.0' } })

/** Returns the rows that `work` adds. */
const rowsOf = async (work: () => Promise<unknown>): Promise<Logged[]> => {
  await security.flush()
  const before = (await securityRows(database)).length
  await work()
  await security.flush()
  return (await securityRows(database)).slice(before)
}
const ofUser = (user: Person) => ({ company: user.serviceCompanyId, user: user.webUserId })
const keyIn = (text: string | undefined, page: string) =>
  new RegExp(`https://portico\\.test/${page}\\?key=([\\w-]+)`).exec(text ?? '')?.[1] ?? expect.fail()

test('each sign-in is recorded with its result, address and, if known, user', async () => {
  const user = await aUser(database)
  const { userName, company, serviceCompanyId, portalId } = user
  const address = anAddress()
  const here = { company: serviceCompanyId, portal: portalId, address, count: 1 }
  const wrong = { what: 'signIn', result: 'failed', reason: 'wrongPassword' }
  const nowhere = { company: null, portal: null, user: null }
  const rows = await rowsOf(async () => {
    await enter({ userName, company, password }, address)
    await enter({ userName, company }, address)
    await enter({ userName: 'nobody-at-all', company }, address)
    await enter({ userName }, address)
    await enter({ userName: 'nobody-at-all' }, address)
    await enter({ userName, company: 'no-such-portal' }, address)
  })
  expect(rows).toMatchObject([
    { what: 'signIn', result: 'ok', reason: null, ...here, ...ofUser(user) },
    { ...wrong, ...here, ...ofUser(user) },
    { ...wrong, ...here, user: null },
    { ...wrong, ...ofUser(user), portal: null, address },
    // Without a portal, and at a portal that does not exist.
    { ...wrong, ...nowhere, address, count: 2 },
  ])
})

test('a failed sign-in without a portal is recorded for each company that has the user name', async () => {
  const [one, other] = [await aUser(database, { userName: 'a.b' }), await aUser(database, { userName: 'a.b' })]
  const rows = await rowsOf(() => enter({ userName: 'a.b' }))
  expect(rows.map(({ company, user }) => ({ company, user })).sort((a, b) => Number(a.user) - Number(b.user))).toEqual([
    ofUser(one),
    ofUser(other),
  ])
})

test('too many failures, the sign-in link mailed for them, and its use are recorded', async () => {
  const user = await aUser(database)
  const { userName, company } = user
  const address = anAddress()
  const rows = await rowsOf(async () => {
    for (let n = 0; n < 12; n += 1) await enter({ userName, company }, address)
    const { mails } = await app.delivered()
    await call(openSignInLink, { params: { key: keyIn(mails[0]?.text, 'link') }, address })
  })
  expect(rows).toMatchObject([
    { what: 'signIn', result: 'failed', reason: 'wrongPassword', ...ofUser(user), count: 10 },
    {
      what: 'signIn',
      result: 'limited',
      reason: 'tooManyFailures',
      company: user.serviceCompanyId,
      user: null,
      count: 2,
    },
    { what: 'signInLink.mailed', result: 'ok', ...ofUser(user), address },
    { what: 'signInLink.used', result: 'ok', ...ofUser(user), address },
  ])
})

test('an account over its own limit is recorded as such', async () => {
  const user = await aUser(database)
  const { userName, company } = user
  for (let n = 0; n < 51; n += 1) await enter({ userName: n % 2 ? userName : user.email, company })
  const rows = await rowsOf(() => enter({ userName, company, password }))
  expect(rows).toMatchObject([{ what: 'signIn', result: 'limited', reason: 'accountFailures', ...ofUser(user) }])
  await app.delivered()
}, 120_000)

test('passwords requested, set by link, changed by the user and set by the company are recorded', async () => {
  const user = await aUser(database)
  const { userName, company, serviceCompanyId } = user
  const operator = await anOperator(app, { serviceCompanyId })
  await database.run(sql`update web_user set external_id = 'u' where id = ${user.webUserId}`)
  await database.run(sql`update service_company set external_id = 'passwords' where id = ${serviceCompanyId}`)
  const next = 'una barca senza remi'
  const rows = await rowsOf(async () => {
    await call(requestRecovery, { body: { userName: 'nobody-at-all', company } })
    await app.delivered()
    await call(requestRecovery, { body: { userName, company } })
    const { mails } = await app.delivered()
    const key = keyIn(mails[0]?.text, 'confirm')
    const { body } = await call(confirm, { params: { key }, body: { password: next, passwordRepeat: next } })
    const headers = { authorization: `Bearer ${sessionIn(body).token}` }
    const change = { password: 'due barche senza vele', passwordRepeat: 'due barche senza vele' }
    await call(updateMe, { headers, body: { ...change, currentPassword: 'a guess' } })
    await call(updateMe, { headers, body: { ...change, currentPassword: next } })
    const put = await operator('PUT', '/webUsers/u', { userName, email: user.email, password: 'tre barche in secca' })
    expect(put.status).toBe(200)
    const person = { serviceCompany: 'passwords', externalId: 'u', userName, email: user.email }
    const line = { type: 'webUser', ...person, password: 'quattro barche al sole' }
    expect((await operator('POST', '/import', JSON.stringify(line))).status).toBe(202)
    await app.delivered()
  })
  const changed = { what: 'password.changed', result: 'ok', ...ofUser(user) }
  const key = operator.apiKeyId
  expect(rows.filter(({ what }) => what !== 'apiKey.used')).toMatchObject([
    { what: 'recovery.asked', result: 'failed', reason: 'unknownName', company: serviceCompanyId, user: null },
    { what: 'recovery.asked', result: 'ok', ...ofUser(user) },
    { what: 'recovery.used', result: 'ok', ...ofUser(user) },
    { ...changed, reason: 'recovery' },
    { ...changed, result: 'failed', reason: 'wrongPassword' },
    { ...changed, reason: 'user' },
    { ...changed, reason: 'company', key, address: expect.any(String) },
    { ...changed, reason: 'company', key, address: null },
  ])
}, 60_000)

test('a password in a dry run is not recorded', async () => {
  const user = await aUser(database)
  const operator = await anOperator(app, { serviceCompanyId: user.serviceCompanyId })
  await database.run(sql`update web_user set external_id = 'dry' where id = ${user.webUserId}`)
  await database.run(sql`update service_company set external_id = 'dry' where id = ${user.serviceCompanyId}`)
  const { userName, email } = user
  const line = {
    type: 'webUser',
    serviceCompany: 'dry',
    externalId: 'dry',
    userName,
    email,
    password: 'quattro barche al sole',
  }
  const rows = await rowsOf(async () => {
    expect((await operator('POST', '/import?dryRun=1', JSON.stringify(line))).status).toBe(202)
    await app.delivered()
    expect((await operator('GET', '/imports/2')).json).toMatchObject({ state: 'done', changed: 1 })
  })
  expect(rows.map(({ what }) => what)).toEqual(['apiKey.used', 'apiKey.used'])
})

test('sessions ended by signing out, one by one, all others at once and by the company are recorded', async () => {
  const user = await aUser(database)
  await database.run(sql`update web_user set external_id = 'u' where id = ${user.webUserId}`)
  const operator = await anOperator(app, { serviceCompanyId: user.serviceCompanyId })
  const rows = await rowsOf(async () => {
    const [mine, another] = [await app.as(user), await app.as(user)]
    await another(logout)
    const other = await app.as(user)
    const { body } = await mine(listSessions)
    const sessionid = body.find(({ current }) => !current)?.id ?? 0
    await mine(endSession, { params: { sessionid } })
    await mine(endSession, { params: { sessionid } })
    await mine(endOtherSessions)
    expect((await other(listSessions)).status).toBe(401)
    await operator('DELETE', '/webUsers/u/sessions')
  })
  expect(rows.filter(({ what }) => what === 'session.ended')).toMatchObject(
    ['signOut', 'one', 'allOthers', 'company'].map(reason => ({ result: 'ok', reason, ...ofUser(user) })),
  )
})

test('use of an API key is recorded once a day per address, and every refusal', async () => {
  const operator = await anOperator(app)
  const { serviceCompanyId, apiKeyId } = operator
  const ask = (authorization: string | undefined, remoteAddress: string) =>
    app.http.inject({
      url: '/api/operator/v1/groups',
      remoteAddress,
      headers: authorization === undefined ? {} : { authorization },
    })
  const [here, there] = [anAddress(), anAddress()]
  const key = `Bearer ${operator.key}`
  const rows = await rowsOf(async () => {
    for (const address of [here, here, there]) expect((await ask(key, address)).statusCode).toBe(200)
    await security.flush()
    clock.pass(60_000)
    await ask(key, here)
    clock.pass(24 * 3_600_000)
    await ask(key, here)
    await ask(undefined, here)
    await ask('Bearer something else', here)
    await revokeApiKey(database, apiKeyId)
    await ask(key, here)
  })
  const of = { company: serviceCompanyId, key: apiKeyId, count: 1 }
  expect(rows).toMatchObject([
    { what: 'apiKey.used', address: here, ...of },
    { what: 'apiKey.used', address: there, ...of },
    { what: 'apiKey.used', address: here, ...of },
    { what: 'apiKey.refused', result: 'failed', reason: 'unknownKey', company: null, key: null, address: here },
    { what: 'apiKey.refused', result: 'failed', reason: 'revokedKey', address: here, ...of },
  ])
})

test('neither the table nor the log contains what was typed: name, password, portal, key or token', async () => {
  const user = await aUser(database)
  const secret = 'zzTypedzz'
  const rows = await rowsOf(async () => {
    await enter({ userName: `${secret}-name`, password: `${secret}-password`, company: `${secret}-portal` })
    await enter({ userName: user.userName, password: `${secret}-password`, company: user.company })
    await call(requestRecovery, { body: { userName: `${secret}-name`, company: `${secret}-portal` } })
    await app.delivered()
    const mine = await app.as(user)
    const change = { currentPassword: `${secret}-old`, password: `${secret}-new-1`, passwordRepeat: `${secret}-new-1` }
    await mine(updateMe, { body: change })
    const headers = { authorization: `Bearer portico_${secret.padEnd(43, 'x')}` }
    await app.http.inject({ url: '/api/operator/v1/groups', headers })
  })
  expect(rows.length).toBe(5)
  const kept = JSON.stringify(await database.many(sql`select * from security_event`))
  expect(kept).not.toContain(secret)
  expect(kept).not.toContain(user.userName)
  expect(app.logged()).toContain('"security":{"what":"signIn"')
  expect(app.logged()).not.toContain(secret)
})

test('a sign-in does not wait for the security log', async () => {
  const user = await aUser(database)
  const statements = await app.statementsOf(() => enter({ userName: user.userName, company: user.company, password }))
  expect(statements.filter(text => text.includes('security_event'))).toEqual([])
})

test('a flood adds a bounded number of rows, and a database outage loses none', async () => {
  const flooded = await testDatabase()
  let now = new Date('2026-03-02T08:30:00Z')
  const log = securityLogOn(flooded, () => now)
  const refuse = (address: string) =>
    log.record({ what: 'signIn', result: 'failed', reason: 'wrongPassword', serviceCompanyId: 7, origin: { address } })
  const count = async () =>
    flooded.one(sql`select count(*) as rows, sum(count) as times from security_event where minute = ${now}`)

  for (let n = 0; n < 5000; n += 1) refuse('192.0.2.1')
  await log.flush()
  for (let n = 0; n < 5000; n += 1) refuse('192.0.2.1')
  await log.flush()
  expect(await count()).toEqual({ rows: 1, times: 10_000 })

  now = new Date('2026-03-02T08:31:00Z')
  for (let n = 0; n < 5000; n += 1) refuse(`10.0.${n >> 8}.${n & 255}`)
  await flooded.run(sql`alter table security_event rename to away`)
  await log.flush()
  await flooded.run(sql`alter table away rename to security_event`)
  for (let n = 0; n < 5000; n += 1) refuse(`10.1.${n >> 8}.${n & 255}`)
  await log.stop()
  expect(await count()).toEqual({ rows: 501, times: 10_000 })
})

test('a company reads only its own rows, by page, time, kind and web user', async () => {
  const [user, stranger] = [await aUser(database), await aUser(database)]
  await database.run(sql`update web_user set external_id = 'mine' where id = ${user.webUserId}`)
  await database.run(sql`update portal set external_id = 'p' where id = ${user.portalId}`)
  const { serviceCompanyId, portalId, company } = user
  const operator = await anOperator(app, { serviceCompanyId, readOnly: true })
  const begin = clock.now().toISOString()
  const address = anAddress()
  for (let n = 0; n < 3; n += 1) {
    await enter({ userName: user.userName, company, password }, address)
    await enter({ userName: stranger.userName, company: stranger.company, password })
    clock.pass(60_000)
  }
  await enter({ userName: 'nobody-at-all', company })
  await enter({ userName: 'nobody-at-all' })
  await security.flush()

  type Row = { id: number; what: string; webUser: string | null; address: string }
  const list = async (query: string) => {
    const answer = await operator('GET', `/securityEvents?${query}`)
    return { rows: answer.json as unknown as Row[], next: /cursor=([^&>]*)/.exec(String(answer.headers.link))?.[1] }
  }
  const all = await list('what=signIn')
  const own = { portal: 'p', webUser: 'mine', address, result: 'ok', userAgent: 'Firefox/145.0' }
  expect(all.rows).toMatchObject([{ webUser: null, portal: 'p', result: 'failed' }, own, own, own])
  expect((await list('webUser=mine')).rows).toEqual(all.rows.slice(1))
  expect((await list('webUser=nobody')).rows).toEqual([])
  expect((await list(`what=signIn&from=${begin}&to=${begin}`)).rows).toEqual(all.rows.slice(-1))
  expect((await list('what=signIn&to=1999-01-01')).rows).toEqual([])
  const first = await list('what=signIn&limit=3')
  const second = await list(`what=signIn&limit=3&cursor=${first.next}`)
  expect([...first.rows, ...second.rows]).toEqual(all.rows)
  expect(second.next).toBeUndefined()

  for (const query of ['what=signIn,else', 'what=', 'webUser=%00', 'from=today', 'cursor=x', 'limit=0'])
    expect((await operator('GET', `/securityEvents?${query}`)).problem).toMatchObject({ code: 'invalid_request' })
  const ofPortal = await anOperator(app, { serviceCompanyId, portalIds: [portalId] })
  expect((await ofPortal('GET', '/securityEvents')).problem).toMatchObject({ status: 403, code: 'forbidden' })
})

test('the command line shows the whole installation, the newest entry last', async () => {
  const user = await aUser(database)
  const { serviceCompanyId } = user
  await database.run(sql`update service_company set external_id = 'acme' where id = ${serviceCompanyId}`)
  await enter({ userName: user.userName, company: user.company, password })
  await enter({ userName: 'nobody-at-all' })
  await security.flush()
  const run = (...args: string[]) =>
    called(
      'security-log',
      { usage: securityLogUsage, run: (args, streams) => securityLogCommand(args, { database }, streams) },
      args,
    )
  const { out } = await run()
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\S+Z {2}signIn {2}failed \(wrongPassword\) {2}no company {2}10\./)
  const found = JSON.parse((await run('--company', 'acme', '--what', 'signIn', '--json')).out)
  expect(found).toMatchObject([{ what: 'signIn', result: 'ok', serviceCompany: 'acme' }])
  expect((await run('--to', '1999-01-01')).out).toBe('There is nothing.\n')
  expect(await run('--what', 'else')).toMatchObject({ code: 2 })
  expect(await run('--from', 'today')).toMatchObject({ code: 2 })
  await expect(run('--company', 'nobody')).rejects.toThrow('There is no service company "nobody".')
})

test('rows are kept for 12 months, and of refused attempts only the newest', async () => {
  const portal = await aPortal(database)
  const of = { serviceCompanyId: portal.serviceCompanyId, portalId: portal.portalId }
  const left = async () =>
    (await securityRows(database)).filter(({ company }) => company === of.serviceCompanyId).map(({ result }) => result)
  for (const result of ['failed', 'ok', 'limited'] as const) {
    security.record({ what: 'signIn', result, ...of })
    await security.flush()
    clock.pass(60_000)
  }
  await cleanUp(app.deps)
  expect(await left()).toEqual(['failed', 'ok', 'limited'])
  await trimSecurityEvents(database, new Date(0), 1)
  expect(await left()).toEqual(['ok', 'limited'])
  clock.pass(367 * 24 * 3_600_000)
  await cleanUp(app.deps)
  expect(await left()).toEqual([])
})
