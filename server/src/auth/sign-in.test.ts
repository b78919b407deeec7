import { login, readMe } from '@portico/contract/auth'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aServiceCompany, aUser, password } from '../../test/fixtures/factories.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, clock, call } = app
const MINUTE = 60_000

const enter = (body: unknown, address = anAddress()) => call(login, { body, address })
const wrong = { status: 401, code: 'wrong_credentials' }

test('a user name and its password open a session', async () => {
  const user = await aUser(database)
  const { body } = await enter({ userName: user.userName, password, company: user.company })
  expect(sessionIn(body).token).toMatch(/^[\w-]{43}$/)
  const me = await call(readMe, { headers: { authorization: `Bearer ${sessionIn(body).token}` } })
  expect(me.body.id).toBe(user.webUserId)
})

test('the name is the user name or e-mail address, in any case, with spaces around it', async () => {
  const user = await aUser(database)
  for (const userName of [user.email, user.userName.toUpperCase(), ` ${user.email.toUpperCase()} `]) {
    expect((await enter({ userName, password, company: user.company })).status).toBe(200)
    expect((await enter({ userName, password })).status).toBe(200)
  }
})

test('a name opens the portals of its own service company only', async () => {
  const user = await aUser(database)
  const sister = await aPortal(database, { serviceCompanyId: user.serviceCompanyId })
  const stranger = await aPortal(database)
  expect((await enter({ userName: user.userName, password, company: sister.company })).status).toBe(200)
  for (const company of [stranger.company, 'no-such-portal', user.company.toUpperCase()]) {
    expect((await enter({ userName: user.userName, password, company })).problem).toMatchObject(wrong)
  }
})

test('the answer does not reveal whether a user exists, has a password, or belongs to another company', async () => {
  const user = await aUser(database)
  const invited = await aUser(database, { contact: user, invited: true })
  const elsewhere = await aUser(database)
  const answers = await Promise.all(
    [user, invited, elsewhere, { userName: 'nobody-at-all' }].map(({ userName }) =>
      enter({ userName, password: 'not the password', company: user.company }),
    ),
  )
  const seen = answers.map(({ problem: { requestId: _, ...problem } }) => problem)
  expect(seen).toEqual(Array(4).fill(seen[0]))
  expect(seen[0]).toMatchObject(wrong)
})

test('the response time does not depend on whether the user exists', async () => {
  const user = await aUser(database)
  const time = async (userName: string) => {
    const started = performance.now()
    await enter({ userName, password: 'not the password', company: user.company })
    return performance.now() - started
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const [there, absent]: [number[], number[]] = [[], []]
  for (let tries = 0; tries < 9; tries += 1) {
    there.push(await time(user.userName))
    absent.push(await time('nobody-at-all'))
  }
  const ratio = median(there) / median(absent)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('after ten failures a name is locked at that address for 15 minutes, even for the right password', async () => {
  const user = await aUser(database)
  const address = anAddress()
  const enterHere = (given: string) =>
    enter({ userName: user.userName, password: given, company: user.company }, address)
  for (let tries = 0; tries < 10; tries += 1) expect((await enterHere('wrong')).status).toBe(401)
  const refused = await enterHere(password)
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const mine = await enter({ userName: user.userName, password, company: user.company })
  expect(mine.status).toBe(200)
  clock.pass(15 * MINUTE + 1000)
  expect((await enterHere(password)).status).toBe(200)
})

test('an unknown name is locked in the same way', async () => {
  const address = anAddress()
  const { company } = await aPortal(database)
  const codes = []
  for (let tries = 0; tries < 11; tries += 1)
    codes.push((await enter({ userName: 'nobody-here', password: 'x', company }, address)).problem.code)
  expect(codes).toEqual([...Array(10).fill('wrong_credentials'), 'too_many_requests'])
})

test('a successful sign-in clears the failures of its name and address', async () => {
  const user = await aUser(database)
  const address = anAddress()
  const enterHere = (given: string) =>
    enter({ userName: user.userName, password: given, company: user.company }, address)
  for (let tries = 0; tries < 9; tries += 1) await enterHere('wrong')
  expect((await enterHere(password)).status).toBe(200)
  for (let tries = 0; tries < 10; tries += 1) expect((await enterHere('wrong')).status).toBe(401)
})

/** Failed sign-ins with unknown names, each from one of these addresses. */
const failures = async (count: number, addressOf: (at: number) => string) => {
  const rows = Array.from({ length: count }, (_, at) => addressOf(at))
  await database.run(sql`insert into sign_in_failure (name_hash, address, at)
    select sha256(convert_to(address || n, 'UTF8')), address, ${clock.now()} from unnest(${rows}::text[]) with ordinality as x (address, n)`)
}

test('after 100 failures an address is locked for every name', async () => {
  const user = await aUser(database)
  const address = anAddress()
  await failures(99, () => address)
  const body = { userName: user.userName, company: user.company }
  expect((await enter({ ...body, password: 'wrong' }, address)).status).toBe(401)
  expect((await enter({ ...body, password }, address)).problem.code).toBe('too_many_requests')
  clock.pass(15 * MINUTE + 1000)
  expect((await enter({ ...body, password }, address)).status).toBe(200)
})

test('of 200 concurrent wrong passwords at most ten are tried', async () => {
  const user = await aUser(database)
  const address = anAddress()
  const body = { userName: user.userName, company: user.company, password: 'wrong' }
  const answers = await Promise.all(Array.from({ length: 200 }, () => enter(body, address)))
  const codes = answers.map(({ problem }) => problem.code)
  expect(codes.filter(code => code === 'wrong_credentials').length).toBeLessThanOrEqual(10)
  expect(new Set(codes)).toContain('too_many_requests')
  expect(codes.every(code => code === 'wrong_credentials' || code === 'too_many_requests')).toBe(true)
})

test.each([
  ['body.userName', { password: 'x' }],
  ['body.password', { userName: 'x' }],
  ['body.userName', { userName: 1, password: 'x' }],
  ['body.userName', { userName: null, password: 'x' }],
  ['body.userName', { userName: ['x'], password: 'x' }],
  ['body.userName', { userName: 'x'.repeat(321), password: 'x' }],
  ['body.userName', { userName: 'a\u0000b', password: 'x' }],
  ['body.password', { userName: 'x', password: 'x\u0000' }],
  ['body.password', { userName: 'x', password: 'x'.repeat(100_000) }],
  ['body.company', { userName: 'x', password: 'x', company: { key: 'brenta' } }],
  ['body.remember', { userName: 'x', password: 'x', remember: 'yes' }],
])('%s at fault is told', async (path, body) => {
  expect((await enter(body)).problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path }] })
})

test('no password and no token is logged or stored in plain text', async () => {
  const user = await aUser(database)
  const { token } = sessionIn((await enter({ userName: user.userName, password, company: user.company })).body)
  await enter({ userName: user.userName, password: 'a very secret mistake', company: user.company })
  for (const secret of [password, 'a very secret mistake', token]) expect(app.logged()).not.toContain(secret)
  const rows = await database.many(
    sql`select u::text, s::text from web_user u left join session s on s.web_user_id = u.id`,
  )
  for (const secret of [password, token]) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a user name is unique within a service company, ignoring case', async () => {
  const company = await aServiceCompany(database)
  const contact = await aContact(database, await aPortal(database, { serviceCompanyId: company }))
  const user = await aUser(database, { contact })
  await expect(aUser(database, { contact, userName: user.userName.toUpperCase() })).rejects.toThrow(/unique/)
})
