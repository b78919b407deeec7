import { confirm, login, readConfirmation, readMe, renewConfirmation, requestRecovery } from '@portico/contract/auth'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { messages, secrets } from '../../test/fixtures/messages.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { sql, tx } from '../kernel/database/db.ts'
import { newToken } from '../kernel/security/secrets.ts'
import { findAddressees, findAddresseesToInvite, insertConfirmation } from './confirmation-queries.ts'
import { invite } from './confirmations.ts'

const app = await testApp()
const { database, call, clock } = app
const NEW = 'una barca senza remi'

const keyIn = (text: string | undefined) => /https:\/\/portico\.test\/confirm\?key=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

const recover = async (body: object) => {
  // Clear what earlier calls have caused.
  await app.delivered()
  const answer = await call(requestRecovery, { body })
  expect([answer.status, answer.text]).toEqual([204, ''])
  return (await app.delivered()).mails
}

/** The key in the mail of a recovery. */
const recoveryKey = async (person: Person) => {
  const [mail] = await recover({ userName: person.userName, company: person.company })
  return keyIn(mail?.text)
}

const invited = async (options: Parameters<typeof aUser>[1] = {}) => {
  const person = await aUser(database, { invited: true, ...options })
  const [to] = await findAddressees(database, person.email, undefined)
  if (!to) throw new Error('nobody of that name')
  const send = () =>
    tx(database, db => invite(db, { secrets, messages }, to, { now: clock.now(), delaySeconds: 0 })).then(app.delivered)
  return { person, to, send }
}

test('a recovery mails a link that sets a new password once, ends the other sessions and signs in', async () => {
  const person = await aUser(database)
  const before = await app.as(person)
  const mails = await recover({ userName: person.userName, company: person.company, language: 'es-ES' })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    recipients: [person.email],
    to: [{ name: person.referentName, address: person.email }],
    from: { address: 'portal@portico.test' },
    subject: `Nueva contraseña para Portal ${person.company}`,
  })
  const key = keyIn(mails[0]?.text)
  expect(key).toHaveLength(43)
  expect(mails[0]?.html).toContain(`https://portico.test/confirm?key=${key}`)

  const opened = await call(readConfirmation, { params: { key } })
  const { userName, companyName, company: webPortalKey } = person
  expect(opened.body).toEqual({ kind: 'recovery', setsPassword: true, userName, companyName, webPortalKey })
  await call(readConfirmation, { params: { key } })
  expect((await before(readMe)).status).toBe(200)

  const done = await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })
  expect(sessionIn(done.body).token).toMatch(/^[\w-]{43}$/)
  const me = await call(readMe, { headers: { authorization: `Bearer ${sessionIn(done.body).token}` } })
  expect(me.body.userName).toBe(person.userName)
  expect((await before(readMe)).problem.code).toBe('unauthenticated')
  const signIn = (password: string) => call(login, { body: { userName, password, company: webPortalKey } })
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn(NEW)).status).toBe(200)

  for (const again of [
    await call(readConfirmation, { params: { key } }),
    await call(confirm, { params: { key }, body: { password, passwordRepeat: password } }),
  ])
    expect(again.problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'used', webPortalKey })
  expect((await signIn(NEW)).status).toBe(200)

  const subject = `Portal ${person.company}: la tua password è cambiata`
  const notices = (await app.delivered()).mails.filter(mail => mail.subject === subject)
  expect(notices.map(({ recipients }) => recipients)).toEqual([[person.email]])
  expect(notices[0]?.text).toContain(`/${person.company}/Login?forgot=true`)
})

test('the first password of an invited user is no notice', async () => {
  const { send } = await invited()
  const key = keyIn((await send()).mails[0]?.text)
  expect((await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })).status).toBe(200)
  expect((await app.delivered()).mails).toEqual([])
})

