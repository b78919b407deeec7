import { confirm, login, readConfirmation, updateMe } from '@portico/contract/auth'
import { openSignInLink, readSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import { addPasskey, signInByPasskey, startPasskey } from '@portico/contract/sign-in/passkeys'
import { staffLogin } from '@portico/contract/staff/session'
import { expect, test, vi } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { anAuthenticator } from '../../test/fixtures/authenticator.ts'
import { aUser, password } from '../../test/fixtures/factories.ts'
import { aStaffAccount, staffPassword } from '../../test/fixtures/staff.ts'
import { raw, sql } from '../kernel/database/db.ts'
import { hashToken, newToken } from '../kernel/security/secrets.ts'
import { insertChallenge } from './passkeys/challenge-queries.ts'

// Whoever guesses from as many addresses as he likes. Guesses of codes are in second-factor-attacks.slow.test.ts, of the staff's passkeys in
// staff/passkeys/passkey-guesses.slow.test.ts.

vi.setConfig({ testTimeout: 300_000 })

const origin = 'https://portale.example'
const app = await testApp({ publicUrl: origin })
const { database, clock, call } = app
const GUESSES = 10_000
/** Guesses that are under way at once. */
const WIDTH = 20

/** Sends guesses, each from another address; counts the answers by their status. */
const countStatuses = async (
  send: (guess: number, address: string) => Promise<{ status: number }>,
  { guesses = GUESSES } = {},
) => {
  const counts: Record<number, number> = {}
  for (let begun = 0; begun < guesses; begun += WIDTH) {
    const tries = Array.from({ length: WIDTH }, (_, at) => send(begun + at, anAddress()))
    for (const { status } of await Promise.all(tries)) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** A guess of a password; the right one comes once, near the end, among those that are no longer tried. */
const guessed = (guess: number, right: string, { guesses = GUESSES } = {}) =>
  guess === guesses - WIDTH ? right : `guess number ${guess}`

/** Runs with a fault: every failure is stored as one of yesterday, so that none is counted. */
const withoutMemory = async <T>(work: () => Promise<T>): Promise<T> => {
  await database.run(sql`create function forget() returns trigger language plpgsql as
    ${raw(`$$ begin new.at = new.at - interval '1 day'; return new; end $$`)}`)
  await database.run(sql`create trigger forget before insert on sign_in_failure for each row execute function forget()`)
  try {
    return await work()
  } finally {
    await database.run(sql`drop function forget cascade`)
  }
}

/** Enough to find what a fault lets through. */
const few = { guesses: 120 }

/** Guesses the password of a customer, of an employee, and the current one within a session. */
const guessCustomer = async (options?: typeof few) => {
  const { userName, company } = await aUser(database)
  return countStatuses(
    (guess, address) =>
      call(login, { body: { userName, company, password: guessed(guess, password, options) }, address }),
    options,
  )
}
const guessEmployee = async (options?: typeof few) => {
  const { email } = await aStaffAccount(app, { hasPassword: true })
  return countStatuses(
    (guess, address) =>
      call(staffLogin, { body: { email, password: guessed(guess, staffPassword, options) }, address }),
    options,
  )
}
const guessInSession = async (options?: typeof few) => {
  const person = await aUser(database)
  const thief = await Promise.all(Array.from({ length: 20 }, () => app.as(person)))
  const next = 'una barca senza remi'
  return countStatuses((guess, address) => {
    const body = { currentPassword: guessed(guess, password, options), password: next, passwordRepeat: next }
    return thief[guess % thief.length]?.(updateMe, { body, address }) ?? expect.fail('there is no session')
  }, options)
}

test('of 10 000 passwords of a customer fifty are tried', async () => {
  expect(await guessCustomer()).toEqual({ 401: 50, 429: GUESSES - 50 })
  await app.delivered()
})

test('of 10 000 passwords of an employee fifty are tried', async () => {
  expect(await guessEmployee()).toEqual({ 401: 50, 429: GUESSES - 50 })
})

test('of 10 000 current passwords in a session fifty are tried', async () => {
  const counts = await guessInSession()
  expect(counts[200]).toBeUndefined()
  expect(counts[422]).toBe(50)
})

test('a limit that forgets is seen: the right password is then tried', async () => {
  await withoutMemory(async () => {
    for (const guess of [guessCustomer, guessEmployee, guessInSession])
      expect(await guess(few)).toMatchObject({ 200: 1 })
  })
  await app.delivered()
})

test('of 10 000 keys of links none opens, and the right one still does', async () => {
  const person = await aUser(database)
  await app.delivered()
  await call(requestSignInLink, { body: { userName: person.userName, company: person.company } })
  const key = /\/link\?key=([\w-]+)/.exec((await app.delivered()).mails[0]?.text ?? '')?.[1] ?? ''
  // As near as can be: each is the right one but for a letter.
  const near = (guess: number) => {
    const at = guess % key.length
    return guess % 2 ? newToken() : `${key.slice(0, at)}${key[at] === 'A' ? 'B' : 'A'}${key.slice(at + 1)}`
  }
  const calls = [openSignInLink, readConfirmation] as const
  for (const endpoint of calls)
    expect(
      await countStatuses((guess, address) => call(endpoint as never, { params: { key: near(guess) }, address })),
    ).toEqual({ 404: GUESSES })
  // A key that is taken for the right one is seen.
  const fitting = near(8)
  const rename = (from: string, to: string) =>
    database.run(sql`update sign_in_link set key_hash = ${hashToken(to)} where key_hash = ${hashToken(from)}`)
  await rename(key, fitting)
  expect(await countStatuses(guess => call(readSignInLink, { params: { key: near(guess) } }), few)).toMatchObject({
    200: expect.any(Number),
  })
  await rename(fitting, key)
  const body = { password: 'una barca senza remi', passwordRepeat: 'una barca senza remi' }
  expect((await call(confirm, { params: { key: near(0) }, body })).status).toBe(404)
  expect((await call(openSignInLink, { params: { key } })).status).toBe(200)
})

test('of 10 000 signatures that are made up for a passkey of a customer none signs in', async () => {
  const person = await aUser(database)
  const session = await app.as(person)
  const device = anAuthenticator({ origin })
  const options = (await session(startPasskey, { body: {} })).body
  expect((await session(addPasskey, { body: { response: device.create(options) } })).status).toBe(201)
  const challenge = async () => ({
    challenge: await insertChallenge(database, { purpose: 'signIn', rpId: 'portale.example' }, clock.now()),
  })
  const forger = anAuthenticator({ origin })
  const { userHandle } = device.get(await challenge()).response
  const forge = async (_: number, address: string) => {
    const signed = forger.get(await challenge(), { userHandle: userHandle ?? '' })
    const response = { ...signed, id: device.id, rawId: device.id }
    return call(signInByPasskey, { body: { response }, address })
  }
  expect(await countStatuses(forge)).toEqual({ 401: GUESSES })
  // Its owner is not shut out by it.
  expect((await call(signInByPasskey, { body: { response: device.get(await challenge()) } })).status).toBe(200)

  // A signature that is not compared with the key of its passkey is seen.
  const other = await app.as(await aUser(database))
  const own = forger.create((await other(startPasskey, { body: {} })).body)
  expect((await other(addPasskey, { body: { response: own } })).status).toBe(201)
  const keyOf = (id: string) => sql`credential_id = ${Buffer.from(id, 'base64url')}`
  await database.run(sql`update passkey set public_key = (select public_key from passkey where ${keyOf(forger.id)})
    where ${keyOf(device.id)}`)
  expect((await countStatuses(forge, few))[200]).toBeGreaterThan(0)
})
