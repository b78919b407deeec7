import {
  confirm,
  login,
  requestRecovery,
  type SecondFactorNeeded,
  type SignInAnswer,
  updateMe,
} from '@portico/contract/auth'
import { openSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import {
  addPasskey,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { beginTotp, confirmTotp, giveSecondFactor, removeTotp } from '@portico/contract/sign-in/second-factor'
import { removePersonSecondFactor } from '@portico/contract/staff/customers/customers'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { anAuthenticator } from '../../test/fixtures/authenticator.ts'
import { aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { aSecondFactor, totpCode } from '../../test/fixtures/second-factors.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { inTurn } from '../../test/fixtures/turns.ts'
import { sql } from '../kernel/database/db.ts'
import { beginFactor, checkNewFactor, confirmNewFactor } from './factor-codes.ts'

// A sign-in in the very moment in which what it signs in by is removed, or a reset ends everything. Each pair of calls comes in both orders.

const publicUrl = 'https://portale.example'
const app = await testApp({ publicUrl })
const { database, clock, call } = app
const newPassword = { password: 'una barca senza remi', passwordRepeat: 'una barca senza remi' }

const rowOf = ({ serviceCompanyId, webUserId }: Person) =>
  sql`select from web_user where service_company_id = ${serviceCompanyId} and id = ${webUserId} for update`

const factorOf = ({ serviceCompanyId, webUserId }: Person) =>
  sql`select from second_factor where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId} for update`

const together = <First, Second>(person: Person, first: () => Promise<First>, second: () => Promise<Second>) =>
  inTurn(database, rowOf(person), first, second)

/** What the sessions of a person have shown of a second factor. */
const sessionsOf = ({ webUserId }: Person) =>
  database.many(sql`select second_factor as shown from session where web_user_id = ${webUserId} order by id`)

const enter = ({ userName, company }: Person, given = password) =>
  call(login, { body: { userName, password: given, company } })

const ticketIn = (answer: SignInAnswer) => (answer as SecondFactorNeeded).ticket

const give = (ticket: string, code: string) => call(giveSecondFactor, { body: { ticket, code } })

/** A person with codes of an app: a sign-in that waits for one, and the calls that follow. */
const waiting = async (kind: 'totp' | 'recoveryCode') => {
  const person = await aUser(database)
  const { secret, recoveryCodes } = await aSecondFactor(app, {
    serviceCompanyId: person.serviceCompanyId,
    webUserId: person.webUserId,
  })
  const ticket = ticketIn((await enter(person)).body)
  const code = kind === 'totp' ? totpCode(secret, clock.now()) : (recoveryCodes[0] ?? '')
  return { person, give: () => give(ticket, code), code }
}

const keyIn = async (page: string) =>
  new RegExp(`/${page}\\?key=([\\w-]+)`).exec((await app.delivered()).mails.at(-1)?.text ?? '')?.[1] ??
  expect.fail('no link was mailed')

/** The key of a link that resets the password. */
const recoveryKey = async ({ userName, company }: Person) => {
  await app.delivered()
  await call(requestRecovery, { body: { userName, company } })
  return keyIn('confirm')
}

const withPasskey = async () => {
  const person = await aUser(database)
  const own = await app.as(person)
  const device = anAuthenticator({ origin: publicUrl })
  const options = (await own(startPasskey, { body: {} })).body
  const { body: added } = await own(addPasskey, { body: { response: device.create(options) } })
  const response = device.get((await call(startPasskeySignIn)).body)
  return {
    person,
    own,
    remove: () => own(removePasskey, { params: { passkeyid: added.id }, body: {} }),
    enter: () => call(signInByPasskey, { body: { response } }),
  }
}

test.each(['totp', 'recoveryCode'] as const)('no session comes out of a lost factor: %s', async kind => {
  for (const isRemovalFirst of [true, false]) {
    const { person, give } = await waiting(kind)
    const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
    const params = { contactid: person.contactId, personid: person.membershipId }
    const remove = () => office(removePersonSecondFactor, { params, body: { check: 'inPerson' } })
    if (isRemovalFirst) {
      const [removed, given] = await together(person, remove, give)
      expect([removed.status, given.status]).toEqual([200, 401])
    } else {
      const [given, removed] = await together(person, give, remove)
      expect([removed.status, given.status]).toEqual([200, 200])
    }
    expect(await sessionsOf(person)).toEqual([])
  }
})

test('a factor that its owner removes is shown by no session afterwards', async () => {
  for (const isRemovalFirst of [true, false]) {
    const { person, give } = await waiting('totp')
    const own = await app.as(person)
    const remove = () => own(removeTotp, { body: {} })
    if (isRemovalFirst) {
      const [removed, given] = await together(person, remove, give)
      expect([removed.status, given.status]).toEqual([204, 401])
    } else {
      const [given, removed] = await together(person, give, remove)
      expect([removed.status, given.status]).toEqual([204, 200])
    }
    expect(await sessionsOf(person)).toEqual(Array(isRemovalFirst ? 1 : 2).fill({ shown: null }))
  }
})

test('a reset of the password ends a sign-in by link that has just used its code', async () => {
  for (const isResetFirst of [true, false]) {
    const { person, code } = await waiting('totp')
    const { userName, company } = person
    await app.delivered()
    await call(requestSignInLink, { body: { userName, company } })
    const opened = await call(openSignInLink, { params: { key: await keyIn('link') } })
    const params = { key: await recoveryKey(person) }
    const byLink = () => give(ticketIn(opened.body), code)
    const reset = () => call(confirm, { params, body: newPassword })
    if (isResetFirst) {
      const [done, given] = await together(person, reset, byLink)
      expect([done.status, given.status]).toEqual([200, 401])
    } else {
      const [given, done] = await together(person, byLink, reset)
      expect([done.status, given.status]).toEqual([200, 200])
    }
    expect(await sessionsOf(person)).toEqual([])
  }
})

test('a link that is opened while the password is reset signs nobody in', async () => {
  for (const isResetFirst of [true, false]) {
    const person = await aUser(database)
    const { userName, company } = person
    await app.delivered()
    await call(requestSignInLink, { body: { userName, company } })
    const key = await keyIn('link')
    const params = { key: await recoveryKey(person) }
    const open = () => call(openSignInLink, { params: { key } })
    const reset = () => call(confirm, { params, body: newPassword })
    if (isResetFirst) {
      const [done, opened] = await together(person, reset, open)
      expect([done.status, opened.problem.code]).toEqual([200, 'link_used'])
    } else {
      const [opened, done] = await together(person, open, reset)
      expect([done.status, opened.status]).toEqual([200, 200])
    }
    // That of the reset.
    expect(await sessionsOf(person)).toHaveLength(1)
  }
})

test('a password that was asked for no code does not get in once there is a factor', async () => {
  for (const isFactorFirst of [true, false]) {
    const person = await aUser(database)
    const own = await app.as(person)
    const { secret } = (await own(beginTotp, { body: {} })).body
    const turnOn = () => own(confirmTotp, { body: { code: totpCode(secret, clock.now()) } })
    if (isFactorFirst) {
      const [, entered] = await together(person, turnOn, () => enter(person))
      expect(entered.body).toMatchObject({ next: 'totp' })
    } else {
      const [entered] = await together(person, () => enter(person), turnOn)
      expect(entered.body).toMatchObject({ token: expect.any(String) })
    }
    expect(await sessionsOf(person)).toEqual([{ shown: 'totp' }])
  }
})

test('a passkey that is removed in the moment of its use leaves no session that has shown it, and is not taken for a copy', async () => {
  for (const isRemovalFirst of [true, false]) {
    const { person, remove, enter } = await withPasskey()
    await app.delivered()
    if (isRemovalFirst) {
      const [removed, entered] = await together(person, remove, enter)
      expect([removed.status, entered.problem]).toMatchObject([204, { detail: 'unknown_passkey' }])
      expect((await app.delivered()).mails).toHaveLength(1)
    } else {
      const [entered, removed] = await together(person, enter, remove)
      expect([removed.status, entered.status]).toEqual([204, 200])
    }
    expect(await sessionsOf(person)).toEqual(Array(isRemovalFirst ? 1 : 2).fill({ shown: null }))
  }
})

test('what a reset has shut out sets no password and adds no passkey any more', async () => {
  const person = await aUser(database)
  const thief = await app.as(person)
  const mine = { ...newPassword, currentPassword: password }
  const params = { key: await recoveryKey(person) }
  const chosen = { password: 'oltre il muro 17', passwordRepeat: 'oltre il muro 17' }
  const [reset, changed] = await together(
    person,
    () => call(confirm, { params, body: chosen }),
    () => thief(updateMe, { body: mine }),
  )
  expect([reset.status, changed.status]).toEqual([200, 401])
  expect((await enter(person, chosen.password)).status).toBe(200)
  expect((await enter(person, newPassword.password)).status).toBe(401)

  const other = await aUser(database)
  const session = await app.as(other)
  const options = (await session(startPasskey, { body: {} })).body
  const response = anAuthenticator({ origin: publicUrl }).create(options)
  const key = await recoveryKey(other)
  const [, added] = await together(
    other,
    () => call(confirm, { params: { key }, body: chosen }),
    () => session(addPasskey, { body: { response } }),
  )
  expect(added.status).toBe(401)
})

test('a secret that took the place of the one whose code was checked is not confirmed', async () => {
  const { serviceCompanyId, webUserId, userName } = await aUser(database)
  const owner = { serviceCompanyId, webUserId }
  const now = clock.now()
  const begin = () => beginFactor(database, app.deps, owner, { issuer: 'Portico', userName, now })
  const { secret } = await begin()
  await checkNewFactor(database, app.deps, owner, { code: totpCode(secret, now), address: anAddress(), now })
  await begin()
  await expect(confirmNewFactor(database, app.deps, owner, now)).rejects.toMatchObject({ code: 'conflict' })
})

test('of two that have both found a code of the app good one signs in', async () => {
  const { person, give: first, code } = await waiting('totp')
  const ticket = ticketIn((await enter(person)).body)
  const both = await inTurn(database, factorOf(person), first, () => give(ticket, code))
  expect(both.map(({ status }) => status)).toEqual([200, 422])
})
