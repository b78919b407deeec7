import { expect, test } from 'vitest'
import { called } from '../../test/fixtures/command.ts'
import { aPortal } from '../../test/fixtures/factories.ts'
import { securityLogOn, securityRows } from '../../test/fixtures/security.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { createApiKeyAuthenticator } from '../kernel/access/api-key-scope.ts'
import { sql } from '../kernel/database/db.ts'
import { apikeyCommand, apikeyUsage } from './apikey-command.ts'

const database = await testDatabase()
let now = new Date('2026-03-02T08:30:00Z')
const security = securityLogOn(database)
const authenticate = createApiKeyAuthenticator(database, () => now, 0)

const portal = await aPortal(database)
await database.run(sql`update service_company set external_id = 'acme' where id = ${portal.serviceCompanyId}`)
const stranger = await aPortal(database)

const run = (...args: string[]) =>
  called(
    'apikey',
    { usage: apikeyUsage, run: (args, streams) => apikeyCommand(args, { database, security }, streams) },
    args,
  )

const add = async (...more: string[]) => {
  const { out } = await run('add', '--company', 'acme', '--name', 'Gestionale', '--json', ...more)
  return JSON.parse(out) as { id: number; key: string }
}

test('a key is shown once, stored as a hash, and gives access to its company until it is revoked', async () => {
  const { id, key } = await add()
  const proof = { apiKeyId: id, serviceCompanyId: portal.serviceCompanyId, portalIds: null, readOnly: false }
  expect(await authenticate(`Bearer ${key}`)).toEqual(proof)
  const rows = await database.many(sql`select * from api_key`)
  expect(JSON.stringify(rows)).not.toContain(key)
  expect((await run('list')).out).not.toContain(key)

  expect(await run('revoke', String(id))).toMatchObject({ code: 0 })
  await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the security log records when a key was created and revoked', async () => {
  const { id } = await add()
  await run('revoke', String(id))
  await security.flush()
  const rows = await securityRows(database)
  expect(rows.filter(row => row.key === id)).toMatchObject(
    ['apiKey.made', 'apiKey.revoked'].map(what => ({ what, result: 'ok', company: portal.serviceCompanyId })),
  )
})

test('a key can be limited to some portals and to reading', async () => {
  const { id, key } = await add('--portal', portal.company, '--read-only')
  expect(await authenticate(`Bearer ${key}`)).toMatchObject({ portalIds: [portal.portalId], readOnly: true })
  const { out } = await run('list', '--company', 'acme', '--json')
  expect(JSON.parse(out).find((one: { id: number }) => one.id === id)).toMatchObject({
    serviceCompany: 'acme',
    portals: [portal.company],
    readOnly: true,
    revokedAt: null,
  })
})

test('the last use of a key is recorded, at most once a minute', async () => {
  const { id, key } = await add()
  const used = async () =>
    (await database.one<{ at: Date | null }>(sql`select last_used_at as at from api_key where id = ${id}`)).at
  expect(await used()).toBeNull()
  const first = now
  await authenticate(`Bearer ${key}`)
  now = new Date(first.getTime() + 59_000)
  await authenticate(`Bearer ${key}`)
  expect(await used()).toEqual(first)
  now = new Date(first.getTime() + 60_000)
  await authenticate(`Bearer ${key}`)
  expect(await used()).toEqual(now)
})

test('a key expires at the end of its last day', async () => {
  const { id, key } = await add('--expires', '2027-03-31')
  const before = now
  now = new Date('2027-03-31T23:59:00Z')
  expect(await authenticate(`Bearer ${key}`)).toMatchObject({ apiKeyId: id })
  now = new Date('2027-04-01T00:00:00Z')
  await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining('expired at 2027-03-31'),
  })
  now = before
  expect((await run('list')).out).toMatch(new RegExp(`^${id} .* expires 2027-03-31T23:59:59Z`, 'm'))
  const { out } = await run('list', '--json')
  expect(JSON.parse(out).find((one: { id: number }) => one.id === id)).toMatchObject({
    expiresAt: '2027-03-31T23:59:59Z',
  })
})

test.each([
  [[]],
  [['fly']],
  [['add', '--company', 'acme', '--name', 'x', '--expires', '2027-02-30']],
  [['toString']],
  [['add', '--company', 'acme']],
  [['revoke', 'x']],
  [['list', '--fly']],
])('arguments %j are invalid', async args => {
  expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('portico apikey') })
})

test.each([
  [['add', '--company', 'nobody', '--name', 'x'], 'No service company nobody'],
  [['add', '--company', 'acme', '--name', 'x', '--portal', stranger.company], 'has no portal'],
  [['add', '--company', 'acme', '--name', 'x', '--expires', '2020-01-01'], 'has passed already'],
  [['revoke', '9999999'], 'There is no key 9999999'],
  [['list', '--company', 'nobody'], 'No service company nobody'],
])('%j is refused with a message and creates nothing', async (args, sentence) => {
  const before = await database.one(sql`select count(*) from api_key`)
  await expect(run(...args)).rejects.toThrow(sentence)
  expect(await database.one(sql`select count(*) from api_key`)).toEqual(before)
})
