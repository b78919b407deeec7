import { confirm, login, readMe, requestRecovery, updateMe } from '@portico/contract/auth'
import { openSignInLink, readSignInLink } from '@portico/contract/sign-in/links'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { sql } from '../kernel/database/db.ts'
import { findAccountsOrDecoys } from './account-queries.ts'
import { hashPassword } from './passwords/password-hash.ts'

// Attacks on the sign-in by strangers, or by another service company of the installation.

const app = await testApp()
const { database, clock, call } = app
const HOUR = 3_600_000

type Typed = { userName: string; company?: string; password?: string }

/** Signs in, with a wrong password by default. */
const enter = (typed: Typed, address = anAddress(), device = 'test') =>
  call(login, { body: { password: 'not the password', ...typed }, address, headers: { 'user-agent': device } })
const codeOf = async (...sent: Parameters<typeof enter>) => {
  const answer = await enter(...sent)
  return answer.status === 200 ? 200 : answer.problem.code
}
/** Fails this many times, by default each time from another address. */
const fail = async (times: number, typed: Typed, address?: string) => {
  for (let n = 0; n < times; n += 1) await enter(typed, address)
}
const unique = (word: string) => `${word}-${anAddress().replaceAll('.', '')}`
const signedIn = async (answer: Awaited<ReturnType<typeof enter>>) =>
  (await call(readMe, { headers: { authorization: `Bearer ${sessionIn(answer.body).token}` } })).body.id
const setHash = async ({ webUserId }: Person, given: string) =>
  database.run(sql`update web_user set password_hash = ${await hashPassword(given)} where id = ${webUserId}`)
const linkIn = (text: string | undefined) => /https:\/\/portico\.test\/link\?key=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

// Of each pair the first name is tried ten times, then the second once, from one address: the answer must not depend on whose the names are.
test('the limit reveals no name, whether by spelling, e-mail address, portal or id', async () => {
  const known = await aUser(database, { userName: unique('giulia.rossi') })
  const sister = await aPortal(database)
  const absent = { ...known, userName: unique('nobody.here'), email: `${unique('nobody.here')}@example.it` }
  const after = async (first: Typed, then: Typed) => {
    const address = anAddress()
    await fail(10, first, address)
    return codeOf(then, address)
  }
  const pairs: ((user: Person) => [Typed, Typed])[] = [
    ({ userName, company }) => [
      { userName, company },
      { userName: userName.replace('i', 'ì'), company },
    ],
    ({ userName, company }) => [
      { userName, company },
      { userName: userName.toUpperCase(), company },
    ],
    ({ userName, company }) => [
      { userName, company },
      { userName, company: sister.company },
    ],
    ({ userName, email, company }) => [
      { userName, company },
      { userName: email, company },
    ],
    ({ userName, company }) => [{ userName, company }, { userName }],
    ({ userName, company, serviceCompanyId, webUserId }) => [
      { userName: `${serviceCompanyId}/${webUserId}`, company },
      { userName, company },
    ],
  ]
  for (const [n, pair] of pairs.entries())
    expect([n, await after(...pair(known))]).toEqual([n, await after(...pair(absent))])
}, 120_000)

test('a failed sign-in runs the same statements whether or not the user exists', async () => {
  const user = await aUser(database)
  const ask = (userName: string, address: string) =>
    app.statementsOf(() => enter({ userName, company: user.company }, address))
  expect(await ask(user.userName, anAddress())).toEqual(await ask('nobody-at-all', anAddress()))
  const [here, there] = [anAddress(), anAddress()]
  await fail(10, { userName: user.userName }, here)
  await fail(10, { userName: 'nobody-at-all' }, there)
  expect(await ask(user.userName, here)).toEqual(await ask('nobody-at-all', there))
  await app.delivered()
})

