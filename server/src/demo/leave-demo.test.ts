import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaveDemo } from '@portico/contract/staff/demo'
import { addInstallationCompany } from '@portico/contract/staff/installation'
import { readStaffLink, readStaffMe } from '@portico/contract/staff/session'
import { expect, onTestFinished, test } from 'vitest'
import { png, type TestApp, testApp } from '../../test/fixtures/app.ts'
import { aPortal } from '../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { readSettings } from '../kernel/settings/settings.ts'
import { makeFirstLinks } from '../staff/first-links.ts'
import { isDemoDue, loadDemo } from './demo.ts'

const body = { confirm: 'demo' }

/** An installation with a small demo of two companies, and the administrator of one. */
const aDemo = async (given: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(given)
  const folder = await mkdtemp(join(tmpdir(), 'portico-leave-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'logo.png'), png)
  const lines = [
    { type: 'import', asOf: '2026-03-02' },
    { type: 'serviceCompany', externalId: 'one', name: 'One' },
    { type: 'serviceCompany', externalId: 'two', name: 'Two' },
    {
      type: 'portal',
      externalId: 'one',
      serviceCompany: 'one',
      webPortalKey: 'one',
      webPortalName: 'One',
      logo: { path: 'logo.png' },
    },
    { type: 'portal', externalId: 'two', serviceCompany: 'two', webPortalKey: 'two', webPortalName: 'Two' },
  ]
  const file = join(folder, 'demo.jsonl')
  await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'))
  const report = await loadDemo({ ...app.deps, log: () => {} }, { file, now: app.clock.now() })
  expect(report).toMatchObject({ created: 4, refused: [] })
  const { id: serviceCompanyId } = await app.database.one<{ id: number }>(
    sql`select id from service_company where external_id = 'one'`,
  )
  const administrator = await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true })
  return { app, file, serviceCompanyId, administrator, call: await asStaff(app, administrator) }
}

const countCompanies = async ({ database }: TestApp) =>
  (await database.one<{ n: number }>(sql`select count(*) as n from service_company`)).n

const keyIn = (link: string | null) => (link ?? '').replace('/staff/links/', '')

test('the demo is left by its administrator, whole and for good, and a link begins anew', async () => {
  const { app, file, serviceCompanyId, call } = await aDemo()
  expect((await call(readStaffMe)).body.isDemo).toBe(true)
  expect((await app.storedKeys()).length).toBe(1)
  for (const wrong of [{}, { confirm: 'yes' }])
    expect((await call(leaveDemo, { body: wrong })).problem.code).toBe('invalid_request')
  const plain = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  expect((await plain(leaveDemo, { body })).problem.code).toBe('forbidden')
  expect(await countCompanies(app)).toBe(2)

  const { link } = (await call(leaveDemo, { body })).body
  expect(await countCompanies(app)).toBe(0)
  expect(await app.storedKeys()).toEqual([])
  expect((await call(readStaffMe)).problem.code).toBe('unauthenticated')
  expect((await app.call(readStaffLink, { params: { key: keyIn(link) } })).body.kind).toBe('installation')
  // What a start asks and does.
  expect(await isDemoDue(app.database, file)).toBe(false)
  expect(await loadDemo({ ...app.deps, log: () => {} }, { file })).toBeUndefined()
  expect((await makeFirstLinks(app.database, app.deps.security, app.clock.now()))[0]?.companyName).toBeNull()
})

test('another company stays untouched, and cannot leave a demo that it is not of', async () => {
  const { app, call } = await aDemo()
  const { serviceCompanyId } = await aPortal(app.database)
  const own = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true }))
  expect((await own(readStaffMe)).body.isDemo).toBe(false)
  expect((await own(leaveDemo, { body })).problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await call(leaveDemo, { body })).body.link).toBeNull()
  expect(await app.database.many(sql`select id from service_company`)).toEqual([{ id: serviceCompanyId }])
  expect((await own(readStaffMe)).status).toBe(200)
})

test.each([
  ['HOST', '0.0.0.0'],
  ['PUBLIC_URL', 'https://portal.example.com'],
])('where %s opens it to other machines, nobody of the demo is operator of the installation', async (name, value) => {
  const home = { settings: readSettings({ DEMO: '1', [name]: value }), dataDir: tmpdir() }
  const { app, call } = await aDemo({ home })
  expect((await call(readStaffMe)).body).toMatchObject({ isDemo: true, isInstallationOperator: false })
  expect((await call(leaveDemo, { body })).problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await call(addInstallationCompany, { body: { name: 'Terza' } })).problem).toMatchObject({ status: 403 })
  expect(await countCompanies(app)).toBe(2)
  const { serviceCompanyId } = await aPortal(app.database)
  const own = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true }))
  expect((await own(readStaffMe)).body.isInstallationOperator).toBe(true)
})

test('of two who leave it at the same time, one does', async () => {
  const { app, call } = await aDemo()
  const answers = await Promise.all([call(leaveDemo, { body }), call(leaveDemo, { body })])
  const [done, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect((await app.call(readStaffLink, { params: { key: keyIn(done?.body.link ?? null) } })).status).toBe(200)
})

test('a crash on the way changes nothing, and the next try does it', async () => {
  const { app, call } = await aDemo()
  const { database } = app
  await database.run(
    sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''crash''; end'`,
  )
  await database.run(sql`create trigger break_off before update on installation execute function break_off()`)
  expect((await call(leaveDemo, { body })).status).toBe(500)
  expect(await countCompanies(app)).toBe(2)
  expect((await app.storedKeys()).length).toBe(1)
  expect((await call(readStaffMe)).body.isDemo).toBe(true)
  await database.run(sql`drop trigger break_off on installation`)
  expect((await call(leaveDemo, { body })).body.link).not.toBeNull()
})

test('files that the storage does not remove keep nobody from going on', async () => {
  const { app, call } = await aDemo()
  const { storage } = app.deps
  const remove = storage.remove
  storage.remove = () => Promise.reject(new Error('out of reach'))
  const { link } = (await call(leaveDemo, { body })).body
  storage.remove = remove
  expect((await app.call(readStaffLink, { params: { key: keyIn(link) } })).status).toBe(200)
  expect(await countCompanies(app)).toBe(0)
})
