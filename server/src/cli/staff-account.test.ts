import { readStaffMe, useStaffLink } from '@portico/contract/staff/session'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPortal, aStaffGroup } from '../../test/fixtures/factories.ts'
import { aPasskey } from '../../test/fixtures/passkeys.ts'
import { aSecondFactor } from '../../test/fixtures/second-factors.ts'
import { aStaffAccount, signIn, staffHeaders, staffPassword } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { WrongCall } from './command.ts'
import { staffAccount } from './staff-account.ts'
import { staffSecondFactor } from './staff-second-factor.ts'

const app = await testApp()
const { database, deps } = app
const password = 'nebbia sul canale 7'

const aCompany = async () => {
  const portal = await aPortal(database)
  const { externalId } = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from service_company where id = ${portal.serviceCompanyId}`,
  )
  return { ...portal, company: externalId }
}

const run = async (...args: string[]) => {
  const said = { out: '', err: '' }
  const streams = {
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  }
  const code = await staffAccount(args, { database, security: deps.security, origin: 'https://p.example' }, streams)
  return { code, ...said, key: /\/staff\/links\/([\w-]{43})/.exec(said.out)?.[1] ?? '' }
}

/** Uses a link and reads who is signed in by it. */
const enter = async (key: string) => {
  const used = await app.call(useStaffLink, { params: { key }, body: { password, passwordRepeat: password } })
  expect(used.status).toBe(200)
  const cookie = String(used.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, me: (await app.call(readStaffMe, { headers: { cookie } })).body }
}

test('an account is made with its rights, ended with its sessions, and restored without its password', async () => {
  const { company, serviceCompanyId, portalId } = await aCompany()
  const { key: portalKey } = await database.one<{ key: string }>(
    sql`select web_portal_key as key from portal where id = ${portalId}`,
  )
  const group = await aStaffGroup(database, { serviceCompanyId })
  await database.run(sql`update staff_group set external_id = 'desk' where id = ${group}`)
  const account = ['--company', company, '--email', 'ada@company.example']
  const person = ['--first-name', 'Ada', '--last-name', 'Moro']
  const made = await run(...account, ...person, '--role', 'office', '--portals', portalKey, '--groups', 'desk')
  expect(made.code).toBe(0)
  const { cookie, me } = await enter(made.key)
  expect(me).toMatchObject({
    displayName: 'Ada Moro',
    role: 'office',
    portals: [{ id: portalId }],
    groups: [{ id: group }],
    isInstallationOperator: false,
  })
  expect((await run(...account, '--end')).code).toBe(0)
  expect((await run(...account, '--end')).code).toBe(1)
  expect((await app.call(readStaffMe, { headers: { cookie } })).problem.code).toBe('unauthenticated')
  const restored = await run('--company', company, '--email', 'ADA@company.example', '--role', 'administrator')
  expect((await signIn(app, { email: 'ada@company.example', password })).answer.status).toBe(401)
  expect((await enter(restored.key)).me).toMatchObject({
    id: me.id,
    role: 'administrator',
    portals: [{ id: portalId }],
  })
  await deps.security.flush()
  const logged = await database.many<{ what: string }>(
    sql`select what from security_event where staff_account_id = ${me.id} and reason = 'commandLine' order by id`,
  )
  expect(new Set(logged.map(({ what }) => what))).toEqual(
    new Set(['staff.account.made', 'staff.link.made', 'staff.account.ended', 'staff.account.changed']),
  )
})

test('the second factor of the last administrator is removed with the sessions, which is logged and mailed', async () => {
  const { company, serviceCompanyId } = await aCompany()
  const account = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const headers = await staffHeaders(app, account)
  const call = async (...args: string[]) => {
    const said = { out: '', err: '' }
    const streams = {
      stdout: { write: (text: string) => (said.out += text) },
      stderr: { write: (text: string) => (said.err += text) },
    }
    const { security, messages } = deps
    const given = ['--company', company, '--email', account.email.toUpperCase(), ...args]
    return { code: await staffSecondFactor(given, { database, security, messages }, streams), ...said }
  }
  expect(await call()).toMatchObject({ code: 0, out: expect.stringContaining('has no second factor') })
  expect((await call('--remove')).code).toBe(1)
  await aSecondFactor(app, account)
  expect(JSON.parse((await call('--json')).out)).toEqual({ email: account.email.toUpperCase(), secondFactor: true })
  await aPasskey(app, { kind: 'staff', serviceCompanyId, holderId: account.staffAccountId })
  await app.delivered()
  expect((await call('--remove')).code).toBe(0)
  expect(await call()).toMatchObject({ code: 0, out: expect.stringContaining('has no second factor') })
  expect((await app.call(readStaffMe, { headers })).problem.code).toBe('unauthenticated')
  expect((await signIn(app, { email: account.email, password: staffPassword })).answer.body.next).toBeNull()
  expect((await app.delivered()).mails).toMatchObject([{ to: [{ address: account.email }] }])
  await deps.security.flush()
  expect(
    await database.many(sql`select what, reason from security_event where staff_account_id = ${account.staffAccountId}
      and what = 'staff.secondFactor.removed'`),
  ).toEqual([{ what: 'staff.secondFactor.removed', reason: 'commandLine' }])
})

test('what is not there is refused, and makes nothing', async () => {
  const { company } = await aCompany()
  const { company: other, portalId } = await aCompany()
  const { key: foreign } = await database.one<{ key: string }>(
    sql`select web_portal_key as key from portal where id = ${portalId}`,
  )
  const account = ['--company', company, '--email', 'eva@company.example', '--first-name', 'Eva', '--last-name', 'Neri']
  for (const wrong of [
    ['--role', 'chief'],
    ['--portals', foreign],
    ['--groups', 'nobody'],
    ['--staff', 'nobody'],
    ['--email', 'no address'],
  ])
    await expect(run(...account, ...wrong)).rejects.toThrow(WrongCall)
  expect(await run('--company', 'nobody', '--email', 'eva@company.example')).toMatchObject({ code: 1 })
  await expect(run('--company', other, '--email', 'eva@company.example')).rejects.toThrow(WrongCall)
  expect(await database.many(sql`select from staff_account where email_key = 'eva@company.example'`)).toEqual([])
  expect(await database.many(sql`select from staff_user where first_name = 'Eva'`)).toEqual([])
})