test('where a name is missing the accounts of others are read in its place, and none of them is opened', async () => {
  for (const word of ['aa', 'bb', 'cc']) await aUser(database, { userName: unique(word) })
  const user = await aUser(database, { userName: unique('zz') })
  const { userName, company } = user
  const search = { portalKey: company, address: anAddress(), limit: 1 }
  const missing = userName.slice(0, -1)
  expect(await findAccountsOrDecoys(database, { ...search, name: missing })).toMatchObject([
    { webUserId: user.webUserId, userName: missing, passwordHash: null, isDecoy: true },
  ])
  expect(await findAccountsOrDecoys(database, { ...search, name: userName })).toMatchObject([
    { webUserId: user.webUserId, userName, passwordHash: expect.any(String), isDecoy: false },
  ])
  for (const name of [missing, userName, `${userName}z`])
    for (const portalKey of [undefined, 'no-such-portal'])
      expect(await findAccountsOrDecoys(database, { ...search, name, portalKey, limit: 4 })).toHaveLength(4)
  expect(await codeOf({ userName: missing, company, password })).toBe('wrong_credentials')
  expect(await codeOf({ userName: missing, password })).toBe('wrong_credentials')
  await app.deps.security.flush()
  expect(await database.many(sql`select from security_event where web_user_id = ${user.webUserId}`)).toEqual([])
  await app.delivered()
})

test('after 50 failures an hour a new address needs a mailed link, and can sign in by password after using it', async () => {
  const user = await aUser(database)
  const { userName, company } = user
  const mine = { userName, company, password }
  const home = anAddress()
  expect(await codeOf(mine, home)).toBe(200)
  await fail(50, { userName, company })
  await fail(50, { userName: 'nobody-at-all', company })
  expect((await app.delivered()).mails).toEqual([])

  // From a new address the right password has the same answer as any password of an unknown name.
  const away = anAddress()
  const refused = await enter(mine, away)
  const absent = await enter({ userName: 'nobody-at-all', company })
  const { requestId: _, ...problem } = refused.problem
  expect(absent.problem).toMatchObject(problem)
  expect(problem).toMatchObject({ status: 429, code: 'too_many_requests', detail: 'link_mailed' })
  expect(refused.headers['retry-after']).toBe(absent.headers['retry-after'])
  expect(await codeOf(mine, home)).toBe(200)

  const { mails } = await app.delivered()
  expect(mails.map(({ recipients, subject }) => [recipients, subject])).toEqual([
    [[user.email], `Il tuo link per accedere a Portal ${company}`],
  ])
  const key = linkIn(mails[0]?.text)
  expect((await call(readSignInLink, { params: { key } })).body).toEqual({
    userName,
    webPortalKey: company,
    elsewhere: false,
  })
  const opened = await call(openSignInLink, { params: { key }, address: away })
  expect(await signedIn(opened)).toBe(user.webUserId)
  for (const again of [
    await call(openSignInLink, { params: { key }, address: away }),
    await call(readSignInLink, { params: { key } }),
  ])
    expect(again.problem).toMatchObject({ status: 410, code: 'link_used', webPortalKey: company })
  expect(await codeOf(mine, away)).toBe(200)
  expect(app.logged()).not.toContain(key)
}, 120_000)

test('guesses spread over user name, e-mail address and portals all count for the account', async () => {
  const user = await aUser(database)
  const { userName, email, company, serviceCompanyId } = user
  const sister = await aPortal(database, { serviceCompanyId })
  const home = anAddress()
  expect(await codeOf({ userName, company, password }, home)).toBe(200)
  for (const typed of [
    { userName, company },
    { userName: email, company },
    { userName, company: sister.company },
    { userName: email },
  ])
    await fail(13, typed)
  // The answer of a wrong password: this input has not failed 50 times.
  expect(await codeOf({ userName, company, password })).toBe('wrong_credentials')
  expect(await codeOf({ userName, password })).toBe('wrong_credentials')
  expect(await codeOf({ userName, company, password }, home)).toBe(200)
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients }) => recipients)).toEqual([[user.email]])
  expect(linkIn(mails[0]?.text)).toHaveLength(43)
  clock.pass(HOUR + 1000)
  expect(await codeOf({ userName, company, password })).toBe(200)
  await app.delivered()
}, 120_000)

test('a user who is locked out at one address gets one link by mail while it is valid', async () => {
  const user = await aUser(database)
  const { userName, company } = user
  const cafe = anAddress()
  await fail(14, { userName, company }, cafe)
  const first = (await app.delivered()).mails
  expect(first.map(({ recipients }) => recipients)).toEqual([[user.email]])
  await fail(3, { userName, company }, cafe)
  expect((await app.delivered()).mails).toEqual([])
  const opened = await call(openSignInLink, { params: { key: linkIn(first[0]?.text) }, address: cafe })
  expect(await signedIn(opened)).toBe(user.webUserId)
})

