import { confirm, listSessions, login, readConfirmation, readMe, requestRecovery } from '@portico/contract/auth'
import { openSignInLink, readSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import { disownSignIn, readSignInNotice } from '@portico/contract/sign-in/notices'
import { readStaffLink, useStaffLink } from '@portico/contract/staff/session'
import { expect, test } from 'vitest'
import { anAddress, pathOf, testApp } from '../../test/fixtures/app.ts'
import { aUser, type Person, password } from '../../test/fixtures/factories.ts'
import { messages, secrets } from '../../test/fixtures/messages.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'
import { sql, tx } from '../kernel/database/db.ts'
import { insertStaffLink } from '../staff/link-queries.ts'
import { findAddressees } from './confirmation-queries.ts'
import { invite } from './confirmations.ts'

const app = await testApp()
const { database, deps, clock, call } = app
const DAY = 24 * 3_600_000

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const enter = async ({ userName, company }: Person, address = anAddress()) =>
  sessionIn((await call(login, { body: { userName, password, company }, address })).body).token

/** A user who signed in at home and then elsewhere: both sessions, and the key of the mail about the second. */
const noticed = async () => {
  const person = await aUser(database)
  const own = await enter(person)
  await app.delivered()
  const foreign = await enter(person, '198.51.100.9')
  const [mail] = (await app.delivered()).mails
  const key = /\/link\?session=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail('the mail has no link')
  return { person, own, foreign, params: { key } }
}

test('the mail of a sign-in from a new place leads to a page that ends that session alone, by a POST', async () => {
  const { person, own, foreign, params } = await noticed()
  for (let read = 0; read < 3; read += 1)
    expect((await call(readSignInNotice, { params })).body).toEqual({
      userName: person.userName,
      webPortalKey: person.company,
      signedInAt: '2026-03-02T08:30:00Z',
      address: '198.51.100.9',
      device: expect.toSatisfy((device: string | null) => device === null || device.length > 0),
      ended: false,
    })
  expect((await call(readMe, bearer(foreign))).status).toBe(200)
  expect((await call(disownSignIn, { params })).status).toBe(204)
  expect((await call(readMe, bearer(foreign))).problem.code).toBe('unauthenticated')
  expect((await call(readMe, bearer(own))).status).toBe(200)
  expect((await call(disownSignIn, { params })).status).toBe(204)
  expect((await call(readSignInNotice, { params })).body.ended).toBe(true)
  expect((await call(listSessions, bearer(own))).body).toHaveLength(1)
  await deps.security.flush()
  expect(
    await database.many(
      sql`select reason from security_event where web_user_id = ${person.webUserId} and what = 'session.ended'`,
    ),
  ).toEqual([{ reason: 'disowned' }])
})

test('its key opens nothing else, and ends after 30 days', async () => {
  const { foreign, params } = await noticed()
  expect((await call(readMe, bearer(params.key))).problem.code).toBe('unauthenticated')
  for (const key of ['x'.repeat(43), params.key.slice(1)]) {
    expect((await call(readSignInNotice, { params: { key } })).problem.code).toBe('invalid_code')
    expect((await call(disownSignIn, { params: { key } })).problem.code).toBe('invalid_code')
  }
  expect((await call(readMe, bearer(foreign))).status).toBe(200)
  clock.pass(30 * DAY)
  expect((await call(readSignInNotice, { params })).problem.code).toBe('invalid_code')
})

test('a link says whether it is opened in the browser in which it was asked for', async () => {
  const { userName, company } = await aUser(database)
  const browser = 'b'.repeat(43)
  await call(requestSignInLink, { body: { userName, company, browser } })
  const [mail] = (await app.delivered()).mails
  const key = /\/link\?key=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const read = async (query: Record<string, string>) => (await call(readSignInLink, { params: { key }, query })).body
  expect(await read({ browser })).toEqual({ userName, webPortalKey: company, elsewhere: false })
  expect((await read({ browser: 'c'.repeat(43) })).elsewhere).toBe(true)
  expect((await read({})).elsewhere).toBe(true)
  expect((await call(openSignInLink, { params: { key } })).status).toBe(200)

  await call(requestSignInLink, { body: { userName, company } })
  const [plain] = (await app.delivered()).mails
  const other = /\/link\?key=([\w-]+)/.exec(plain?.text ?? '')?.[1] ?? ''
  expect((await call(readSignInLink, { params: { key: other } })).body.elsewhere).toBe(false)
})

test('a mail scanner that fetches what a mail leads to, and all that its pages read, spends nothing', async () => {
  const person = await aUser(database)
  const invited = await aUser(database, { contact: person, invited: true })
  const { userName, company, serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  await app.delivered()
  await call(requestSignInLink, { body: { userName, company } })
  await call(requestRecovery, { body: { userName, company } })
  const [to] = await findAddressees(database, invited.email, undefined)
  await tx(database, db =>
    invite(db, { secrets, messages }, to ?? expect.fail('nobody'), { now: clock.now(), delaySeconds: 0 }),
  )
  const { staffAccountId } = account
  const staffKey = await insertStaffLink(database, { serviceCompanyId, staffAccountId }, clock.now())
  const text = (await app.delivered()).mails.map(mail => mail.text ?? '').join('\n')
  const keysOf = (path: string) =>
    [...text.matchAll(new RegExp(`/${path}\\?key=([\\w-]+)`, 'g'))].map(([, key]) => key ?? '')
  const [link = ''] = keysOf('link')
  const confirmations = keysOf('confirm')
  expect([link.length, confirmations.length]).toEqual([43, 2])
  const fetched = [
    `/link?key=${link}`,
    pathOf(readSignInLink.path, { key: link }),
    ...confirmations.flatMap(key => [`/confirm?key=${key}`, pathOf(readConfirmation.path, { key })]),
    `/staff/links/${staffKey}`,
    pathOf(readStaffLink.path, { key: staffKey }),
  ]
  for (let times = 0; times < 3; times += 1)
    for (const url of fetched)
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await app.http.inject({ method, url })
  expect((await call(openSignInLink, { params: { key: link } })).status).toBe(200)
  const chosen = { password: 'una barca senza remi', passwordRepeat: 'una barca senza remi' }
  for (const key of confirmations) expect((await call(confirm, { params: { key }, body: chosen })).status).toBe(200)
  expect((await call(useStaffLink, { params: { key: staffKey }, body: chosen })).status).toBe(200)
})