test('the answer does not reveal whether a user exists, and nobody else gets a mail', async () => {
  const person = await aUser(database)
  const elsewhere = await aPortal(database)
  const passwordless = await aUser(database, { invited: true })
  for (const body of [
    { userName: 'nobody', company: person.company },
    { userName: 'nobody' },
    { userName: person.userName, company: elsewhere.company },
    { userName: person.userName, company: 'no-such-portal' },
    { userName: '' },
    { userName: `${person.email}\r\nBcc: other@example.com`, company: person.company },
  ])
    expect(await recover(body)).toEqual([])
  expect(await recover({ userName: person.email.toUpperCase() })).toHaveLength(1)
  expect(await recover({ userName: passwordless.userName })).toHaveLength(1)
  expect((await call(requestRecovery, { body: {} })).problem.code).toBe('invalid_request')
})

test('the request runs the same statements whether or not the user exists', async () => {
  const person = await aUser(database)
  const ask = (userName: string) =>
    app.statementsOf(() => call(requestRecovery, { body: { userName, company: person.company } }))
  expect(await ask(person.userName)).toEqual(await ask('nobody'))
  await app.delivered()
})

test('a user gets five recovery mails an hour; the sixth request has the same answer', async () => {
  const person = await aUser(database)
  const body = { userName: person.userName, company: person.company }
  const asked = await Promise.all(Array.from({ length: 8 }, () => call(requestRecovery, { body })))
  expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(204))
  expect((await app.delivered()).mails).toHaveLength(5)
  expect(await recover(body)).toEqual([])
  clock.pass(3_600_001)
  expect(await recover(body)).toHaveLength(1)
})

test('a link is good for one hour; an old one says so and is renewed to the address on record', async () => {
  const person = await aUser(database)
  const key = await recoveryKey(person)
  clock.pass(3_600_000)
  expect((await call(readConfirmation, { params: { key } })).problem).toMatchObject({ status: 410, detail: 'expired' })
  const refused = await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })
  expect(refused.problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'expired' })
  expect((await call(renewConfirmation, { params: { key } })).status).toBe(204)
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients }) => recipients)).toEqual([[person.email]])
  const renewed = keyIn(mails[0]?.text)
  expect(renewed).not.toBe(key)
  expect((await call(readConfirmation, { params: { key: renewed } })).body.kind).toBe('recovery')
  for (let more = 0; more < 5; more++) expect((await call(renewConfirmation, { params: { key } })).status).toBe(204)
  expect((await app.delivered()).mails).toHaveLength(4)
})

test.each(['', 'x', 'demo-invitation', `${'A'.repeat(43)}`, '../../etc', 'A'.repeat(299), 'ключ', "' or 1=1 --"])(
  'a wrong key (%j) opens nothing',
  async key => {
    for (const answer of [
      await call(readConfirmation, { params: { key } }),
      await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } }),
      await call(renewConfirmation, { params: { key } }),
    ]) {
      expect(answer.status).toBe(404)
      if (key !== '') expect([answer.problem.code, answer.problem.webPortalKey]).toEqual(['invalid_code', undefined])
    }
  },
)

test('a truncated or changed key is rejected, and no key is logged', async () => {
  const key = await recoveryKey(await aUser(database))
  for (const wrong of [key.slice(0, -1), `${key}A`, key.toLowerCase(), ` ${key}`])
    expect((await call(readConfirmation, { params: { key: wrong } })).problem.code).toBe('invalid_code')
  expect((await call(readConfirmation, { params: { key } })).status).toBe(200)
  expect(app.logged()).not.toContain(key)
  expect(app.logged()).not.toContain(key.slice(0, -1))
})

test.each([
  ['differ', { password: NEW, passwordRepeat: `${NEW}!` }, 'check_passwords', 'body.passwordRepeat'],
  ['are missing', {}, 'check_passwords', 'body.passwordRepeat'],
  ['are null', { password: null, passwordRepeat: null }, 'check_passwords', 'body.passwordRepeat'],
  ['are short', { password: 'breve', passwordRepeat: 'breve' }, 'weak_password', 'body.password'],
  ['are common', { password: 'password1234', passwordRepeat: 'password1234' }, 'weak_password', 'body.password'],
])('passwords that %s are refused, and the link still holds', async (_, body, code, path) => {
  const person = await aUser(database)
  const key = await recoveryKey(person)
  const { problem } = await call(confirm, { params: { key }, body })
  expect(problem).toMatchObject({ status: 422, code, errors: [{ path }] })
  expect((await call(readConfirmation, { params: { key } })).status).toBe(200)
  expect((await call(login, { body: { userName: person.userName, password } })).status).toBe(200)
})

