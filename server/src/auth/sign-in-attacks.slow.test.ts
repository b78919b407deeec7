import { login } from '@portico/contract/auth'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aUser, password } from '../../test/fixtures/factories.ts'

// The attacks of sign-in-attacks.test.ts that take a hundred sign-ins or more, each of which costs a password hash.

const app = await testApp()
const { database, call } = app

type Typed = { userName: string; company?: string; password?: string }

const enter = (typed: Typed, address = anAddress()) =>
  call(login, { body: { password: 'not the password', ...typed }, address })
const codeOf = async (...sent: Parameters<typeof enter>) => {
  const answer = await enter(...sent)
  return answer.status === 200 ? 200 : answer.problem.code
}
/** Fails this many times, each time from another address. */
const fail = async (times: number, typed: Typed) => {
  for (let n = 0; n < times; n += 1) await enter(typed)
}

test('failures of names that look like the id of a user lock nobody out', async () => {
  const user = await aUser(database)
  const { serviceCompanyId, webUserId, company, userName } = user
  for (const typed of [
    `${serviceCompanyId}/${webUserId}`,
    `account ${serviceCompanyId} ${webUserId}`,
    `name ${userName}`,
  ])
    await fail(51, { userName: typed, company })
  expect(await codeOf({ userName, company, password })).toBe(200)
}, 120_000)

test('from an address that other users use, an account above its limit has the answer of an unknown name', async () => {
  const user = await aUser(database)
  const neighbour = await aUser(database, { contact: user })
  const { company } = user
  const office = anAddress()
  expect(await codeOf({ userName: neighbour.userName, company, password }, office)).toBe(200)
  for (const userName of [user.userName, 'nobody-of-the-office']) await fail(51, { userName, company })
  expect(await codeOf({ userName: user.userName, company, password }, office)).toBe('wrong_credentials')
  expect(await codeOf({ userName: 'nobody-of-the-office', company }, office)).toBe('wrong_credentials')
  await app.delivered()
}, 120_000)

test('without a portal the response time does not depend on how many accounts have the name', async () => {
  const userName = `tanti-${anAddress().replaceAll('.', '')}`
  for (let n = 0; n < 4; n += 1) await aUser(database, { userName })
  const time = async (typed: string) => {
    const started = performance.now()
    await enter({ userName: typed })
    return performance.now() - started
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const [there, absent]: [number[], number[]] = [[], []]
  for (let tries = 0; tries < 9; tries += 1) {
    there.push(await time(userName))
    absent.push(await time('nobody-at-all'))
  }
  expect(median(there) / median(absent)).toBeGreaterThan(0.5)
  expect(median(there) / median(absent)).toBeLessThan(2)
}, 120_000)

test('sign-ins with the right password are limited to 120 a minute for one name from one address', async () => {
  const { userName, company } = await aUser(database)
  const address = anAddress()
  const codes: unknown[] = []
  for (let n = 0; n < 122; n += 1) codes.push(await codeOf({ userName, company, password }, address))
  expect(codes).toEqual([...Array(120).fill(200), 'too_many_requests', 'too_many_requests'])
  expect(await codeOf({ userName, company, password })).toBe(200)
  await app.delivered()
}, 120_000)
