import {
  changeStaffAccount,
  endStaffAccount,
  inviteStaff,
  inviteStaffAgain,
  listStaffAccounts,
  restoreStaffAccount,
} from '@portico/contract/staff/accounts'
import {
  changeStaffPassword,
  changeStaffPreferences,
  readStaffLink,
  readStaffMe,
  useStaffLink,
} from '@portico/contract/staff/session'
import { describe, expect, test } from 'vitest'
import { pathOf, testApp } from '../../test/fixtures/app.ts'
import { aPortal, aServiceCompany, aStaffGroup, aStaffUser } from '../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff, signIn, staffHeaders, staffPassword } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { insertStaffLink } from './link-queries.ts'

const app = await testApp()
const { database, deps, clock } = app

const HOUR = 3_600_000
const newPassword = 'nebbia sul canale 7'
const ada = {
  firstName: 'Ada',
  lastName: 'Moro',
  email: 'ada@company.example',
  role: 'technician' as const,
  portalIds: null,
}

/** A company with a portal, and a caller with its administrator's session. */
const aCompany = async (given: { isInstallationOperator?: boolean } = {}) => {
  const portal = await aPortal(database)
  const { serviceCompanyId } = portal
  const administrator = await aStaffAccount(app, { serviceCompanyId, hasPassword: true, ...given })
  return { portal, serviceCompanyId, administrator, call: await asStaff(app, administrator) }
}

const keyIn = (text: string) => /\/staff\/links\/([\w-]{43})/.exec(text)?.[1] ?? ''

const loggedOf = async (accountId: number) => {
  await deps.security.flush()
  const rows = await database.many<{ what: string; reason: string | null }>(sql`select what, reason from security_event
    where staff_account_id = ${accountId} order by id`)
  return rows.map(({ what, reason }) => (reason ? `${what} ${reason}` : what))
}

describe('the own account', () => {
  test('keeps language and single-letter keys', async () => {
    const { call } = await aCompany()
    expect((await call(readStaffMe)).body).toMatchObject({ language: null, keys: true, isDemo: false })
    const changed = await call(changeStaffPreferences, { body: { language: 'es-ES' } })
    expect(changed.body).toMatchObject({ language: 'es-ES', keys: true })
    await call(changeStaffPreferences, { body: { keys: false } })
    expect((await call(readStaffMe)).body).toMatchObject({ language: 'es-ES', keys: false })
    expect((await call(changeStaffPreferences, { body: { language: null } })).body.language).toBeNull()
    for (const body of [{ language: 'fr-FR' }, { keys: 'no' }, { role: 'administrator' }])
      expect((await call(changeStaffPreferences, { body })).problem.code).toBe('invalid_request')
  })

  test('gets another password by the current one, which ends the other sessions and the open links', async () => {
    const { administrator, call } = await aCompany()
    const other = await staffHeaders(app, administrator)
    const link = { key: await insertStaffLink(database, administrator, clock.now()) }
    const body = { currentPassword: staffPassword, newPassword }
    expect((await call(changeStaffPassword, { body })).status).toBe(204)
    expect((await call(readStaffMe)).status).toBe(200)
    expect((await app.call(readStaffMe, { headers: other })).problem.code).toBe('unauthenticated')
    expect((await app.call(readStaffLink, { params: link })).problem).toMatchObject({ status: 410, detail: 'used' })
    const signedIn = async (password: string) =>
      (await signIn(app, { email: administrator.email, password })).answer.status
    expect([await signedIn(staffPassword), await signedIn(newPassword)]).toEqual([401, 200])
    expect(await loggedOf(administrator.staffAccountId)).toContain('staff.password.changed user')
  })

  test('refuses a wrong current password, a weak one, and too many guesses', async () => {
    const { portal, administrator, call } = await aCompany()
    const change = (currentPassword: string, newPassword: string, address?: string) =>
      call(changeStaffPassword, { body: { currentPassword, newPassword }, ...(address && { address }) })
    expect((await change('wrong', newPassword)).problem).toMatchObject({
      code: 'check_passwords',
      errors: [{ path: 'body.currentPassword' }],
    })
    for (const weak of ['short', administrator.email, portal.company])
      expect((await change(staffPassword, weak)).problem).toMatchObject({
        code: 'weak_password',
        errors: [{ path: 'body.newPassword' }],
      })
    for (let n = 0; n < 10; n += 1) await change('wrong', newPassword, '10.1.2.3')
    expect((await change(staffPassword, newPassword, '10.1.2.3')).problem.code).toBe('too_many_requests')
    expect((await signIn(app, { email: administrator.email, password: staffPassword })).answer.status).toBe(200)
  })
})