test('a sign-in link ends after an hour, with the membership, and with a new password', async () => {
  const ask = async () => {
    const user = await aUser(database)
    await fail(11, { userName: user.userName, company: user.company }, anAddress())
    return { user, key: linkIn((await app.delivered()).mails[0]?.text) }
  }
  const [late, gone, changed] = [await ask(), await ask(), await ask()]
  await database.run(sql`update membership set active = false where id = ${gone.user.membershipId}`)
  expect((await call(openSignInLink, { params: { key: gone.key } })).problem.detail).toBe('withdrawn')
  await call(requestRecovery, { body: { userName: changed.user.userName } })
  const recovery = /confirm\?key=([\w-]+)/.exec((await app.delivered()).mails[0]?.text ?? '')?.[1] ?? ''
  const next = 'una barca senza remi'
  await call(confirm, { params: { key: recovery }, body: { password: next, passwordRepeat: next } })
  expect((await call(openSignInLink, { params: { key: changed.key } })).problem.code).toBe('link_used')
  clock.pass(HOUR)
  expect((await call(openSignInLink, { params: { key: late.key } })).problem).toMatchObject({
    status: 410,
    code: 'invalid_code',
    detail: 'expired',
  })
  for (const key of ['x', late.key.slice(0, -1), 'A'.repeat(43)])
    expect((await call(openSignInLink, { params: { key } })).problem).toMatchObject({
      status: 404,
      code: 'invalid_code',
    })
  await app.delivered()
})

test('of two concurrent uses of a sign-in link one signs in', async () => {
  const user = await aUser(database)
  await fail(11, { userName: user.userName, company: user.company }, anAddress())
  const key = linkIn((await app.delivered()).mails[0]?.text)
  const answers = await Promise.all([1, 2, 3].map(() => call(openSignInLink, { params: { key } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
})

test('without a portal the password selects the account of a name, and another company cannot interfere', async () => {
  const userName = unique('elena.verdi')
  const elena = await aUser(database, { userName })
  expect(await signedIn(await enter({ userName, password }))).toBe(elena.webUserId)
  const namesake = await aUser(database, { userName })
  await setHash(namesake, 'quattro salti in padella')
  expect(await signedIn(await enter({ userName, password }))).toBe(elena.webUserId)
  expect(await signedIn(await enter({ userName, password: 'quattro salti in padella' }))).toBe(namesake.webUserId)
  expect(await codeOf({ userName })).toBe('wrong_credentials')
})

test("nobody takes over an e-mail address by being named like it, neither elsewhere nor in one's own company", async () => {
  const luca = await aUser(database)
  const elsewhere = await aUser(database, { userName: luca.email })
  const colleague = await aUser(database, { contact: luca, userName: luca.email })
  await setHash(elsewhere, 'quattro salti in padella')
  await setHash(colleague, 'una barca senza remi')
  expect(await signedIn(await enter({ userName: luca.email, password }))).toBe(luca.webUserId)
  expect(await signedIn(await enter({ userName: luca.email, company: luca.company, password }))).toBe(luca.webUserId)
})

test('with the same name and password in two companies, the account that was used from this address is opened', async () => {
  const userName = unique('consulente')
  const first = await aUser(database, { userName })
  const second = await aUser(database, { userName })
  const home = anAddress()
  expect(await codeOf({ userName, company: second.company, password }, home)).toBe(200)
  expect(await signedIn(await enter({ userName, password }, home))).toBe(second.webUserId)
  expect(await signedIn(await enter({ userName, password }))).toBe(first.webUserId)
  await app.delivered()
})

test('many accounts with one name do not lock out a user at a known address', async () => {
  const userName = unique('marco.bianchi')
  const people: Person[] = []
  for (let n = 0; n < 6; n += 1) people.push(await aUser(database, { userName }))
  const last = people[5] ?? expect.fail()
  await setHash(last, 'quattro salti in padella')
  const mine = { userName, password: 'quattro salti in padella' }
  const home = anAddress()
  expect(await codeOf(mine, home)).toBe('wrong_credentials')
  expect(await codeOf({ ...mine, company: last.company }, home)).toBe(200)
  expect(await signedIn(await enter(mine, home))).toBe(last.webUserId)
})

test('a company that signs in with a user of the same name gains no guesses at another company', async () => {
  const userName = unique('paolo.costa')
  const victim = await aUser(database, { userName })
  const own = await aUser(database, { userName })
  await setHash(own, 'quattro salti in padella')
  const address = anAddress()
  for (const company of [victim.company, undefined]) {
    const typed = { userName, ...(company !== undefined && { company }) }
    await fail(4, typed, address)
    const mine = { ...typed, password: 'quattro salti in padella' }
    expect(await codeOf(company === undefined ? mine : { ...mine, company: own.company }, address)).toBe(200)
  }
  await fail(2, { userName, company: victim.company }, address)
  expect(await codeOf({ userName, company: victim.company }, address)).toBe('too_many_requests')
  await app.delivered()
})

test('a recovery without a portal mails each user with the name or address', async () => {
  const userName = unique('sara.gallo')
  const [one, other] = [await aUser(database, { userName }), await aUser(database, { userName })]
  await aUser(database, { userName: unique('altro') })
  await app.delivered()
  for (const typed of [userName, one.email.toUpperCase()]) {
    await call(requestRecovery, { body: { userName: typed } })
    const { mails } = await app.delivered()
    expect(mails.map(({ from }) => from.name).sort()).toEqual(
      [one, other].map(({ company }) => `Portal ${company}`).sort(),
    )
  }
})

test('excess concurrent sign-ins fail with 503 and a Retry-After, and do not delay others', async () => {
  const { company } = await aPortal(database)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => enter({ userName: `crowd-${n}`, company })))
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 401).length).toBe(200 - busy.length)
  expect(busy[0]?.problem.code).toBe('unavailable')
  expect(Number(busy[0]?.headers['retry-after'])).toBeGreaterThan(0)
  await app.delivered()
}, 120_000)

