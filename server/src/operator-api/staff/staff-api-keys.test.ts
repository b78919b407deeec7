import { listStaffSecurityEvents } from '@portico/contract/security-log'
import { apiKeysMax, createApiKey, listApiKeys, revokeApiKey } from '@portico/contract/staff/api-keys'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database, deps } = app

const aCompany = async (limited = false) => {
  const portal = await aPortal(database)
  const { serviceCompanyId, portalId } = portal
  const portalIds = limited ? [portalId] : null
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds }))
  return { ...portal, call }
}

const useKey = (key: string) =>
  app.http.inject({
    url: '/api/operator/v1/webhooks',
    headers: { authorization: `Bearer ${key}` },
    remoteAddress: '203.0.113.9',
  })

test('a key is shown once, works within its portals, and is refused once it is revoked', async () => {
  const { call, portalId } = await aCompany()
  const made = await call(createApiKey, {
    body: { name: ' Gestionale\n ', portalIds: [portalId], readOnly: true, expiresOn: '2026-12-31' },
  })
  expect(made.status).toBe(201)
  const { key, apiKey } = made.body
  expect(apiKey).toMatchObject({
    name: 'Gestionale',
    ending: key.slice(-4),
    portals: [{ id: portalId }],
    readOnly: true,
    state: 'live',
    lastUsedAt: null,
    lastUsedFrom: null,
    expiresAt: '2026-12-31T23:59:59Z',
  })
  expect((await useKey(key)).statusCode).toBe(200)
  await deps.security.flush()
  const [listed, ...more] = (await call(listApiKeys)).body
  expect(more).toEqual([])
  expect(listed).toMatchObject({ lastUsedAt: '2026-03-02T08:30:00Z', lastUsedFrom: '203.0.113.9' })
  expect(JSON.stringify(listed)).not.toContain(key)

  const revoked = await call(revokeApiKey, { params: { apikeyid: apiKey.id } })
  expect(revoked.body).toMatchObject({ state: 'revoked' })
  expect((await useKey(key)).statusCode).toBe(401)
  expect((await call(revokeApiKey, { params: { apikeyid: apiKey.id } })).body.revokedAt).toBe(revoked.body.revokedAt)
  await deps.security.flush()
  const logged = (await call(listStaffSecurityEvents)).body.map(({ what, by }) => [what, by !== null])
  expect(logged).toContainEqual(['apiKey.made', true])
  expect(logged.filter(([what]) => what === 'apiKey.revoked')).toEqual([['apiKey.revoked', true]])
})

test('a key that has expired says so', async () => {
  const { call } = await aCompany()
  const { id } = (await call(createApiKey, { body: { name: 'a', portalIds: null, readOnly: false } })).body.apiKey
  await database.run(sql`update api_key set expires_at = ${app.clock.now()} where id = ${id}`)
  expect((await call(listApiKeys)).body).toMatchObject([{ id, state: 'expired', portals: null }])
})

test('what is no name, no day, past or another company’s portal makes no key', async () => {
  const { call, serviceCompanyId } = await aCompany()
  const other = await aPortal(database)
  const sent = { name: 'a', portalIds: null, readOnly: false }
  const refused = async (body: object) => (await call(createApiKey, { body })).problem
  expect(await refused({ ...sent, name: ' \n' })).toMatchObject({ errors: [{ path: 'body.name' }] })
  for (const expiresOn of ['2026-02-30', '31/12/2026', '2026-03-01', ''])
    expect(await refused({ ...sent, expiresOn })).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body.expiresOn' }],
    })
  expect(await refused({ ...sent, portalIds: [other.portalId] })).toMatchObject({ code: 'not_found' })
  for (const body of [
    { ...sent, portalIds: [] },
    { ...sent, readOnly: 'no' },
    { ...sent, key: 'portico_own' },
    { name: 'a' },
  ])
    expect((await refused(body)).code).toBe('invalid_request')
  expect(await database.many(sql`select from api_key where service_company_id = ${serviceCompanyId}`)).toEqual([])
})

test('an administrator of some portals neither sees nor makes nor revokes keys of others', async () => {
  const { call, serviceCompanyId, portalId } = await aCompany(true)
  const second = await aPortal(database, { serviceCompanyId })
  const all = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const make = async (portalIds: number[] | null) =>
    (await all(createApiKey, { body: { name: 'a', portalIds, readOnly: false } })).body.apiKey.id
  const [everywhere, elsewhere, here] = [
    await make(null),
    await make([portalId, second.portalId]),
    await make([portalId]),
  ]
  expect((await call(listApiKeys)).body.map(({ id }) => id)).toEqual([here])
  for (const apikeyid of [everywhere, elsewhere])
    expect((await call(revokeApiKey, { params: { apikeyid } })).problem.code).toBe('not_found')
  for (const portalIds of [null, [second.portalId]])
    expect((await call(createApiKey, { body: { name: 'a', portalIds, readOnly: false } })).problem.code).toBe(
      'not_found',
    )
  expect((await all(listApiKeys)).body.filter(({ state }) => state === 'live')).toHaveLength(3)
})

test('another company neither lists nor revokes a key', async () => {
  const { call } = await aCompany()
  const { id } = (await call(createApiKey, { body: { name: 'a', portalIds: null, readOnly: false } })).body.apiKey
  const other = await aCompany()
  expect((await other.call(listApiKeys)).body).toEqual([])
  expect((await other.call(revokeApiKey, { params: { apikeyid: id } })).problem.code).toBe('not_found')
  expect((await call(listApiKeys)).body).toMatchObject([{ id, state: 'live' }])
})

test('no more keys hold than a company may have, also of those made at the same moment', async () => {
  const { call, serviceCompanyId } = await aCompany()
  await database.run(sql`insert into api_key (service_company_id, name, key_hash)
    select ${serviceCompanyId}::bigint, 'k', sha256(convert_to(${`${serviceCompanyId} `} || n, 'UTF8')) from generate_series(1, ${apiKeysMax - 1}::int) n`)
  const make = async () => (await call(createApiKey, { body: { name: 'a', portalIds: null, readOnly: false } })).status
  expect((await Promise.all([make(), make(), make()])).sort()).toEqual([201, 409, 409])
  const [oldest] = (await call(listApiKeys)).body.slice(-1)
  await call(revokeApiKey, { params: { apikeyid: oldest?.id ?? 0 } })
  expect(await make()).toBe(201)
})