describe('an invitation', () => {
  test('makes a staff user with an account, and is mailed in the language of the inviter', async () => {
    const { portal, serviceCompanyId, call } = await aCompany()
    const group = await aStaffGroup(database, { serviceCompanyId })
    await call(changeStaffPreferences, { body: { language: 'en-EN' } })
    await app.delivered()
    const invited = (await call(inviteStaff, { body: { ...ada, portalIds: [portal.portalId], groupIds: [group] } }))
      .body
    expect(invited).toMatchObject({
      link: null,
      account: {
        displayName: 'Ada Moro',
        email: 'ada@company.example',
        role: 'technician',
        portals: [{ id: portal.portalId }],
        groups: [{ id: group }],
        state: 'invited',
        isInstallationOperator: false,
        linkExpiresAt: '2026-03-03T08:30:00Z',
        lastSignInAt: null,
      },
    })
    const [mail, ...more] = (await app.delivered()).mails
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: [{ name: 'Ada Moro', address: 'ada@company.example' }] })
    expect(mail?.subject).toContain('Your access to the desk of company-')
    const params = { key: keyIn(mail?.text ?? '') }
    const body = { password: newPassword, passwordRepeat: newPassword }
    expect((await app.call(useStaffLink, { params, body })).status).toBe(200)
    const { id } = invited.account
    expect((await call(listStaffAccounts)).body.find(account => account.id === id)).toMatchObject({
      state: 'active',
      lastSignInAt: '2026-03-02T08:30:00Z',
      linkExpiresAt: null,
    })
    expect(await loggedOf(id)).toEqual([
      'staff.account.made',
      'staff.link.made mail',
      'staff.link.used',
      'staff.password.changed recovery',
    ])
  })

  test('is for the staff user of that address, where there is one without an account', async () => {
    const { serviceCompanyId, call } = await aCompany()
    const staffUserId = await aStaffUser(database, { serviceCompanyId })
    await database.run(sql`update staff_user set email = 'Ada@Company.example' where id = ${staffUserId}`)
    expect((await call(inviteStaff, { body: ada })).body.account.staffUserId).toBe(staffUserId)
  })

  test('answers its link only where mails are not set up, or there is no portal to mail for', async () => {
    const quiet = await testApp({ mailsAreSent: false })
    const { serviceCompanyId } = await aPortal(quiet.database)
    const call = await asStaff(quiet, await aStaffAccount(quiet, { serviceCompanyId }))
    const { link } = (await call(inviteStaff, { body: ada })).body
    expect((await quiet.call(readStaffLink, { params: { key: keyIn(link ?? '') } })).body).toMatchObject({
      kind: 'account',
      email: 'ada@company.example',
    })
    expect((await quiet.delivered()).mails).toEqual([])
    const bare = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: await aServiceCompany(database) }))
    expect(keyIn((await bare(inviteStaff, { body: ada })).body.link ?? '')).not.toBe('')
  })

  test('is refused without names, for a wrong or a taken address, and for what the company does not have', async () => {
    const { serviceCompanyId, administrator, call } = await aCompany()
    const stranger = await aCompany()
    const group = await aStaffGroup(database, stranger)
    for (const [change, code, path] of [
      [{ firstName: ' ' }, 'fill_required_fields', 'body.firstName'],
      [{ email: 'a b@c.example' }, 'invalid_request', 'body.email'],
      [{ email: administrator.email.toUpperCase() }, 'conflict', 'body.email'],
      [{ role: 'owner' }, 'invalid_request', 'body.role'],
      [{ portalIds: [stranger.portal.portalId] }, 'not_found', 'body.portalIds'],
      [{ groupIds: [group] }, 'not_found', 'body.groupIds'],
      [{ password: newPassword }, 'invalid_request', 'body.password'],
    ] as const)
      expect((await call(inviteStaff, { body: { ...ada, ...change } })).problem, path).toMatchObject({
        code,
        errors: [{ path }],
      })
    expect((await call(inviteStaff, { body: { ...ada, isInstallationOperator: true } })).problem.code).toBe('forbidden')
    const [{ n }] = (await database.many<{ n: number }>(
      sql`select count(*) as n from staff_user where service_company_id = ${serviceCompanyId}`,
    )) as [{ n: number }]
    expect(n).toBe(1)
  })

  test('is repeated five times an hour, also for who has lost a password; the link before ends', async () => {
    const { call } = await aCompany()
    await app.delivered()
    const { id } = (await call(inviteStaff, { body: { ...ada, language: 'es-ES' } })).body.account
    const [first] = (await app.delivered()).mails
    expect(first?.subject).toContain('Tu acceso al mostrador')
    const again = (body: object = {}) => call(inviteStaffAgain, { params: { accountid: id }, body })
    expect((await again()).body.link).toBeNull()
    const [second] = (await app.delivered()).mails
    expect(second?.subject).toContain('Il tuo accesso al banco')
    expect((await app.call(readStaffLink, { params: { key: keyIn(first?.text ?? '') } })).problem.status).toBe(410)
    const body = { password: newPassword, passwordRepeat: newPassword }
    await app.call(useStaffLink, { params: { key: keyIn(second?.text ?? '') }, body })
    expect((await again()).body.account.state).toBe('active')
    expect((await app.delivered()).mails[0]?.subject).toContain('Nuova password')
    for (let n = 0; n < 2; n += 1) expect((await again()).status).toBe(200)
    expect((await again()).problem.code).toBe('too_many_requests')
    clock.pass(HOUR + 1000)
    expect((await again()).status).toBe(200)
    expect((await signIn(app, { email: ada.email, password: newPassword })).answer.status).toBe(200)
    await call(endStaffAccount, { params: { accountid: id } })
    expect((await again()).problem.code).toBe('conflict')
  })
})

