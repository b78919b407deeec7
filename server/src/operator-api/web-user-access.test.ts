import { hash } from '@node-rs/argon2'
import { login, readConfirmation, readMe, requestRecovery } from '@portico/contract/auth'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { sql } from '../kernel/database/db.ts'

// How the service company manages its users' access: setting passwords and ending sessions.

const app = await testApp()
const { database, call } = app
const NEXT = 'quattro salti in padella'

const named = async (person: Person) => {
  const { name } = await database.one<{ name: string }>(
    sql`select external_id as name from web_user where id = ${person.webUserId}`,
  )
  return `/webUsers/${name}`
}
const bodyOf = ({ userName, email }: Person) => ({ userName, email })
const enter = async ({ userName, company }: Person, given: string) =>
  (await call(login, { body: { userName, company, password: given } })).status
const hashOf = async ({ webUserId }: Person) =>
  (await database.one<{ hash: string }>(sql`select password_hash as hash from web_user where id = ${webUserId}`)).hash

test('a password set by the company ends the sessions and the open links, and its user is mailed', async () => {
  const person = await aUser(database)
  const thief = await app.as(person)
  await call(requestRecovery, { body: { userName: person.userName, company: person.company } })
  const key = /confirm\?key=([\w-]+)/.exec((await app.delivered()).mails[0]?.text ?? '')?.[1] ?? ''
  const operator = await anOperator(app, person)
  expect((await operator('PUT', await named(person), { ...bodyOf(person), password: NEXT })).status).toBe(200)
  expect((await thief(readMe)).problem.code).toBe('unauthenticated')
  expect((await call(readConfirmation, { params: { key } })).problem.detail).toBe('used')
  expect([await enter(person, password), await enter(person, NEXT)]).toEqual([401, 200])
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients, subject }) => [recipients, subject])).toEqual([
    [[person.email], `Portal ${person.company}: la tua password è cambiata`],
  ])
})

test('the same password, and no password, end nothing', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const operator = await anOperator(app, person)
  for (const body of [bodyOf(person), { ...bodyOf(person), password }, { ...bodyOf(person), phone: '049 555' }])
    expect((await operator('PUT', await named(person), body)).status).toBe(200)
  expect((await mine(readMe)).status).toBe(200)
  expect((await app.delivered()).mails).toEqual([])
})

test('a first password of an invited user ends nothing and mails nobody', async () => {
  const person = await aUser(database, { invited: true })
  const operator = await anOperator(app, person)
  expect((await operator('PUT', await named(person), { ...bodyOf(person), password: NEXT })).status).toBe(200)
  expect(await enter(person, NEXT)).toBe(200)
  expect((await app.delivered()).mails).toEqual([])
})

test.each([
  ['a', /shorter than 12/],
  ['password1234', /guessers/],
  ['Portico-demo-1', /guessers/],
])('the password %s is refused, and nothing changes', async (given, why) => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const operator = await anOperator(app, person)
  const { problem } = await operator('PUT', await named(person), { ...bodyOf(person), phone: '1', password: given })
  expect(problem).toMatchObject({ status: 422, code: 'weak_password' })
  expect(problem.errors).toEqual([{ path: 'body.password', message: expect.stringMatching(why) }])
  expect((await mine(readMe)).status).toBe(200)
  expect(await enter(person, password)).toBe(200)
})

test('a password made of names of the user or the company is refused, also for a new user', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  for (const [path, given] of [
    [await named(person), `${person.companyName}-2026`],
    ['/webUsers/new', 'newcomer.bruni-1'],
    ['/webUsers/new', `${person.company} 77`],
  ] as const) {
    const body = path === '/webUsers/new' ? { userName: 'newcomer.bruni' } : bodyOf(person)
    expect((await operator('PUT', path, { ...body, password: given })).problem.errors?.[0]?.message).toMatch(/name/)
  }
  expect((await operator('PUT', '/webUsers/new', { userName: 'newcomer.bruni', password: NEXT })).status).toBe(201)
})

test('a hash that costs more to verify than ours is refused', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  for (const cost of ['m=262144,t=16,p=1', 'm=65536,t=4,p=1', 'm=19456,t=3,p=1', 'm=38913,t=1,p=1']) {
    const passwordHash = `$argon2id$v=19$${cost}$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`
    const { problem } = await operator('PUT', await named(person), { ...bodyOf(person), passwordHash })
    expect(problem.errors).toEqual([{ path: 'body.passwordHash', message: expect.stringContaining('38912') }])
  }
  expect(await enter(person, password)).toBe(200)
})

test('a cheaper hash is replaced at the first sign-in, and sending the same hash again keeps the replacement', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const path = await named(person)
  const passwordHash = await hash(NEXT, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const put = () => operator('PUT', path, { ...bodyOf(person), passwordHash })
  expect((await put()).status).toBe(200)
  expect(await hashOf(person)).toBe(passwordHash)
  expect(await enter(person, 'not this one at all')).toBe(401)
  expect(await hashOf(person)).toBe(passwordHash)
  expect(await enter(person, NEXT)).toBe(200)
  const replaced = await hashOf(person)
  expect(replaced).toMatch(/\$m=19456,t=2,p=1\$/)
  const mine = await app.as(person)
  expect((await put()).status).toBe(200)
  expect(await hashOf(person)).toBe(replaced)
  expect((await mine(readMe)).status).toBe(200)
  // After another password was set, the same hash is a change again.
  expect((await operator('PUT', path, { ...bodyOf(person), password })).status).toBe(200)
  expect((await put()).status).toBe(200)
  expect(await hashOf(person)).toBe(passwordHash)
})

test('one call ends every session of one user, and no other session', async () => {
  const person = await aUser(database)
  const sessions = [await app.as(person), await app.as(person)]
  const neighbour = await app.as(await aUser(database, { contact: person }))
  const operator = await anOperator(app, person)
  const path = `${await named(person)}/sessions`
  const elsewhere = await aPortal(database)
  const refused = async (given: Parameters<typeof anOperator>[1]) =>
    (await (await anOperator(app, given))('DELETE', path)).problem.code
  expect(await refused({ serviceCompanyId: elsewhere.serviceCompanyId })).toBe('not_found')
  expect(await refused({ serviceCompanyId: person.serviceCompanyId, readOnly: true })).toBe('forbidden')
  expect(await refused({ serviceCompanyId: person.serviceCompanyId, portalIds: [person.portalId] })).toBe('forbidden')
  expect((await sessions[0]?.(readMe))?.status).toBe(200)
  expect((await operator('DELETE', path)).status).toBe(204)
  for (const mine of sessions) expect((await mine(readMe)).problem.code).toBe('unauthenticated')
  expect((await neighbour(readMe)).status).toBe(200)
  expect(await enter(person, password)).toBe(200)
  expect((await operator('DELETE', '/webUsers/nobody/sessions')).problem.code).toBe('not_found')
})
