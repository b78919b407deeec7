import { readStaffMe } from '@portico/contract/staff/session'
import { listStaffSessions } from '@portico/contract/staff/sessions'
import { disownStaffSignIn, readStaffSignInNotice } from '@portico/contract/staff/sign-in/notices'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, signIn, staffPassword } from '../../../test/fixtures/staff.ts'
import { cookieIn } from '../../../test/fixtures/staff-passkeys.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp({ staffSecondFactor: 'offered' })
const { database, deps, clock, call } = app
const DAY = 24 * 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const anAccount = async () => {
  const { serviceCompanyId } = await aPortal(database)
  return aStaffAccount(app, { serviceCompanyId, hasPassword: true })
}
const enter = async (email: string, { address = '192.0.2.7', device = firefox } = {}) => {
  const sent = { address, headers: { 'user-agent': device } }
  const { answer } = await signIn(app, { email, password: staffPassword }, sent)
  expect(answer.body.next).toBeNull()
  return { headers: { cookie: cookieIn(answer) } }
}
const newPlaces = async () =>
  (await app.delivered()).mails.filter(({ subject }) => subject.includes('Nuovo accesso al banco'))
const keyIn = (mail: { text: string } | undefined) =>
  /\/staff\/sign-ins\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail('the mail has no link')

test('a sign-in from a new place is mailed, and ended from its mail by a POST', async () => {
  const account = await anAccount()
  const own = await enter(account.email)
  await enter(account.email)
  expect(await newPlaces()).toEqual([])
  const foreign = await enter(account.email, { address: '198.51.100.9' })
  const [mail, ...more] = await newPlaces()
  expect(more).toEqual([])
  expect(mail?.to).toMatchObject([{ address: account.email }])
  expect(mail?.text).toContain('198.51.100.9')
  const params = { key: keyIn(mail) }
  for (let read = 0; read < 3; read += 1)
    expect((await call(readStaffSignInNotice, { params })).body).toEqual({
      email: account.email,
      companyName: expect.any(String),
      signedInAt: '2026-03-02T08:30:00Z',
      address: '198.51.100.9',
      device: firefox,
      ended: false,
    })
  expect((await call(readStaffMe, foreign)).status).toBe(200)
  expect((await call(disownStaffSignIn, { params })).status).toBe(204)
  expect((await call(readStaffMe, foreign)).problem.code).toBe('unauthenticated')
  expect((await call(listStaffSessions, own)).body).toHaveLength(2)
  expect((await call(disownStaffSignIn, { params })).status).toBe(204)
  expect((await call(readStaffSignInNotice, { params })).body.ended).toBe(true)
  await deps.security.flush()
  expect(
    await database.many(sql`select reason from security_event
      where staff_account_id = ${account.staffAccountId} and what = 'staff.session.ended'`),
  ).toEqual([{ reason: 'disowned' }])
})

test('its key opens nothing else, and ends after 30 days', async () => {
  const account = await anAccount()
  await enter(account.email)
  const foreign = await enter(account.email, { device: firefox.replace('X11; Linux', 'Macintosh; Intel Mac OS X 14') })
  const key = keyIn((await newPlaces())[0])
  const cookie = `portico_staff=${key}`
  expect((await call(readStaffMe, { headers: { cookie } })).problem.code).toBe('unauthenticated')
  for (const other of ['x'.repeat(43), key.slice(1)]) {
    expect((await call(readStaffSignInNotice, { params: { key: other } })).problem.code).toBe('invalid_code')
    expect((await call(disownStaffSignIn, { params: { key: other } })).problem.code).toBe('invalid_code')
  }
  expect((await call(readStaffMe, foreign)).status).toBe(200)
  clock.pass(30 * DAY)
  expect((await call(readStaffSignInNotice, { params: { key } })).problem.code).toBe('invalid_code')
  expect((await call(disownStaffSignIn, { params: { key } })).problem.code).toBe('invalid_code')
})

test('at most ten new places a day are mailed', async () => {
  const account = await anAccount()
  for (let places = 0; places < 13; places += 1) await enter(account.email, { address: anAddress() })
  expect((await newPlaces()).length).toBeLessThan(11)
})
