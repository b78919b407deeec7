import { login, type SecondFactorNeeded } from '@portico/contract/auth'
import { giveSecondFactor, removeTotp } from '@portico/contract/sign-in/second-factor'
import { giveStaffSecondFactor, removeStaffTotp } from '@portico/contract/staff/second-factor'
import { expect, test, vi } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aUser, password } from '../../test/fixtures/factories.ts'
import { aSecondFactor, totpCode } from '../../test/fixtures/second-factors.ts'
import { aStaffAccount, asStaff, staffPassword } from '../../test/fixtures/staff.ts'
import { staffCookie } from '../kernel/access/staff-scope.ts'
import { insertStaffSession } from '../staff/session-queries.ts'
import { insertTicket } from './second-factor/ticket-queries.ts'

// Who knows the password, and has as many addresses and sign-ins as he likes.

vi.setConfig({ testTimeout: 300_000 })

const app = await testApp()
const { database, clock } = app
const GUESSES = 10_000
/** Guesses that are under way at once. */
const WIDTH = 20

/** Sends all guesses, each from another address; counts the answers by their status. */
const countStatuses = async (send: (guess: number) => Promise<{ status: number }>) => {
  const counts: Record<number, number> = {}
  for (let begun = 0; begun < GUESSES; begun += WIDTH)
    for (const { status } of await Promise.all(Array.from({ length: WIDTH }, (_, at) => send(begun + at))))
      counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const codeOf = (guess: number) => String(guess).padStart(6, '0')
const recoveryCodeOf = (guess: number) =>
  `abcde-${guess
    .toString(30)
    .padStart(5, 'z')
    .replace(/[ilo01]/g, 'x')}`.slice(0, 11)

test.each([
  ['codes', codeOf, { 422: 20, 429: GUESSES - 20 }],
  // Nobody guesses one of these: all are tried, and the right one opens.
  ['recovery codes', recoveryCodeOf, { 200: 1, 422: GUESSES - 1 }],
] as const)('10 000 %s are tried for a customer from as many addresses', async (_, guessOf, expected) => {
  const person = await aUser(database)
  const { serviceCompanyId, webUserId } = person
  const { secret, recoveryCodes } = await aSecondFactor(app, { serviceCompanyId, webUserId })
  const ticket = {
    serviceCompanyId,
    webUserId,
    portalKey: null,
    remember: false,
    passwordHash: null,
    skipNotice: true,
    method: 'link' as const,
  }
  const give = async (code: string) => {
    const token = await insertTicket(database, ticket, clock.now())
    return app.call(giveSecondFactor, { body: { ticket: token, code }, address: anAddress() })
  }
  // One of them would be right, had it been tried.
  const right = guessOf === codeOf ? totpCode(secret, clock.now()) : recoveryCodes[0]
  const counts = await countStatuses(guess => give(guess === GUESSES / 2 ? (right ?? '') : guessOf(guess)))
  expect(counts).toEqual(expected)
  clock.pass(61 * 60_000)
  expect((await give(recoveryCodes[1] ?? '')).status).toBe(200)
})

test.each([
  ['codes', codeOf, { 422: 20, 429: GUESSES - 20 }],
  // Nobody guesses one of these: all are tried, and the right one opens.
  ['recovery codes', recoveryCodeOf, { 200: 1, 422: GUESSES - 1 }],
] as const)('10 000 %s are tried for an employee from as many addresses', async (_, guessOf, expected) => {
  const account = await aStaffAccount(app, { hasPassword: true })
  const { secret, recoveryCodes } = await aSecondFactor(app, account)
  const give = async (code: string) => {
    const opening = { address: anAddress(), device: undefined, now: clock.now(), due: 'totp' as const }
    const cookie = `${staffCookie}=${(await insertStaffSession(database, account, opening))?.token}`
    return app.call(giveStaffSecondFactor, { headers: { cookie }, body: { code }, address: anAddress() })
  }
  const right = guessOf === codeOf ? totpCode(secret, clock.now()) : recoveryCodes[0]
  const counts = await countStatuses(guess => give(guess === GUESSES / 2 ? (right ?? '') : guessOf(guess)))
  expect(counts).toEqual(expected)
  clock.pass(61 * 60_000)
  expect((await give(recoveryCodes[1] ?? '')).status).toBe(200)
})

test('of a recovery code, and of a code of the app, that are given at once from everywhere one wins', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, webUserId } = person
  const { secret, recoveryCodes } = await aSecondFactor(app, { serviceCompanyId, webUserId })
  for (const code of [recoveryCodes[0] ?? '', totpCode(secret, clock.now())]) {
    const entered = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.call(login, { body: { userName: person.userName, password, company: person.company } }),
      ),
    )
    const given = await Promise.all(
      entered.map(({ body }) =>
        app.call(giveSecondFactor, {
          body: { ticket: (body as SecondFactorNeeded).ticket, code },
          address: anAddress(),
        }),
      ),
    )
    expect(given.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('nobody removes the second factor of somebody else, whatever session they hold', async () => {
  const [person, other] = [await aUser(database), await aUser(database)]
  const account = await aStaffAccount(app, { hasPassword: true })
  const colleague = await aStaffAccount(app, { serviceCompanyId: account.serviceCompanyId, hasPassword: true })
  const owner = { serviceCompanyId: person.serviceCompanyId, webUserId: person.webUserId }
  await aSecondFactor(app, owner)
  await aSecondFactor(app, account)
  // Each call removes that of its own session; a token of the other side opens neither.
  await (await app.as(other))(removeTotp, { body: { currentPassword: password } })
  await (await asStaff(app, colleague))(removeStaffTotp, { body: { currentPassword: staffPassword } })
  const foreign = { authorization: `Bearer ${(await app.as(person)).token}` }
  expect((await app.call(removeStaffTotp, { headers: foreign, body: { currentPassword: password } })).status).toBe(401)
  const answer = await app.call(login, { body: { userName: person.userName, password, company: person.company } })
  expect(answer.body).toMatchObject({ next: 'totp' })
})