test('of two concurrent uses of a link one sets the password', async () => {
  const person = await aUser(database)
  const key = await recoveryKey(person)
  const answers = await Promise.all(
    ['una lunga estate calda', 'un breve inverno mite'].map(password =>
      call(confirm, { params: { key }, body: { password, passwordRepeat: password } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('setting a password ends all other links of the user', async () => {
  const person = await aUser(database)
  const [first, second] = [await recoveryKey(person), await recoveryKey(person)]
  const body = { password: NEW, passwordRepeat: NEW }
  expect((await call(confirm, { params: { key: second }, body })).status).toBe(200)
  expect((await call(confirm, { params: { key: first }, body })).problem.detail).toBe('used')
})

test('an invitation is valid for seven days; inviting again sends the same link', async () => {
  const { person, send } = await invited()
  const [mail] = (await send()).mails
  const key = keyIn(mail?.text)
  expect(mail?.text).toContain(person.userName)
  expect(mail?.text).toContain(person.companyName)
  clock.pass(6 * 86_400_000)
  expect(keyIn((await send()).mails[0]?.text)).toBe(key)
  clock.pass(6 * 86_400_000)
  expect((await call(readConfirmation, { params: { key } })).body).toMatchObject({ kind: 'invitation' })
  const done = await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })
  expect(done.status).toBe(200)
  expect((await call(readConfirmation, { params: { key } })).problem.detail).toBe('used')
})

test('inviting a user with a password announces the new contact and keeps the password', async () => {
  const person = await aUser(database)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  await aMembership(database, other, person.webUserId)
  const [to] = await findAddressees(database, person.userName, undefined)
  if (!to) throw new Error('nobody')
  expect(to.companyName).toBe(other.companyName)
  const deps = { secrets, messages }
  expect(await tx(database, db => invite(db, deps, to, { now: clock.now(), delaySeconds: 0 }))).toBe('told')
  const [mail] = (await app.delivered()).mails
  expect(mail?.text).toContain(`https://portico.test/${other.company}/login`)
  expect(mail?.text).not.toContain('confirm')

  const key = newToken()
  const encryptedKey = secrets.encrypt(key, 'confirmation')
  const expiresAt = new Date(clock.now().getTime() + 1e9)
  await insertConfirmation(database, to, { kind: 'invitation', key, encryptedKey, now: clock.now(), expiresAt })
  const answer = await call(confirm, { params: { key }, body: { password: NEW, passwordRepeat: NEW } })
  expect(answer.problem).toMatchObject({ status: 410, detail: 'used' })
  expect((await call(login, { body: { userName: person.userName, password } })).status).toBe(200)
})

test('a link ends when its user leaves the contact', async () => {
  const person = await aUser(database)
  const key = await recoveryKey(person)
  await database.run(sql`update membership set active = false where id = ${person.membershipId}`)
  expect((await call(readConfirmation, { params: { key } })).problem.detail).toBe('withdrawn')
  expect((await call(renewConfirmation, { params: { key } })).status).toBe(204)
  expect((await app.delivered()).mails).toEqual([])
})

test('users without a password and without a mailed link wait for an invitation', async () => {
  const { person, send } = await invited()
  await aUser(database)
  const waiting = async () => (await findAddresseesToInvite(database, clock.now())).map(({ userName }) => userName)
  expect(await waiting()).toContain(person.userName)
  await send()
  expect(await waiting()).not.toContain(person.userName)
  clock.pass(7 * 86_400_000)
  expect(await waiting()).toContain(person.userName)
})