describe('an account', () => {
  test('is changed by an administrator, at once for its sessions', async () => {
    const { portal, serviceCompanyId, call } = await aCompany()
    const account = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
    const theirs = await asStaff(app, account)
    const group = await aStaffGroup(database, { serviceCompanyId })
    const params = { accountid: account.staffAccountId }
    const link = { key: await insertStaffLink(database, account, clock.now()) }
    const body = { role: 'office', portalIds: [portal.portalId], groupIds: [group], email: 'new@company.example' }
    expect((await call(changeStaffAccount, { params, body })).body).toMatchObject({
      role: 'office',
      portals: [{ id: portal.portalId }],
      groups: [{ id: group }],
      email: 'new@company.example',
    })
    expect((await theirs(readStaffMe)).body).toMatchObject({ role: 'office', portals: [{ id: portal.portalId }] })
    // It was mailed to the address before.
    expect((await app.call(readStaffLink, { params: link })).problem.status).toBe(410)
    expect(await loggedOf(account.staffAccountId)).toEqual(
      ['role', 'access', 'address'].map(part => `staff.account.changed ${part}`),
    )
    const other = await aStaffAccount(app, { serviceCompanyId })
    const taken = await call(changeStaffAccount, { params, body: { email: other.email } })
    expect(taken.problem).toMatchObject({ code: 'conflict', errors: [{ path: 'body.email' }] })
  })

  test('gets another address, of which its owner is told at the one before, unless nobody has used it yet', async () => {
    const { serviceCompanyId, call } = await aCompany()
    const used = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
    const invited = await aStaffAccount(app, { serviceCompanyId })
    const change = (account: typeof used, email: string) =>
      call(changeStaffAccount, { params: { accountid: account.staffAccountId }, body: { email } })
    await app.delivered()
    expect((await change(used, used.email)).status).toBe(200)
    expect((await change(used, 'elsewhere@company.example')).body.email).toBe('elsewhere@company.example')
    expect((await change(invited, 'typo@company.example')).status).toBe(200)
    const { mails } = await app.delivered()
    expect(mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
      [used.email, expect.stringMatching(/^Il tuo indirizzo per il banco di .+ è cambiato$/)],
    ])
    // Whoever reads the old mailbox learns neither the way in nor where the account's mails go.
    expect(mails[0]?.html).not.toContain('elsewhere@')
    expect(mails[0]?.html).not.toContain('/staff')
    expect(await loggedOf(used.staffAccountId)).toEqual(['staff.account.changed address'])
  })

  test('ends with its sessions and links, and is restored without its password', async () => {
    const { serviceCompanyId, call } = await aCompany()
    const account = await aStaffAccount(app, { serviceCompanyId, role: 'office', hasPassword: true })
    const theirs = await asStaff(app, account)
    const params = { accountid: account.staffAccountId }
    expect((await call(restoreStaffAccount, { params, body: {} })).problem.code).toBe('conflict')
    expect((await call(endStaffAccount, { params })).body.state).toBe('ended')
    expect((await theirs(readStaffMe)).problem.code).toBe('unauthenticated')
    expect((await call(endStaffAccount, { params })).problem.code).toBe('conflict')
    expect((await call(inviteStaff, { body: { ...ada, email: account.email } })).problem.code).toBe('conflict')
    const restored = await call(restoreStaffAccount, { params, body: {} })
    expect(restored.body.account).toMatchObject({ state: 'invited', role: 'office' })
    expect((await theirs(readStaffMe)).problem.code).toBe('unauthenticated')
    expect((await signIn(app, { email: account.email, password: staffPassword })).answer.status).toBe(401)
    expect(await loggedOf(account.staffAccountId)).toEqual([
      'staff.account.ended',
      'staff.account.restored',
      'staff.link.made mail',
      'staff.signIn wrongPassword',
    ])
  })

  test('of the last administrator neither ends nor loses role or portals', async () => {
    const { portal, serviceCompanyId, administrator, call } = await aCompany()
    // Neither of them can take over: one has no password yet, the other only some portals.
    await aStaffAccount(app, { serviceCompanyId })
    await aStaffAccount(app, { serviceCompanyId, portalIds: [portal.portalId], hasPassword: true })
    const params = { accountid: administrator.staffAccountId }
    const answers = [
      await call(endStaffAccount, { params }),
      await call(changeStaffAccount, { params, body: { role: 'office' } }),
      await call(changeStaffAccount, { params, body: { portalIds: [portal.portalId] } }),
    ]
    for (const { problem } of answers) expect(problem).toMatchObject({ status: 409, code: 'conflict' })
    expect((await call(readStaffMe)).body).toMatchObject({ role: 'administrator' })
    await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
    expect((await call(endStaffAccount, { params })).status).toBe(200)
  })

  test('of two administrators who remove each other at the same moment one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { serviceCompanyId, administrator: one } = await aCompany()
      const other = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
      const calls = [await asStaff(app, one), await asStaff(app, other)]
      const targets = [other, one]
      const answers = await Promise.all(
        calls.map((call, at) =>
          round % 2 === 0
            ? call(endStaffAccount, { params: { accountid: targets[at]?.staffAccountId ?? 0 } })
            : call(changeStaffAccount, {
                params: { accountid: targets[at]?.staffAccountId ?? 0 },
                body: { role: 'technician' },
              }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = await database.many(sql`select from staff_account where service_company_id = ${serviceCompanyId}
        and role = 'administrator' and ended_at is null`)
      expect(left).toHaveLength(1)
    }
  })

  test('of an operator of the installation is changed by operators alone', async () => {
    const { serviceCompanyId, call, administrator } = await aCompany()
    const operator = await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true, hasPassword: true })
    const params = { accountid: operator.staffAccountId }
    const attempts = [
      await call(changeStaffAccount, { params, body: { email: 'mine@company.example' } }),
      await call(inviteStaffAgain, { params, body: {} }),
      await call(endStaffAccount, { params }),
      await call(changeStaffAccount, {
        params: { accountid: administrator.staffAccountId },
        body: { isInstallationOperator: true },
      }),
    ]
    for (const { problem } of attempts) expect(problem).toMatchObject({ status: 403, code: 'forbidden' })
    const theirs = await asStaff(app, operator)
    const raised = await theirs(changeStaffAccount, {
      params: { accountid: administrator.staffAccountId },
      body: { isInstallationOperator: true },
    })
    expect(raised.body.isInstallationOperator).toBe(true)
  })
})

