import { confirm, login, readConfirmation, readMe, requestRecovery, updateMe } from '@portico/contract/auth'
import { languages } from '@portico/contract/language'
import { readPortalSettings } from '@portico/contract/portals'
import { openSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { beginTotp } from '@portico/contract/sign-in/second-factor'
import { listTickets, listTicketTypes } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { anAuthenticator } from '../../test/fixtures/authenticator.ts'
import { aContact, aMembership, aPortal, aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { messages, secrets } from '../../test/fixtures/messages.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { findAddressees } from '../auth/confirmation-queries.ts'
import { invite } from '../auth/confirmations.ts'
import type { NoticeKind } from '../auth/notice-mails.ts'
import { enqueueNotice } from '../auth/notices.ts'
import { noticeTexts } from '../auth/texts/notices.ts'
import { sql, tx } from '../kernel/database/db.ts'

const publicUrl = 'https://portale.example'
const app = await testApp({ publicUrl })
const { database, call, clock } = app

const refused = { status: 401, code: 'wrong_credentials', detail: 'no_passwords' }
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const keyOf = (path: 'link' | 'confirm', text: string | undefined) =>
  new RegExp(`/${path}\\?key=([\\w-]+)`).exec(text ?? '')?.[1] ?? ''

const disable = (portalId: number) =>
  database.run(sql`update portal set disable_passwords = true where id = ${portalId}`)

/** A person of a portal without passwords; `invited`: who has not come in yet. */
const aPasswordless = async (options: Parameters<typeof aUser>[1] = {}) => {
  const person = await aUser(database, options)
  await disable(person.portalId)
  return person
}

const enter = (person: { userName: string; company?: string }, given = password) =>
  call(login, { body: { userName: person.userName, password: given, company: person.company }, address: anAddress() })

const mailed = async (work: () => Promise<unknown>) => {
  await app.delivered()
  await work()
  return (await app.delivered()).mails
}

/** Asks for a link and goes in by it. */
const enterByLink = async ({ userName, company }: Person) => {
  const [mail] = await mailed(() => call(requestSignInLink, { body: { userName, company } }))
  const key = keyOf('link', mail?.text)
  return sessionIn((await call(openSignInLink, { params: { key } })).body).token
}

test('a password is refused there, and the answer does not tell who exists', async () => {
  const person = await aPasswordless()
  const { company } = person
  expect((await call(readPortalSettings, { params: { company } })).body.disablePasswords).toBe(true)
  for (const [userName, given] of [
    [person.userName, password],
    [person.email, password],
    [person.userName, 'not the password'],
    ['nobody.there', password],
  ] as const)
    expect((await enter({ userName, company }, given)).problem, userName).toMatchObject(refused)
  // Nor is it counted: nobody could be guessed here.
  for (let tries = 0; tries < 12; tries += 1)
    expect((await call(login, { body: { userName: person.userName, password, company } })).status).toBe(401)
})

test('without a portal, too, the password of a person who has only such portals opens nothing', async () => {
  const person = await aPasswordless()
  const { userName } = person
  expect((await enter({ userName })).problem).toMatchObject({ status: 401, code: 'wrong_credentials' })
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  expect((await enter({ userName, company: other.company })).problem).toMatchObject({ code: 'wrong_credentials' })
  // Once a portal with passwords lets the person in, the password opens it.
  await aMembership(database, other, person.webUserId)
  expect((await enter({ userName })).status).toBe(200)
})

test('a link opens it; a password that has opened another portal does not', async () => {
  const person = await aPasswordless()
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  await aMembership(database, other, person.webUserId)
  const byPassword = bearer(sessionIn((await enter({ ...person, company: other.company })).body).token)
  const due = { status: 401, code: 'second_factor_required', detail: 'passwordless' }
  expect((await call(listTickets, { ...byPassword, params: person.here })).problem).toMatchObject(due)
  expect((await call(listTicketTypes, { ...byPassword, params: { company: person.company } })).problem).toMatchObject(
    due,
  )
  expect((await call(listTickets, { ...byPassword, params: other.here })).status).toBe(200)
  const { contacts } = (await call(readMe, byPassword)).body
  expect(new Map(contacts.map(({ contactId, signInDue }) => [contactId, signInDue]))).toEqual(
    new Map([
      [person.contactId, 'passwordless'],
      [other.contactId, null],
    ]),
  )
  const byLink = bearer(await enterByLink(person))
  for (const here of [person.here, other.here])
    expect((await call(listTickets, { ...byLink, params: here })).status).toBe(200)
})

test('the password of another portal adds no passkey, which would open the one without', async () => {
  const person = await aPasswordless()
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  await aMembership(database, other, person.webUserId)
  const byPassword = bearer(sessionIn((await enter({ ...person, company: other.company })).body).token)
  const byLink = bearer(await enterByLink(person))
  const due = { status: 401, code: 'second_factor_required', detail: 'passwordless' }
  for (const body of [{}, { currentPassword: password }]) {
    expect((await call(startPasskey, { ...byPassword, body })).problem).toMatchObject(due)
    expect((await call(beginTotp, { ...byPassword, body })).problem).toMatchObject(due)
  }
  // The link proves who is there; a password does not stand for it later.
  const device = anAuthenticator({ origin: publicUrl })
  const options = (await call(startPasskey, { ...byLink, body: {} })).body
  expect((await call(addPasskey, { ...byLink, body: { response: device.create(options) } })).status).toBe(201)
  clock.pass(10 * 60_000 + 1)
  expect((await call(startPasskey, { ...byLink, body: { currentPassword: password } })).problem).toMatchObject(due)
  expect((await call(startPasskey, { ...byLink, body: {} })).problem).toMatchObject({ detail: 'proof_required' })
  const sign = async () => device.get((await call(startPasskeySignIn)).body)
  const [passkey] = (await call(listPasskeys, byLink)).body
  const params = { passkeyid: passkey?.id ?? 0 }
  const byPasskey = bearer(sessionIn((await call(signInByPasskey, { body: { response: await sign() } })).body).token)
  expect((await call(listTickets, { ...byPasskey, params: person.here })).status).toBe(200)
  expect((await call(removePasskey, { ...byPassword, params, body: {} })).problem).toMatchObject(due)
  expect((await call(removePasskey, { ...byPassword, params, body: { passkey: await sign() } })).status).toBe(204)
  // Who has ended there keeps the password as the proof.
  await database.run(sql`update membership set active = false where id = ${person.membershipId}`)
  expect((await call(startPasskey, { ...byPassword, body: { currentPassword: password } })).status).toBe(200)
})

test('a session of before it was kept how it was opened counts as one of a password', async () => {
  const person = await aPasswordless()
  const byLink = bearer(await enterByLink(person))
  expect((await call(listTickets, { ...byLink, params: person.here })).status).toBe(200)
  await database.run(sql`update session set method = null where web_user_id = ${person.webUserId}`)
  const due = { status: 401, code: 'second_factor_required', detail: 'passwordless' }
  expect((await call(listTickets, { ...byLink, params: person.here })).problem).toMatchObject(due)
  expect((await call(startPasskey, { ...byLink, body: {} })).problem).toMatchObject(due)
})

test('an invitation leads in without a password, and from then on links are mailed', async () => {
  const person = await aPasswordless({ invited: true })
  const { userName, company } = person
  // Before that, neither a link nor a recovery is mailed.
  expect(await mailed(() => call(requestSignInLink, { body: { userName, company } }))).toEqual([])
  expect(await mailed(() => call(requestRecovery, { body: { userName, company } }))).toEqual([])
  const [to] = await findAddressees(database, person.email, undefined)
  if (!to) throw new Error('nobody of that name')
  const send = () =>
    mailed(() => tx(database, db => invite(db, { secrets, messages }, to, { now: clock.now(), delaySeconds: 0 })))
  const [mail] = await send()
  expect(mail?.text).toContain('Non serve una password')
  const key = keyOf('confirm', mail?.text)
  expect((await call(readConfirmation, { params: { key } })).body).toMatchObject({
    kind: 'invitation',
    setsPassword: false,
  })
  const opened = await call(confirm, {
    params: { key },
    body: { password: 'is ignored here', passwordRepeat: 'and so is it' },
  })
  const token = sessionIn(opened.body).token
  expect((await call(listTickets, { ...bearer(token), params: person.here })).status).toBe(200)
  expect((await call(confirm, { params: { key }, body: {} })).problem).toMatchObject({ status: 410, detail: 'used' })
  expect((await enter({ userName }, 'is ignored here')).status).toBe(401)
  // An open invitation of before is over, and a new one only tells.
  await enterByLink(person)
  expect((await findAddressees(database, person.email, undefined))[0]).toMatchObject({ hasJoined: true })
  const changed = { currentPassword: '', password: 'una barca senza remi', passwordRepeat: 'una barca senza remi' }
  expect((await call(updateMe, { ...bearer(token), body: changed })).problem).toMatchObject({ code: 'check_passwords' })
  // Who has no password proves by a fresh sign-in what others prove by it.
  expect((await call(beginTotp, { ...bearer(token), body: {} })).status).toBe(200)
  expect((await call(startPasskey, { ...bearer(token), body: {} })).status).toBe(200)
})

test('a recovery mails a link that signs in; elsewhere it goes on setting a password', async () => {
  const person = await aPasswordless()
  const { userName, company } = person
  const [mail] = await mailed(() => call(requestRecovery, { body: { userName, company } }))
  expect(keyOf('confirm', mail?.text)).toBe('')
  expect((await call(openSignInLink, { params: { key: keyOf('link', mail?.text) } })).status).toBe(200)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  await aMembership(database, other, person.webUserId)
  for (const at of [other.company, undefined]) {
    const [recovery] = await mailed(() => call(requestRecovery, { body: { userName, company: at } }))
    expect(keyOf('confirm', recovery?.text)).toHaveLength(43)
  }
})

const noticeKinds = Object.keys(noticeTexts['it-IT'].kinds) as NoticeKind[]

test.each(languages)('no notice of such a portal speaks of a password of the portal, %s', async language => {
  const person = await aPasswordless()
  await database.run(sql`update web_user set language = ${language} where id = ${person.webUserId}`)
  const { serviceCompanyId, webUserId } = person
  const at = clock.now().toISOString()
  for (const kind of noticeKinds.filter(kind => !kind.startsWith('password'))) {
    const [mail] = await mailed(() => enqueueNotice(database, { kind, serviceCompanyId, webUserId, at }))
    // That of the mailbox is another matter.
    const text = mail?.text.replace(/password (della|of your) (posta|mailbox)|contraseña de tu correo/g, '')
    expect([kind, text]).toEqual([kind, expect.not.stringMatching(/password|contraseña|forgot=/i)])
    const leads = kind !== 'addressChanged'
    expect([kind, text?.includes(`/${person.company}/${person.contactId}/account`)]).toEqual([kind, leads])
  }
})

test('who has come in without a password still can after a move, by the record of the person', async () => {
  const from = await aPasswordless({ invited: true })
  const to = await aPasswordless({ invited: true })
  await database.run(sql`update web_user set accepted_at = ${clock.now()} where id = ${from.webUserId}`)
  const recordOf = async ({ serviceCompanyId, webUserId }: Person) => {
    const { externalId } = await database.one<{ externalId: string }>(
      sql`select external_id as "externalId" from web_user where id = ${webUserId}`,
    )
    return { operator: await anOperator(app, { serviceCompanyId }), path: `/webUsers/${externalId}` }
  }
  const [there, here] = [await recordOf(from), await recordOf(to)]
  const { acceptedOn } = (await there.operator('GET', there.path)).json
  expect(acceptedOn).toBe(clock.now().toISOString())
  const ask = () => mailed(() => call(requestSignInLink, { body: { userName: to.userName, company: to.company } }))
  expect(await ask()).toEqual([])
  const { acceptedOn: none, ...record } = (await here.operator('GET', here.path)).json
  expect(none).toBeNull()
  expect((await here.operator('PUT', here.path, { ...record, acceptedOn })).json.acceptedOn).toBe(acceptedOn)
  expect(await ask()).toHaveLength(1)
  // A record that does not name it leaves it.
  expect((await here.operator('PUT', here.path, record)).json.acceptedOn).toBe(acceptedOn)
})

test('a record of the portal that does not name it leaves it', async () => {
  const { serviceCompanyId, portalId, company } = await aPasswordless()
  const operator = await anOperator(app, { serviceCompanyId })
  const { externalId } = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from portal where id = ${portalId}`,
  )
  const path = `/portals/${externalId}`
  const body = { webPortalKey: company, webPortalName: 'Un altro nome' }
  const put = (await operator('PUT', path, body)).json
  expect(put).toMatchObject({ ...body, disablePasswords: true })
  expect((await operator('PATCH', path, { webPortalName: 'Ancora' })).json.disablePasswords).toBe(true)
  const line = JSON.stringify({ type: 'portal', externalId, serviceCompany: put.serviceCompany, ...body })
  const { id } = (await operator('POST', '/import', line, { 'content-type': 'application/octet-stream' })).json
  await app.delivered()
  expect((await operator('GET', `/imports/${id}/refused`)).json).toEqual([])
  expect((await operator('GET', path)).json).toMatchObject({ ...body, disablePasswords: true })
  expect((await operator('PUT', path, { ...body, disablePasswords: false })).json.disablePasswords).toBe(false)
  expect((await operator('PUT', path, body)).json.disablePasswords).toBe(false)
})
