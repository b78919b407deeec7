import type { Endpoint, SecondFactorDue } from '@portico/contract/endpoint'
import { readStaffMe } from '@portico/contract/staff/session'
import { hasRole, staffRoles } from '@portico/contract/staff-roles'
import { describe, expect, test } from 'vitest'
import { apis } from '../src/apis.ts'
import { staffCookie } from '../src/kernel/access/staff-scope.ts'
import { sql } from '../src/kernel/database/db.ts'
import { insertStaffSession } from '../src/staff/session-queries.ts'
import { anAddress, testApp } from './fixtures/app.ts'
import { aServiceCompany, aUser } from './fixtures/factories.ts'
import { anOperator } from './fixtures/operator.ts'
import { aStaffAccount, staffHeaders } from './fixtures/staff.ts'

// Who gets at a call of the staff at all. What a session may see of companies, portals and groups is tested beside the queries.

const app = await testApp()
const { database } = app
const person = await aUser(database)
const { serviceCompanyId } = person
const sessions = Object.fromEntries(
  await Promise.all(
    staffRoles.map(async role => [role, await staffHeaders(app, await aStaffAccount(app, { serviceCompanyId, role }))]),
  ),
)
const ended = await aStaffAccount(app, { serviceCompanyId })
const endedSession = await staffHeaders(app, ended)
await database.run(sql`update staff_account set ended_at = now() where id = ${ended.staffAccountId}`)
/** A new session of an administrator who looks after the installation, which still needs its second factor. */
const half = await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true })
const headersWhile = async (due: SecondFactorDue) => {
  const opening = { address: anAddress(), device: undefined, now: app.clock.now(), due }
  const cookie = `${staffCookie}=${(await insertStaffSession(database, half, opening))?.token}`
  const { csrf } = await database.one<{ csrf: string }>(
    sql`select csrf_token as csrf from staff_session order by id desc limit 1`,
  )
  return { cookie, 'x-csrf-token': csrf }
}
const { token } = await app.as(person)
const { key } = await anOperator(app, { serviceCompanyId })

/** Path parameters that name nothing. */
const paramsOf = ({ path }: Endpoint) =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name.endsWith('id') ? 999_999 : 'none']),
  )

const send = (endpoint: Endpoint, headers: Record<string, string>) =>
  app.call(endpoint, { params: paramsOf(endpoint), headers, ...(endpoint.body && { body: {} }) })

const guarded = apis.staff.endpoints.filter(({ access }) => access === 'staff')

test('every call of the staff but the sign-in and the links takes a session', () => {
  const open = apis.staff.endpoints.filter(({ access }) => access !== 'staff')
  const others = open.map(({ path }) => path).filter(path => !path.startsWith('/api/staff/auth/'))
  // The body of the one has the token that it ends; what the other is sent back has a state that is good once.
  expect(others.sort()).toEqual(['/api/staff/mail/oauth/return', '/api/staff/see-as/end'])
  expect(guarded.length).toBeGreaterThan(1)
})

test('a session whose second factor is due opens the calls alone that finish the sign-in', () => {
  const open = guarded.filter(({ beforeSecondFactor }) => beforeSecondFactor)
  expect(open.map(({ name, beforeSecondFactor }) => `${name} ${beforeSecondFactor?.join()}`)).toEqual([
    'staffLogout totp,passkey,enrol',
    'giveStaffSecondFactor totp,passkey',
    'beginStaffTotp enrol',
    'confirmStaffTotp enrol',
    'startStaffPasskey enrol',
    'addStaffPasskey enrol',
  ])
})

describe.each(guarded.map(endpoint => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test('is refused without a session, and with one of somebody else', async () => {
    const credentials: Record<string, string>[] = [
      {},
      endedSession,
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${key}` },
      { cookie: `portico_staff=${token}` },
      { ...sessions.administrator, cookie: 'portico_staff=' },
    ]
    for (const headers of credentials)
      expect((await send(endpoint, headers)).problem).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test.each(['totp', 'passkey', 'enrol'] as const)('is refused while the second factor is due: %s', async due => {
    const answer = await send(endpoint, await headersWhile(due))
    // What finishes the sign-in, or gives it up.
    if (endpoint.beforeSecondFactor?.includes(due)) expect(answer.text).not.toContain('second_factor_required')
    else expect(answer.problem).toMatchObject({ status: 401, code: 'second_factor_required', detail: due })
  })

  test.runIf(endpoint.method !== 'GET')('is refused without the CSRF token of its session', async () => {
    const { cookie = '' } = sessions.administrator ?? {}
    const tokens: Record<string, string>[] = [{}, { 'x-csrf-token': String(sessions.office?.['x-csrf-token']) }]
    for (const headers of tokens)
      expect((await send(endpoint, { cookie, ...headers })).problem).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.runIf(endpoint.role)('is refused to a lesser role', async () => {
    for (const role of staffRoles.filter(one => !hasRole(one, endpoint.role ?? 'technician')))
      expect((await send(endpoint, sessions[role] ?? {})).problem).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

test.each(guarded.filter(({ operator }) => operator).map(endpoint => [endpoint.name, endpoint] as const))(
  '%s is refused to administrators who do not look after the installation',
  async (_, endpoint) => {
    expect((await send(endpoint, sessions.administrator ?? {})).problem).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  },
)

test('neither import nor API key makes, raises or re-addresses an account', async () => {
  const own = await aServiceCompany(database)
  const operator = await anOperator(app, { serviceCompanyId: own })
  const body = { firstName: 'Anna', lastName: 'Tecnica', email: 'anna@company.example' }
  expect((await operator('PUT', '/staff/anna', body)).status).toBe(201)
  expect(await database.many(sql`select from staff_account where service_company_id = ${own}`)).toEqual([])
  const { id: staffUserId } = await database.one<{ id: number }>(
    sql`select id from staff_user where service_company_id = ${own} and external_id = 'anna'`,
  )
  const account = await aStaffAccount(app, {
    serviceCompanyId: own,
    staffUserId,
    email: 'anna@company.example',
    role: 'technician',
    portalIds: [],
  })
  const headers = await staffHeaders(app, account)
  const accountOf = () =>
    database.one(sql`select a.*, (select count(*) from staff_account_portal) as portals,
      (select count(*) from staff_account_group) as groups from staff_account a where id = ${account.staffAccountId}`)
  const before = await accountOf()
  expect((await operator('PUT', '/staff/anna', { ...body, email: 'thief@elsewhere.example' })).status).toBe(200)
  for (const more of [{ role: 'administrator' }, { password: 'x' }, { portals: [] }, { account: {} }])
    expect((await operator('PUT', '/staff/anna', { ...body, ...more })).problem).toMatchObject({
      code: 'invalid_request',
    })
  expect((await operator('DELETE', '/staff/anna')).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(await accountOf()).toEqual(before)
  expect((await app.call(readStaffMe, { headers })).body).toMatchObject({ role: 'technician', email: account.email })
})
