import { listSessions, login, readMe } from '@portico/contract/auth'
import { openSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { beginTotp, confirmTotp, giveSecondFactor } from '@portico/contract/sign-in/second-factor'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { anAuthenticator } from '../../test/fixtures/authenticator.ts'
import { hasOpenssl } from '../../test/fixtures/certification-authority.ts'
import { aContact, aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { sql } from '../kernel/database/db.ts'

const publicUrl = 'https://portale.example'
const app = await testApp({ publicUrl })
const { database, deps, clock, call } = app
const MINUTE = 60_000

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

type Device = ReturnType<typeof anAuthenticator>
const aDevice = (counts = true) => anAuthenticator({ origin: publicUrl, counts })

const enter = async ({ userName, company }: Person) =>
  sessionIn((await call(login, { body: { userName, password, company }, address: anAddress() })).body).token

const add = async (token: string, device: Device, given: Parameters<Device['create']>[1] = {}) => {
  const options = (await call(startPasskey, { ...bearer(token), body: {} })).body
  return call(addPasskey, { ...bearer(token), body: { response: device.create(options, given) } })
}

/** A user with a session and a passkey. */
const withPasskey = async (counts = true) => {
  const person = await aUser(database)
  const token = await enter(person)
  const device = aDevice(counts)
  const added = await add(token, device)
  expect(added.status).toBe(201)
  return { person, token, device, passkeyid: added.body.id }
}

const challenge = async () => (await call(startPasskeySignIn)).body

const present = async (device: Device, given: Parameters<Device['get']>[1] = {}, more: object = {}) =>
  call(signInByPasskey, { body: { response: device.get(await challenge(), given), ...more } })

const eventsOf = async ({ webUserId }: Person) => {
  await deps.security.flush()
  return database.many<{ what: string; result: string; reason: string | null }>(
    sql`select what, result, reason from security_event where web_user_id = ${webUserId} order by id`,
  )
}

test('a passkey is added after a sign-in and signs in from then on, told by mail and in the log', async () => {
  const { person, token, device } = await withPasskey()
  const { mails } = await app.delivered()
  expect(mails).toMatchObject([{ subject: expect.stringContaining('nuova passkey') }])
  const signedIn = await present(device, {}, { company: person.company, remember: true })
  expect((await call(readMe, bearer(sessionIn(signedIn.body).token))).body.id).toBe(person.webUserId)
  expect((await call(listPasskeys, bearer(token))).body).toEqual([
    {
      id: expect.any(Number),
      name: 'Passkey',
      rpId: 'portale.example',
      backedUp: false,
      createdAt: '2026-03-02T08:30:00Z',
      lastUsedAt: '2026-03-02T08:30:00Z',
    },
  ])
  expect(await eventsOf(person)).toMatchObject([
    { what: 'signIn', result: 'ok', reason: null },
    { what: 'passkey.added', result: 'ok', reason: 'user' },
    { what: 'signIn', result: 'ok', reason: 'passkey' },
  ])
})

test('the options are those of the installation, and name nobody', async () => {
  expect(await challenge()).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'portale.example',
    timeout: 10 * MINUTE,
    userVerification: 'preferred',
  })
  const { token, device, person } = await withPasskey()
  const creation = (await call(startPasskey, { ...bearer(token), body: {} })).body
  expect(creation).toMatchObject({
    rp: { id: 'portale.example' },
    user: { name: person.userName },
    excludeCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  const handle = Buffer.from(creation.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  expect(handle.toString('latin1')).not.toContain(person.userName)
})

test('a challenge is good once, for ten minutes, and for what it was made', async () => {
  const { person, token, device } = await withPasskey()
  const once = device.get(await challenge())
  const tries = await Promise.all([1, 2, 3].map(() => call(signInByPasskey, { body: { response: once } })))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect((await call(signInByPasskey, { body: { response: once } })).problem).toMatchObject({
    status: 410,
    code: 'invalid_code',
  })

  const late = await challenge()
  clock.pass(10 * MINUTE + 1)
  expect((await call(signInByPasskey, { body: { response: device.get(late) } })).problem.code).toBe('invalid_code')

  // The challenge of a new passkey does not sign in, nor the other way round, and one that nobody made does neither.
  const fresh = await enter(person)
  const creation = (await call(startPasskey, { ...bearer(fresh), body: {} })).body
  expect((await call(signInByPasskey, { body: { response: device.get(creation) } })).problem.code).toBe('invalid_code')
  const other = aDevice()
  const crossed = other.create({ ...creation, challenge: (await challenge()).challenge })
  expect((await call(addPasskey, { ...bearer(fresh), body: { response: crossed } })).problem.code).toBe('invalid_code')
  const own = device.get({ challenge: 'x'.repeat(43) })
  expect((await call(signInByPasskey, { body: { response: own } })).problem.code).toBe('invalid_code')
  expect((await call(listPasskeys, bearer(token))).body).toHaveLength(1)
})

test('the challenge of one user adds no passkey to another', async () => {
  const [victim, attacker] = [await aUser(database), await aUser(database)]
  const [token, foreign] = [await enter(victim), await enter(attacker)]
  const device = aDevice()
  const response = device.create((await call(startPasskey, { ...bearer(foreign), body: {} })).body)
  expect((await call(addPasskey, { ...bearer(token), body: { response } })).problem.code).toBe('invalid_code')
  // Spent, whoever sent it.
  expect((await call(addPasskey, { ...bearer(foreign), body: { response } })).problem.code).toBe('invalid_code')
  expect((await call(listPasskeys, bearer(token))).body).toEqual([])
})

test('an answer for another origin, another host, a frame, of another kind or of another key is refused', async () => {
  const { person, token, device } = await withPasskey()
  for (const given of [
    { origin: 'https://portale.example.evil.example' },
    { origin: 'http://portale.example' },
    { rpId: 'evil.example' },
    { crossOrigin: true },
    { type: 'webauthn.create' },
    { userHandle: Buffer.alloc(32).toString('base64url') },
    { userHandle: '' },
  ])
    expect((await present(device, given)).status, JSON.stringify(given)).not.toBe(200)
  const response = device.get(await challenge())
  const { signature } = response.response
  const changed = `${signature.slice(0, -8)}${signature.slice(-8) === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'}`
  const tampered = { ...response, response: { ...response.response, signature: changed } }
  expect((await call(signInByPasskey, { body: { response: tampered } })).problem).toMatchObject({
    code: 'wrong_credentials',
    detail: 'other_passkey',
  })
  // Another key under the id of the passkey.
  const forged = { ...aDevice().get(await challenge()), id: device.id, rawId: device.id }
  expect((await call(signInByPasskey, { body: { response: forged } })).problem.code).toBe('wrong_credentials')
  for (const given of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { type: 'webauthn.get' }])
    expect((await add(token, aDevice(), given)).problem.code, JSON.stringify(given)).toBe('invalid_request')
  expect((await present(device, {}, { company: person.company })).status).toBe(200)
})

test('a passkey of another host, as before a move, is not found', async () => {
  const { device } = await withPasskey()
  await database.run(
    sql`update passkey set rp_id = 'alt.example' where credential_id = ${Buffer.from(device.id, 'base64url')}`,
  )
  expect((await present(device)).problem.detail).toBe('other_passkey')
})

test('a statement with certificates is refused, even one that is sound: nothing that it names is fetched', async context => {
  const token = await enter(await aUser(database))
  const x5c = [Buffer.from('a certificate')]
  for (const format of ['packed', 'fido-u2f', 'apple', 'android-key'])
    expect((await add(token, aDevice(), { statement: { format, x5c } })).problem.code, format).toBe('invalid_request')
  if (!hasOpenssl) return context.skip('openssl is not installed')
  const device = aDevice()
  const sound = { statement: { format: 'packed', x5c: [device.certificate()] } }
  expect((await add(token, device, sound)).problem.code).toBe('invalid_request')
  // Without certificates the key vouches for itself, as some browsers leave it.
  expect((await add(token, aDevice(), { statement: { format: 'packed' } })).status).toBe(201)
})

test('a counter that does not grow is refused and told; one that is always 0 is accepted', async () => {
  const { person, device } = await withPasskey()
  await app.delivered()
  expect((await present(device, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 3, 0])
    expect((await present(device, { counter })).problem).toMatchObject({
      code: 'wrong_credentials',
      detail: 'copied_passkey',
    })
  const told = (await app.delivered()).mails.filter(({ subject }) => subject.includes('copiata'))
  expect(told).toHaveLength(3)
  // Where the passkey is removed.
  expect(told[0]?.text).toContain(`/${person.company}/${person.contactId}/account`)
  expect((await eventsOf(person)).filter(({ reason }) => reason === 'copiedPasskey')).not.toEqual([])
  expect((await present(device, { counter: 8 })).status).toBe(200)
  const shared = await withPasskey(false)
  for (let use = 0; use < 3; use += 1) expect((await present(shared.device)).status).toBe(200)
})

test('a copy whose uses cross in the same moment opens one session', async () => {
  const { device } = await withPasskey()
  const responses = await Promise.all([1, 2, 3, 4].map(async () => device.get(await challenge(), { counter: 9 })))
  const opened = await Promise.all(responses.map(response => call(signInByPasskey, { body: { response } })))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a passkey that has verified its user is both factors; without that a code is still due', async () => {
  const { person, token, device } = await withPasskey()
  const { secret } = (await call(beginTotp, { ...bearer(token), body: { currentPassword: password } })).body
  const code = () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  expect((await call(confirmTotp, { ...bearer(token), body: { code: code() } })).status).toBe(200)
  clock.pass(30_000)
  expect((await present(device)).body).toHaveProperty('token')
  const half = (await present(device, { verifies: false })).body
  expect(half).toEqual({ next: 'totp', ticket: expect.any(String) })
  const ticket = 'ticket' in half ? half.ticket : ''
  const whole = await call(giveSecondFactor, { body: { ticket, code: code() }, address: anAddress() })
  expect((await call(readMe, bearer(whole.body.token))).body.id).toBe(person.webUserId)
})

test('without a second factor, one that does not verify its user signs in as a password does', async () => {
  const { device } = await withPasskey()
  expect((await present(device, { verifies: false })).body).toHaveProperty('token')
})

test('after ten minutes a passkey is added or removed only with password or passkey, which a mailed link stands for', async () => {
  const { person, token, device, passkeyid } = await withPasskey()
  const params = { passkeyid }
  clock.pass(10 * MINUTE + 1)
  const start = (body: object) => call(startPasskey, { ...bearer(token), body })
  const remove = (body: object) => call(removePasskey, { ...bearer(token), params, body })
  for (const attempt of [start, remove]) {
    expect((await attempt({})).problem).toMatchObject({
      code: 'forbidden',
      detail: 'proof_required',
      proofs: ['password', 'passkey'],
    })
    expect((await attempt({ currentPassword: 'wrong' })).problem).toMatchObject({
      code: 'check_passwords',
      errors: [{ path: 'body.currentPassword' }],
    })
    const stranger = await withPasskey()
    clock.pass(10 * MINUTE + 1)
    expect((await attempt({ passkey: stranger.device.get(await challenge()) })).problem).toMatchObject({
      code: 'check_passwords',
      errors: [{ path: 'body.passkey' }],
    })
    const unverified = device.get(await challenge(), { verifies: false })
    expect((await attempt({ passkey: unverified })).problem.code).toBe('check_passwords')
  }
  expect((await start({ currentPassword: password })).status).toBe(200)
  const signed = device.get(await challenge())
  expect((await start({ passkey: signed })).status).toBe(200)
  expect((await start({ passkey: signed })).problem.code).toBe('invalid_code')

  await app.delivered()
  await call(requestSignInLink, { body: { userName: person.userName, company: person.company } })
  const [mail] = (await app.delivered()).mails
  const key = /\/link\?key=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const linked = sessionIn((await call(openSignInLink, { params: { key } })).body).token
  expect((await call(startPasskey, { ...bearer(linked), body: {} })).status).toBe(200)
  expect((await call(removePasskey, { ...bearer(linked), params, body: {} })).status).toBe(204)
  expect((await present(device)).problem.detail).toBe('unknown_passkey')
  const subjects = (await app.delivered()).mails.map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringContaining('passkey tolta')])
  expect((await eventsOf(person)).map(({ what }) => what)).toContain('passkey.removed')
})

test('a passkey of somebody else is neither seen, nor named, nor removed', async () => {
  const { passkeyid, token } = await withPasskey()
  const colleague = await aUser(database)
  const foreign = await enter(colleague)
  const params = { passkeyid }
  const named = await call(renamePasskey, { ...bearer(foreign), params, body: { name: 'mine' } })
  expect(named.problem.code).toBe('not_found')
  expect((await call(removePasskey, { ...bearer(foreign), params, body: {} })).problem.code).toBe('not_found')
  expect((await call(listPasskeys, bearer(foreign))).body).toEqual([])
  expect((await call(renamePasskey, { ...bearer(token), params, body: { name: ' Ufficio ' } })).body.name).toBe(
    'Ufficio',
  )
})

test('a passkey signs in at the portals of its own company alone, and is added once', async () => {
  const { person, device } = await withPasskey()
  const { company: elsewhere } = await aPortal(database)
  expect((await present(device, {}, { company: elsewhere })).problem.detail).toBe('other_passkey')
  const beside = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const colleague = await aUser(database, { contact: beside })
  expect((await present(device, {}, { company: colleague.company })).status).toBe(200)
  // Somebody else registers the same credential with a key of their own.
  const stranger = await enter(colleague)
  expect((await add(stranger, device)).problem.code).toBe('conflict')
})

test('nobody has more than twenty', async () => {
  const token = await enter(await aUser(database))
  for (let made = 0; made < 20; made += 1) expect((await add(token, aDevice())).status).toBe(201)
  expect((await add(token, aDevice())).problem.code).toBe('conflict')
})

test('passkeys end with their owner', async () => {
  const { person, device } = await withPasskey()
  await database.run(sql`delete from membership where web_user_id = ${person.webUserId}`)
  await database.run(
    sql`delete from web_user where service_company_id = ${person.serviceCompanyId} and id = ${person.webUserId}`,
  )
  expect((await present(device)).problem.detail).toBe('unknown_passkey')
})

test('one address asks for 300 challenges a minute, and those that are over are deleted', async () => {
  const address = anAddress()
  const statuses = []
  for (let asked = 0; asked < 301; asked += 1) statuses.push((await call(startPasskeySignIn, { address })).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(300)
  expect(statuses.at(-1)).toBe(429)
})

test('malformed answers are refused in words', async () => {
  const { device } = await withPasskey()
  const response = device.get(await challenge())
  for (const clientDataJSON of ['e30', 'bnVsbA', 'W10', Buffer.from('{"challenge":7}').toString('base64url')]) {
    const answer = await call(signInByPasskey, {
      body: { response: { ...response, response: { ...response.response, clientDataJSON } } },
    })
    expect(answer.problem.code).toBe('wrong_credentials')
  }
  const garbage = { ...response, response: { ...response.response, authenticatorData: 'AAAA' } }
  expect((await call(signInByPasskey, { body: { response: garbage } })).problem.code).toBe('wrong_credentials')
  expect((await call(listSessions)).problem.code).toBe('unauthenticated')
})