describe('an administrator of some portals', () => {
  const restricted = async () => {
    const { portal, serviceCompanyId, administrator } = await aCompany()
    const sister = await aPortal(database, { serviceCompanyId })
    const account = await aStaffAccount(app, { serviceCompanyId, portalIds: [portal.portalId], hasPassword: true })
    return { portal, sister, serviceCompanyId, administrator, account, call: await asStaff(app, account) }
  }

  test('sees the accounts of those portals alone', async () => {
    const { portal, sister, serviceCompanyId, account, call } = await restricted()
    const { portalId } = portal
    const within = await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] })
    await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId, sister.portalId] })
    const ids = (await call(listStaffAccounts)).body.map(({ id }) => id)
    expect(ids.sort()).toEqual([account.staffAccountId, within.staffAccountId].sort())
  })

  test('gives those portals alone', async () => {
    const { portal, sister, account, call } = await restricted()
    for (const portalIds of [null, [sister.portalId]]) {
      const refusal = { status: 404, code: 'not_found', errors: [{ path: 'body.portalIds' }] }
      expect((await call(inviteStaff, { body: { ...ada, portalIds } })).problem).toMatchObject(refusal)
      const params = { accountid: account.staffAccountId }
      expect((await call(changeStaffAccount, { params, body: { portalIds } })).problem).toMatchObject(refusal)
    }
    expect((await call(inviteStaff, { body: { ...ada, portalIds: [portal.portalId] } })).status).toBe(201)
  })
})

