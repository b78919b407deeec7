import { execFileSync } from 'node:child_process'
import { endOtherSessions, login, readMe, type SecondFactorNeeded, type SignInAnswer } from '@portico/contract/auth'
import { openSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import {
  beginTotp,
  confirmTotp,
  giveSecondFactor,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from '@portico/contract/sign-in/second-factor'
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aUser, password } from '../../test/fixtures/factories.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { sql } from '../kernel/database/db.ts'
import { findTotpStep } from './second-factor/totp.ts'

const app = await testApp()
const { database, clock, call } = app
const SECOND = 1000
const MINUTE = 60 * SECOND

type Person = Awaited<ReturnType<typeof aUser>>

const codeAt = (secret: string, at = clock.now()) => generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const enter = async ({ userName, company }: Person, given = password) =>
  call(login, { body: { userName, password: given, company }, address: anAddress() })

const ticketIn = (answer: SignInAnswer): string => {
  if ('token' in answer) throw new Error('The sign-in asks for no second factor')
  return (answer satisfies SecondFactorNeeded).ticket
}

const give = (ticket: string, code: string, address = anAddress()) =>
  call(giveSecondFactor, { body: { ticket, code }, address })

/** A user with a second factor: the secret, the recovery codes, and the headers of a session. */
const enrolled = async () => {
  const person = await aUser(database)
  const session = bearer(sessionIn((await enter(person)).body).token)
  const { secret, uri } = (await call(beginTotp, { ...session, body: { currentPassword: password } })).body
  const confirmed = await call(confirmTotp, { ...session, body: { code: codeAt(secret) } })
  // The next code.
  clock.pass(30 * SECOND)
  return { person, session, secret, uri, recoveryCodes: confirmed.body.recoveryCodes }
}

test('the codes are those of RFC 6238, appendix B, and each counts a step earlier and later', () => {
  // The RFC's secret in base 32; its codes have eight digits, of which six are asked for.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    const step = Math.floor(seconds / 30)
    const at = (shift: number) => findTotpStep(secret, code, { now: new Date((seconds + shift) * 1000), lastStep: 0 })
    expect([at(-30), at(0), at(30)], String(seconds)).toEqual([step, step, step])
    if (seconds > 61) expect([at(-61), at(61)], String(seconds)).toEqual([undefined, undefined])
  }
  for (const code of ['', '28708', '2870822', 'abcdef', '２８７０８２'])
    expect(findTotpStep(secret, code, { now: new Date(59_000), lastStep: 0 })).toBeUndefined()
})