test('password guesses within a session do not lock its user out of signing in', async () => {
  const user = await aUser(database)
  const thief = await app.as(user)
  const next = 'una barca senza remi'
  for (let n = 0; n < 12; n += 1)
    await thief(updateMe, {
      body: { currentPassword: 'guessed', password: next, passwordRepeat: next },
      address: '192.0.2.9',
    })
  expect(await codeOf({ userName: user.userName, company: user.company, password }, '192.0.2.9')).toBe(200)
})

test('a sign-in from a new address or device is mailed to the user, the very first and known ones are not', async () => {
  const user = await aUser(database)
  const mine = { userName: user.userName, company: user.company, password }
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
  const home = '192.0.2.10'
  const mailsAfter = async (...sent: Parameters<typeof enter>) => {
    expect((await enter(...sent)).status).toBe(200)
    return (await app.delivered()).mails
  }
  expect(await mailsAfter(mine, home, chrome)).toEqual([])
  expect(await mailsAfter(mine, home, chrome.replace('130', '131'))).toEqual([])
  const [mail, ...more] = await mailsAfter(mine, '198.51.100.7', chrome)
  expect([mail?.recipients, more]).toEqual([[user.email], []])
  expect(mail?.subject).toBe(`Portal ${user.company}: nuovo accesso al tuo account`)
  for (const said of ['198.51.100.7', 'Chrome, Windows', '2 marzo 2026', '/link?session='])
    expect(mail?.text).toContain(said)
  expect(await mailsAfter(mine, '198.51.100.7', chrome)).toEqual([])
  expect((await mailsAfter(mine, home, firefox))[0]?.text).toContain('Firefox, Linux')
  // The mail does not repeat the User-Agent of an unknown program.
  const [odd] = await mailsAfter(mine, home, 'call +39 000 000 at once')
  expect(odd?.text).not.toContain('+39')
  let mails = 0
  for (let n = 0; n < 12; n += 1) mails += (await mailsAfter(mine, anAddress(), chrome)).length
  expect(mails).toBeGreaterThan(2)
  expect(mails).toBeLessThan(10)
})

test('security notices are in the language of the user, and ignore mail preferences', async () => {
  const contact = await aContact(database)
  const user = await aUser(database, { contact })
  const mine = await app.as(user)
  const off = { ticketCreated: false, ticketReply: false, ticketClosed: false }
  const next = 'una barca senza remi'
  await mine(updateMe, { body: { language: 'es-ES', notifications: off } })
  await mine(updateMe, {
    body: { currentPassword: password, password: next, passwordRepeat: next },
    address: '192.0.2.11',
  })
  const { mails } = await app.delivered()
  expect(mails.map(({ subject }) => subject)).toEqual([`Portal ${user.company}: tu contraseña ha cambiado`])
  expect(mails[0]?.text).toContain('192.0.2.11')
  expect(mails[0]?.html).toContain('<html lang="es">')
  expect(mails[0]?.headers['List-Unsubscribe']).toBeUndefined()
})
