import { changeStaffPassword, changeStaffPreferences, readStaffMe, useStaffLink } from '@portico/contract/staff/session'
import { endOtherStaffSessions, endStaffSession, listStaffSessions } from '@portico/contract/staff/sessions'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff, staffHeaders, staffPassword } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'
import { insertStaffLink } from '../link-queries.ts'
import { insertStaffSession } from '../session-queries.ts'

const app = await testApp()
const { database, deps, clock } = app
const newPassword = 'nebbia sul canale 7'

const anAccount = async () => {
  const { serviceCompanyId } = await aPortal(database)
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'technician', hasPassword: true })
  return { ...account, call: await asStaff(app, account) }
}

test('the own sessions are listed, and one or all others are ended at once', async () => {
  const { call, ...account } = await anAccount()
  const [second, third] = [await staffHeaders(app, account), await staffHeaders(app, account)]
  const listed = (await call(listStaffSessions)).body
  expect(listed.map(({ current }) => current).filter(Boolean)).toHaveLength(1)
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatchObject({ createdAt: '2026-03-02T08:30:00Z', expiresAt: '2026-03-02T20:30:00Z' })
  const of = async (headers: Record<string, string>) =>
    (await app.call(listStaffSessions, { headers })).body.find(({ current }) => current)?.id ?? 0
  const sessionid = await of(second)
  expect((await call(endStaffSession, { params: { sessionid } })).status).toBe(204)
  expect((await app.call(readStaffMe, { headers: second })).problem.code).toBe('unauthenticated')
  expect((await call(endStaffSession, { params: { sessionid } })).problem.code).toBe('not_found')
  expect((await app.call(readStaffMe, { headers: third })).status).toBe(200)
  expect((await call(endOtherStaffSessions)).status).toBe(204)
  expect((await app.call(readStaffMe, { headers: third })).problem.code).toBe('unauthenticated')
  expect((await call(listStaffSessions)).body).toMatchObject([{ current: true }])
  await deps.security.flush()
  expect(
    await database.many(sql`select reason from security_event where staff_account_id = ${account.staffAccountId}
      and what = 'staff.session.ended' order by id`),
  ).toEqual([{ reason: 'one' }, { reason: 'allOthers' }])
})

test('nobody ends a session of another, also not an administrator of the same company', async () => {
  const { call, serviceCompanyId } = await anAccount()
  const [own] = (await call(listStaffSessions)).body
  const administrator = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  for (const other of [administrator, stranger]) {
    expect((await other(endStaffSession, { params: { sessionid: own?.id ?? 0 } })).problem.code).toBe('not_found')
    expect((await other(endOtherStaffSessions)).status).toBe(204)
  }
  expect((await call(listStaffSessions)).body).toHaveLength(1)
})

test('an account has at most 100 sessions: the oldest ends, and sign-ins that wait push none out', async () => {
  const { call, ...account } = await anAccount()
  const now = clock.now()
  const opening = (due: 'totp' | null) => ({ address: '192.0.2.7', device: undefined, now, due })
  for (let waiting = 0; waiting < 101; waiting += 1) await insertStaffSession(database, account, opening('totp'))
  expect((await call(listStaffSessions)).body).toHaveLength(1)
  for (let opened = 0; opened < 99; opened += 1) await insertStaffSession(database, account, opening(null))
  expect((await call(listStaffSessions)).body).toHaveLength(100)
  await insertStaffSession(database, account, opening(null))
  expect((await call(listStaffSessions)).problem.code).toBe('unauthenticated')
  const { waiting, open } = await database.one<{ waiting: number; open: number }>(
    sql`select count(*) filter (where second_factor_due is not null) as waiting,
      count(*) filter (where second_factor_due is null) as open
      from staff_session where staff_account_id = ${account.staffAccountId}`,
  )
  expect({ waiting, open }).toEqual({ waiting: 100, open: 100 })
})

test('a session that has expired is not listed', async () => {
  const { call, ...account } = await anAccount()
  await staffHeaders(app, account)
  await database.run(sql`update staff_session set expires_at = ${clock.now()} where id = (
    select max(id) from staff_session where staff_account_id = ${account.staffAccountId})`)
  expect((await call(listStaffSessions)).body).toHaveLength(1)
})

test('a changed password is told by mail, in the language of the account', async () => {
  const { call, email } = await anAccount()
  await call(changeStaffPreferences, { body: { language: 'es-ES' } })
  await app.delivered()
  await call(changeStaffPassword, { body: { currentPassword: 'wrong', newPassword } })
  await call(changeStaffPassword, { body: { currentPassword: staffPassword, newPassword: 'x' } })
  expect((await app.delivered()).mails).toEqual([])
  await call(changeStaffPassword, { body: { currentPassword: staffPassword, newPassword } })
  const [mail, ...more] = (await app.delivered()).mails
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: [{ address: email }] })
  expect(mail?.subject).toContain('Tu contraseña del mostrador')
  expect(mail?.text).toContain('/staff/account')
  expect(mail?.text).not.toContain(newPassword)
})

test('so is one that a link has replaced, but not the first of an account', async () => {
  const { call: _, ...account } = await anAccount()
  const body = { password: newPassword, passwordRepeat: newPassword }
  const use = async (of: typeof account) =>
    app.call(useStaffLink, { params: { key: await insertStaffLink(database, of, clock.now()) }, body })
  await app.delivered()
  expect((await use(account)).status).toBe(200)
  expect((await app.delivered()).mails).toMatchObject([{ to: [{ address: account.email }] }])
  const { serviceCompanyId } = account
  const fresh = await aStaffAccount(app, { serviceCompanyId })
  expect((await use(fresh)).status).toBe(200)
  expect((await app.delivered()).mails).toEqual([])
})