test('a user turns it on by a code of the app, and then signs in with password and code', async () => {
  const { person, session, secret, uri, recoveryCodes } = await enrolled()
  expect(uri).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`))
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await call(readSecondFactor, session)).body).toEqual({
    confirmedAt: expect.stringMatching(/Z$/),
    recoveryCodesLeft: 10,
  })
  const answer = (await enter(person)).body
  expect(answer).toEqual({ next: 'totp', ticket: expect.stringMatching(/^[\w-]{43}$/) })
  const { token } = sessionIn((await give(ticketIn(answer), codeAt(secret))).body)
  expect((await call(readMe, bearer(token))).body.id).toBe(person.webUserId)
})

test('oathtool makes the same codes', async context => {
  const { person, secret } = await enrolled()
  try {
    execFileSync('oathtool', ['--version'])
  } catch {
    return context.skip('oathtool is not installed')
  }
  const now = clock.now().toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
  const code = execFileSync('oathtool', ['--totp', '--base32', `--now=${now}`, secret], { encoding: 'utf8' }).trim()
  expect((await give(ticketIn((await enter(person)).body), code)).status).toBe(200)
})

test('the ticket opens nothing, is good for five minutes, five tries and one session', async () => {
  const { person, secret } = await enrolled()
  const ticket = ticketIn((await enter(person)).body)
  expect((await call(readMe, bearer(ticket))).problem.code).toBe('unauthenticated')
  expect((await give('x'.repeat(43), codeAt(secret))).problem.code).toBe('unauthenticated')

  const opened = await Promise.all([give(ticket, codeAt(secret)), give(ticket, codeAt(secret))])
  expect(opened.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  clock.pass(30 * SECOND)
  expect((await give(ticket, codeAt(secret))).problem.code).toBe('unauthenticated')

  const tried = ticketIn((await enter(person)).body)
  for (let n = 0; n < 5; n += 1)
    expect((await give(tried, '000000')).problem).toMatchObject({ status: 422, code: 'wrong_code' })
  expect((await give(tried, codeAt(secret))).problem.code).toBe('unauthenticated')

  const late = ticketIn((await enter(person)).body)
  clock.pass(5 * MINUTE + SECOND)
  expect((await give(late, codeAt(secret))).problem.code).toBe('unauthenticated')
})

test('each code works once, and so does each recovery code, however it is typed', async () => {
  const { person, session, secret, recoveryCodes } = await enrolled()
  const again = async (code: string) => (await give(ticketIn((await enter(person)).body), code)).status
  const code = codeAt(secret)
  expect(await again(code)).toBe(200)
  expect(await again(code)).toBe(422)

  const [first = '', second = ''] = recoveryCodes
  const tickets = await Promise.all([enter(person), enter(person), enter(person)])
  const spent = await Promise.all(tickets.map(({ body }) => give(ticketIn(body), ` ${first.toUpperCase()} `)))
  expect(spent.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await again(second.replace('-', ' '))).toBe(200)
  expect((await call(readSecondFactor, session)).body.recoveryCodesLeft).toBe(8)
  const { mails } = await app.delivered()
  expect(mails.filter(({ subject }) => subject.includes('codice di recupero'))).toHaveLength(2)
})

test('recovery codes are made anew with a fresh proof, without turning the codes off; those of before end', async () => {
  const { person, session, secret, recoveryCodes } = await enrolled()
  await app.delivered()
  clock.pass(11 * MINUTE)
  const renew = (body: object) => call(renewRecoveryCodes, { ...session, body })
  expect((await renew({})).problem).toMatchObject({
    code: 'forbidden',
    detail: 'proof_required',
    proofs: ['password'],
  })
  expect((await renew({ currentPassword: 'wrong' })).problem.code).toBe('check_passwords')
  const renewed = (await renew({ currentPassword: password })).body.recoveryCodes
  expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20)
  const again = async (code: string) => (await give(ticketIn((await enter(person)).body), code)).status
  expect(await again(recoveryCodes[0] ?? '')).toBe(422)
  expect(await again(renewed[0] ?? '')).toBe(200)
  expect(await again(codeAt(secret))).toBe(200)
  expect((await call(readSecondFactor, session)).body.recoveryCodesLeft).toBe(9)
  const { mails } = await app.delivered()
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('nuovi codici di recupero'))
  const without = bearer(sessionIn((await enter(await aUser(database))).body).token)
  expect((await call(renewRecoveryCodes, { ...without, body: {} })).problem.code).toBe('conflict')
})

test('codes of another user, and of another ticket’s user, are wrong', async () => {
  const [anna, bruno] = [await enrolled(), await enrolled()]
  const ticket = ticketIn((await enter(anna.person)).body)
  expect((await give(ticket, codeAt(bruno.secret))).problem.code).toBe('wrong_code')
  expect((await give(ticket, bruno.recoveryCodes[0] ?? '')).problem.code).toBe('wrong_code')
  expect((await give(ticket, codeAt(anna.secret))).status).toBe(200)
})

test('guesses from many addresses are refused after twenty in an hour, and then even the right code', async () => {
  const { person, secret } = await enrolled()
  const codes: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const ticket = ticketIn((await enter(person)).body)
    for (let tries = 0; tries < 4; tries += 1) codes.push((await give(ticket, '000000')).status)
  }
  expect(codes.filter(status => status === 422)).toHaveLength(20)
  expect((await give(ticketIn((await enter(person)).body), codeAt(secret))).problem).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
  clock.pass(61 * MINUTE)
  expect((await give(ticketIn((await enter(person)).body), codeAt(secret))).status).toBe(200)
})

test('whoever tries codes elsewhere does not keep the owner out, who is mailed at the fifth', async () => {
  const { person, secret, recoveryCodes } = await enrolled()
  const home = anAddress()
  const again = async (code: string, address?: string) =>
    (await give(ticketIn((await enter(person)).body), code, address)).status
  expect(await again(codeAt(secret), home)).toBe(200)
  const told = async () =>
    (await app.delivered()).mails.filter(({ subject }) => subject.includes('codici sbagliati')).length
  await told()
  for (let n = 1; n <= 20; n += 1) {
    expect(await again('000000')).toBe(422)
    expect(await told()).toBe(n === 5 ? 1 : 0)
  }
  clock.pass(30 * SECOND)
  expect(await again(codeAt(secret))).toBe(429)
  expect(await again(recoveryCodes[0] ?? '')).toBe(200)
  // From where the owner has signed in, wrong codes are counted apart.
  for (let n = 1; n <= 20; n += 1) expect(await again('000000', home)).toBe(422)
  expect(await again(codeAt(secret), home)).toBe(429)
  clock.pass(61 * MINUTE)
  for (let n = 1; n <= 20; n += 1) await again('000000')
  expect(await again(codeAt(secret), home)).toBe(200)
  expect(await told()).toBe(1)
})

test('a password that changes in between ends the ticket’s sign-in', async () => {
  const { person, secret } = await enrolled()
  const ticket = ticketIn((await enter(person)).body)
  await database.run(sql`update web_user set password_hash = 'changed' where id = ${person.webUserId}`)
  expect((await give(ticket, codeAt(secret))).problem.code).toBe('wrong_credentials')
})

describe('changes of the second factor', () => {
  test('need the current password, and are mailed', async () => {
    const { person, session, secret } = await enrolled()
    const wrong = { ...session, body: { currentPassword: 'not the password' } }
    for (const refused of [await call(beginTotp, wrong), await call(removeTotp, wrong)])
      expect(refused.problem).toMatchObject({ code: 'check_passwords', errors: [{ path: 'body.currentPassword' }] })
    const right = { ...session, body: { currentPassword: password } }
    expect((await call(beginTotp, right)).problem.code).toBe('conflict')
    expect((await call(confirmTotp, { ...session, body: { code: codeAt(secret) } })).problem.code).toBe('conflict')
    expect((await call(removeTotp, right)).status).toBe(204)
    expect((await call(readSecondFactor, session)).body).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 })
    expect((await enter(person)).body).toHaveProperty('token')
    const subjects = (await app.delivered()).mails.map(({ subject }) => subject)
    expect(subjects.some(subject => subject.includes('passaggi attivata'))).toBe(true)
    expect(subjects.some(subject => subject.includes('passaggi disattivata'))).toBe(true)
  })

  test('turning it on ends the other sessions, and an unconfirmed secret asks nobody for a code', async () => {
    const person = await aUser(database)
    const other = bearer(sessionIn((await enter(person)).body).token)
    const session = bearer(sessionIn((await enter(person)).body).token)
    const begun = await call(beginTotp, { ...session, body: { currentPassword: password } })
    expect((await enter(person)).body).toHaveProperty('token')
    expect((await call(confirmTotp, { ...session, body: { code: '000000' } })).problem.code).toBe('wrong_code')
    expect((await call(readMe, other)).status).toBe(200)
    expect((await call(confirmTotp, { ...session, body: { code: codeAt(begun.body.secret) } })).status).toBe(200)
    expect((await call(readMe, other)).problem.code).toBe('unauthenticated')
    expect((await call(endOtherSessions, session)).status).toBe(204)
  })

  test('no secret and no recovery code is stored or logged in plain text', async () => {
    const { secret, recoveryCodes } = await enrolled()
    const rows = JSON.stringify(
      await database.many(
        sql`select f::text, (select json_agg(encode(code_mac, 'escape')) from recovery_code) from second_factor f`,
      ),
    )
    for (const hidden of [secret, ...recoveryCodes]) {
      expect(rows).not.toContain(hidden)
      expect(app.logged()).not.toContain(hidden)
    }
  })
})

describe('a link to sign in', () => {
  const ask = async ({ userName, company }: Pick<Person, 'userName' | 'company'>) => {
    const asked = await call(requestSignInLink, { body: { userName, company }, address: anAddress() })
    expect(asked.status).toBe(204)
    const { mails } = await app.delivered()
    return mails.map(({ text }) => /\/link\?key=([\w-]+)/.exec(text ?? '')?.[1]).filter(key => key !== undefined)
  }

  test('is mailed, signs in once within ten minutes, and asks for the second factor', async () => {
    const { person, secret } = await enrolled()
    const [key = ''] = await ask(person)
    const opened = (await call(openSignInLink, { params: { key } })).body
    expect((await give(ticketIn(opened), codeAt(secret))).status).toBe(200)
    expect((await call(openSignInLink, { params: { key } })).problem).toMatchObject({ status: 410, code: 'link_used' })

    const [late = ''] = (await ask(person)).slice(-1)
    clock.pass(10 * MINUTE + SECOND)
    expect((await call(openSignInLink, { params: { key: late } })).problem).toMatchObject({
      status: 410,
      detail: 'expired',
    })
  })

  test('answers the same for nobody, for invited people and for users of another company, and mails them nothing', async () => {
    const person = await aUser(database)
    const invited = await aUser(database, { contact: person, invited: true })
    const stranger = await aUser(database)
    await app.delivered()
    for (const userName of ['nobody-at-all', invited.userName, stranger.userName])
      expect(await ask({ userName, company: person.company })).toEqual([])
  })

  test('is mailed five times an hour at most', async () => {
    const person = await aUser(database)
    const counts: number[] = []
    for (let n = 0; n < 7; n += 1) counts.push((await ask(person)).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  })
})
