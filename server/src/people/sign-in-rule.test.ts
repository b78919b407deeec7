import { login, readMe } from '@portico/contract/auth'
import { listInvoices } from '@portico/contract/invoices'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { changeSignInRule, readSignInRule } from '@portico/contract/sign-in/people'
import {
  beginTotp,
  confirmTotp,
  giveSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from '@portico/contract/sign-in/second-factor'
import { changeCustomerSignInRule, readCustomerSignInRule } from '@portico/contract/staff/customers/sign-in-rule'
import { listTickets, listTicketTypes } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { anAddress, type TestApp, testApp } from '../../test/fixtures/app.ts'
import { anAuthenticator } from '../../test/fixtures/authenticator.ts'
import { openStream } from '../../test/fixtures/event-stream.ts'
import {
  aContact,
  aFile,
  aMembership,
  aPortal,
  aUser,
  only,
  type Person,
  password,
} from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { totpCode } from '../../test/fixtures/second-factors.ts'
import { seeAs } from '../../test/fixtures/see-as.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

const publicUrl = 'https://portale.example'
const app = await testApp({ publicUrl })
const { database, clock } = app

type Call = TestApp['call']

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const callerOf = (token: string): Call =>
  ((endpoint, sent = {}) => app.call(endpoint, { ...sent, headers: bearer(token) } as never)) as Call

const enter = async ({ userName, company }: Person) =>
  callerOf(
    sessionIn((await app.call(login, { body: { userName, password, company }, address: anAddress() })).body).token,
  )

const require = ({ contactId }: Person, on = true) =>
  database.run(sql`update contact set second_factor_required = ${on} where id = ${contactId}`)

const enrol = async (call: Call) => {
  const { secret } = (await call(beginTotp, { body: { currentPassword: password } })).body
  expect((await call(confirmTotp, { body: { code: totpCode(secret, clock.now()) } })).status).toBe(200)
  clock.pass(30_000)
  return secret
}

const due = (detail: string) => ({ status: 401, code: 'second_factor_required', detail })

const dueOf = async (call: Call, { contactId }: Person) =>
  (await call(readMe)).body.contacts.find(contact => contact.contactId === contactId)?.signInDue

type Device = ReturnType<typeof anAuthenticator>

const addPasskeyTo = async (call: Call, isVerified = true) => {
  const device = anAuthenticator({ origin: publicUrl })
  const options = (await call(startPasskey, { body: {} })).body
  expect(
    (await call(addPasskey, { body: { response: device.create(options, { verifies: isVerified }) } })).status,
  ).toBe(201)
  return device
}

test('it binds what reaches the contact, at once, and nothing else of the person', async () => {
  const person = await aUser(database)
  const neighbour = await aContact(database, person)
  const elsewhere = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  for (const contact of [neighbour, elsewhere]) await aMembership(database, contact, person.webUserId)
  const call = await enter(person)
  expect((await call(listTickets, { params: person.here })).status).toBe(200)
  const url = await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' })
  await require(person)
  expect((await call(listTickets, { params: person.here })).problem).toMatchObject(due('enrol'))
  expect((await call(listInvoices, { params: person.here })).problem).toMatchObject(due('enrol'))
  expect((await call(readSignInRule, { params: person.here })).problem).toMatchObject(due('enrol'))
  expect((await app.http.inject({ url })).json()).toMatchObject(due('enrol'))
  for (const { here } of [neighbour, elsewhere]) expect((await call(listTickets, { params: here })).status).toBe(200)
  // What is of the portal is open through the other contact.
  expect((await call(listTicketTypes, { params: { company: person.company } })).status).toBe(200)
  expect(await dueOf(call, person)).toBe('enrol')
  await require(person, false)
  expect((await call(listTickets, { params: person.here })).status).toBe(200)
})

test('who has no other contact there gets nothing of the portal either', async () => {
  const person = await aUser(database)
  await require(person)
  const call = await enter(person)
  expect((await call(listTicketTypes, { params: { company: person.company } })).problem).toMatchObject(due('enrol'))
  const stranger = await enter(await aUser(database))
  expect((await stranger(listTickets, { params: person.here })).problem).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('an app that is set up opens the contact in the same session, and a sign-in with its code later', async () => {
  const person = await aUser(database)
  await require(person)
  const call = await enter(person)
  const secret = await enrol(call)
  expect((await call(listTickets, { params: person.here })).status).toBe(200)
  const answer = await app.call(login, { body: { userName: person.userName, password }, address: anAddress() })
  const { ticket } = answer.body as { ticket: string }
  const body = { ticket, code: totpCode(secret, clock.now()) }
  const later = callerOf((await app.call(giveSecondFactor, { body, address: anAddress() })).body.token)
  expect((await later(listTickets, { params: person.here })).status).toBe(200)
  // Whoever takes it away again is bound again, in every session.
  expect((await call(removeTotp, { body: { currentPassword: password } })).status).toBe(204)
  for (const one of [call, later])
    expect((await one(listTickets, { params: person.here })).problem).toMatchObject(due('enrol'))
})

test('what a session has shown of a factor that was removed opens nothing once there is another', async () => {
  const person = await aUser(database)
  const call = await enter(person)
  const device = await addPasskeyTo(call)
  await require(person)
  const [own, other] = [await enterBy(device), await enterBy(device)]
  for (const one of [own, other]) expect((await one(listTickets, { params: person.here })).status).toBe(200)
  const remove = async (by: Call) => {
    const [passkey] = (await by(listPasskeys)).body
    const sent = { params: { passkeyid: passkey?.id ?? 0 }, body: {} }
    expect((await by(removePasskey, sent)).status).toBe(204)
  }
  // Beside a second one it stays what it was.
  await addPasskeyTo(own)
  await remove(own)
  expect((await other(listTickets, { params: person.here })).status).toBe(200)
  await remove(own)
  await addPasskeyTo(own)
  expect((await own(listTickets, { params: person.here })).status).toBe(200)
  expect((await other(listTickets, { params: person.here })).problem).toMatchObject(due('passkey'))
  // The same where the factor was the codes of an app.
  await remove(own)
  await enrol(own)
  const byApp = await dueOf(own, person)
  expect(byApp).toBe(null)
  expect((await own(removeTotp, { body: { currentPassword: password } })).status).toBe(204)
  const fresh = await enter(person)
  await addPasskeyTo(fresh)
  expect(await dueOf(own, person)).toBe('passkey')
})

const sign = async (device: Device, isVerified = true) =>
  device.get((await app.call(startPasskeySignIn)).body, { verifies: isVerified })

const enterBy = async (device: Device, isVerified = true) => {
  const response = await sign(device, isVerified)
  return callerOf(sessionIn((await app.call(signInByPasskey, { body: { response } })).body).token)
}

test('a passkey that verifies its user is enough, one that does not is not', async () => {
  const person = await aUser(database)
  const device = await addPasskeyTo(await enter(person))
  await require(person)
  expect((await (await enterBy(device))(listTickets, { params: person.here })).status).toBe(200)
  const unverified = await enterBy(device, false)
  expect((await unverified(listTickets, { params: person.here })).problem).toMatchObject(due('passkey'))
  // The password alone was one factor, whatever passkeys there are.
  expect(await dueOf(await enter(person), person)).toBe('passkey')
})

test('the first passkey of who needs a second factor opens the contact, and has to verify its user', async () => {
  const person = await aUser(database)
  await require(person)
  const call = await enter(person)
  const options = (await call(startPasskey, { body: {} })).body
  expect(options.authenticatorSelection.userVerification).toBe('required')
  // It would be the one factor that there is, and open nothing.
  const response = anAuthenticator({ origin: publicUrl }).create(options, { verifies: false })
  expect((await call(addPasskey, { body: { response } })).problem.code).toBe('invalid_request')
  expect(await dueOf(call, person)).toBe('enrol')
  await addPasskeyTo(call)
  expect((await call(listTickets, { params: person.here })).status).toBe(200)
})

test('a password does not set up, replace or remove a factor of who has a passkey that the contact requires', async () => {
  const person = await aUser(database)
  const device = await addPasskeyTo(await enter(person))
  await require(person)
  const thief = await enter(person)
  const [passkey] = (await thief(listPasskeys)).body
  const params = { passkeyid: passkey?.id ?? 0 }
  for (const body of [{}, { currentPassword: password }]) {
    expect((await thief(beginTotp, { body })).problem).toMatchObject(due('passkey'))
    expect((await thief(removeTotp, { body })).problem).toMatchObject(due('passkey'))
    expect((await thief(renewRecoveryCodes, { body })).problem).toMatchObject(due('passkey'))
    expect((await thief(startPasskey, { body })).problem).toMatchObject(due('passkey'))
    expect((await thief(removePasskey, { params, body })).problem).toMatchObject(due('passkey'))
  }
  expect(await dueOf(thief, person)).toBe('passkey')
  // By the passkey: in a session that it has opened, or as the proof, which counts as shown.
  expect((await (await enterBy(device))(startPasskey, { body: {} })).status).toBe(200)
  const own = await enter(person)
  const { secret } = (await own(beginTotp, { body: { passkey: await sign(device) } })).body
  expect((await own(listTickets, { params: person.here })).status).toBe(200)
  expect((await own(confirmTotp, { body: { code: totpCode(secret, clock.now()) } })).status).toBe(200)
})

test('what was begun before the user had a passkey is not finished without it', async () => {
  const person = await aUser(database)
  await require(person)
  const [thief, own] = [await enter(person), await enter(person)]
  const { secret } = (await thief(beginTotp, { body: {} })).body
  const options = (await thief(startPasskey, { body: {} })).body
  await addPasskeyTo(own)
  const code = totpCode(secret, clock.now())
  expect((await thief(confirmTotp, { body: { code } })).problem).toMatchObject(due('passkey'))
  const response = anAuthenticator({ origin: publicUrl }).create(options)
  expect((await thief(addPasskey, { body: { response } })).problem).toMatchObject(due('passkey'))
  expect((await thief(listPasskeys)).body).toHaveLength(1)
})

test('without a rule the password stays the proof, and shows no second factor', async () => {
  const person = await aUser(database)
  const device = await addPasskeyTo(await enter(person))
  const byApp = await enter(person)
  const byPasskey = await enter(person)
  await addPasskeyTo(byPasskey)
  await require(person)
  expect(await dueOf(byPasskey, person)).toBe('passkey')
  await require(person, false)
  await enrol(byApp)
  await require(person)
  expect(await dueOf(byApp, person)).toBe('signIn')
  expect((await byApp(removeTotp, { body: { currentPassword: password } })).problem).toMatchObject(due('signIn'))
  expect(await dueOf(await enterBy(device), person)).toBe(null)
})

test('an administrator requires it with a second factor of the own, and sees how many have one', async () => {
  const person = await aUser(database)
  await aUser(database, { contact: person, flags: only('manageTickets') })
  const call = await enter(person)
  const params = person.here
  expect((await call(readSignInRule, { params })).body).toEqual({
    secondFactorRequired: false,
    people: 2,
    withSecondFactor: 0,
    logMonths: 12,
  })
  const on = { params, body: { secondFactorRequired: true } }
  expect((await call(changeSignInRule, on)).problem).toMatchObject(due('enrol'))
  await enrol(call)
  expect((await call(changeSignInRule, on)).body).toEqual({
    secondFactorRequired: true,
    people: 2,
    withSecondFactor: 1,
    logMonths: 12,
  })
  await app.deps.security.flush()
  const rows =
    await database.many(sql`select what, contact_id as "contactId", web_user_id as "webUserId" from security_event
    where contact_id = ${person.contactId}`)
  expect(rows).toEqual([
    { what: 'contact.secondFactorRequired', contactId: person.contactId, webUserId: person.webUserId },
  ])
  expect((await call(changeSignInRule, { params, body: { secondFactorRequired: false } })).body).toMatchObject({
    secondFactorRequired: false,
  })
})

test('who does not administer the contact, or is of another one, neither reads nor changes it', async () => {
  const person = await aUser(database)
  const colleague = await app.as(await aUser(database, { contact: person, flags: only('manageTickets') }))
  const stranger = await app.as(await aUser(database))
  const sent = { params: person.here, body: { secondFactorRequired: false } }
  for (const [call, status] of [
    [colleague, 403],
    [stranger, 404],
  ] as const) {
    expect((await call(readSignInRule, { params: person.here })).status).toBe(status)
    expect((await call(changeSignInRule, sent)).status).toBe(status)
  }
})

test('the office requires it of a customer; who sees as a person goes on by the rules of the staff', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, contactId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const office = await asStaff(app, account)
  const eye = await seeAs(app, account, person)
  const call = await enter(person)
  const params = { contactid: contactId }
  const changed = await office(changeCustomerSignInRule, { params, body: { secondFactorRequired: true } })
  expect(changed.body).toEqual({ secondFactorRequired: true, people: 1, withSecondFactor: 0 })
  expect((await call(listTickets, { params: person.here })).problem).toMatchObject(due('enrol'))
  expect((await eye.call(listTickets, { params: person.here })).status).toBe(200)
  expect((await eye.call(readMe)).body.contacts).toMatchObject([{ signInDue: null }])

  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  expect((await technician(readCustomerSignInRule, { params })).status).toBe(200)
  const off = { params, body: { secondFactorRequired: false } }
  expect((await technician(changeCustomerSignInRule, off)).status).toBe(403)
  const foreign = await asStaff(app, await aStaffAccount(app, { role: 'administrator' }))
  expect((await foreign(changeCustomerSignInRule, off)).status).toBe(404)
})

test('a stream of events that is open ends within a second', async () => {
  const person = await aUser(database)
  const token = (await app.as(person)).token
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(`${origin}/api/${person.company}/${person.contactId}/events`, bearer(token))
  await require(person)
  await expect(stream.ended()).resolves.toBeUndefined()
})

test('a record of the contact requires it and does not lift it', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const { externalId, portal } = await database.one<{ externalId: string; portal: string }>(
    sql`select c.external_id as "externalId", p.external_id as portal from contact c join portal p on p.id = c.portal_id
      where c.id = ${person.contactId}`,
  )
  const path = `/contacts/${externalId}`
  const body = { portal, companyName: 'Officine' }
  expect((await operator('PUT', path, body)).json).toMatchObject({ ...body, secondFactorRequired: false })
  const on = (await operator('PATCH', path, { secondFactorRequired: true })).json
  expect(on.secondFactorRequired).toBe(true)
  expect((await operator('PUT', path, body)).json).toMatchObject({ ...body, secondFactorRequired: true })
  const off = { secondFactorRequired: false }
  expect((await operator('PUT', path, { ...body, ...off })).json.secondFactorRequired).toBe(true)
  expect((await operator('PATCH', path, off)).json.secondFactorRequired).toBe(true)
  expect((await operator('PATCH', path, { phone: '1' })).json.secondFactorRequired).toBe(true)
})