const endpoints = [changeStaffAccount, endStaffAccount, inviteStaffAgain, restoreStaffAccount]

test.each(endpoints.map(endpoint => [endpoint.name, endpoint] as const))(
  '%s finds no account of another company, or beyond the portals of the caller',
  async (_, endpoint) => {
    const { portal, serviceCompanyId, administrator } = await aCompany()
    const strangers = [
      await aStaffAccount(app, { isInstallationOperator: true }),
      await aStaffAccount(app, { serviceCompanyId, portalIds: [portal.portalId], isInstallationOperator: true }),
    ]
    for (const stranger of strangers) {
      const headers = await staffHeaders(app, stranger)
      const answer = await app.http.inject({
        method: endpoint.method,
        url: pathOf(endpoint.path, { accountid: administrator.staffAccountId }),
        headers: { ...headers, ...(endpoint.body && { 'content-type': 'application/json' }) },
        ...(endpoint.body && { payload: '{}' }),
      })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
    expect(await loggedOf(administrator.staffAccountId)).toEqual([])
  },
)

test('no call lists accounts of another company', async () => {
  const { call, administrator } = await aCompany()
  await aCompany()
  expect((await call(listStaffAccounts)).body.map(({ id }) => id)).toEqual([administrator.staffAccountId])
})
