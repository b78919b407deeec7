import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addInstallationCompany,
  addInstallationPortal,
  changeInstallationCompany,
  checkInstallationBackup,
  checkInstallationHealth,
  linkInstallationCompany,
  listFailedJobs,
  listInstallationBackups,
  listInstallationCompanies,
  makeInstallationBackup,
  readInstallationHealth,
  removeFailedJobs,
  renameInstallationPortal,
  retryFailedJobs,
} from '@portico/contract/staff/installation'
import { readStaffLink, useStaffLink } from '@portico/contract/staff/session'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPortal } from '../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { fillFolder } from '../backup/backup-folder.ts'
import { sql } from '../kernel/database/db.ts'
import { keepState, readState } from './state-queries.ts'

const app = await testApp()
const { database, deps } = app
const { serviceCompanyId } = await aPortal(database)

const operator = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true }))
const administrator = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))

test('the checks run once at a time, and tell what they found', { timeout: 300_000 }, async () => {
  expect((await operator(readInstallationHealth)).body).toMatchObject({ startedAt: null, findings: [] })
  const [first, second] = await Promise.all([operator(checkInstallationHealth), operator(checkInstallationHealth)])
  expect([first.status, second.status]).toEqual([202, 202])
  expect(second.body.startedAt).toBe(first.body.startedAt)
  const read = async () => (await operator(readInstallationHealth)).body
  await expect.poll(async () => (await read()).finishedAt, { timeout: 90_000 }).not.toBeNull()
  const { findings, done, total } = await read()
  expect(done).toBe(total)
  expect(findings.find(({ check }) => check === 'storage')).toMatchObject({ state: 'ok', todo: null })
  expect(findings.find(({ check, state }) => check === 'backup' && state === 'broken')?.todo).toEqual(
    expect.any(String),
  )
})

test('backups are listed and checked; damage is told', async () => {
  const folder = deps.home.settings.backupDir ?? expect.fail()
  await mkdir(folder, { recursive: true })
  for (const name of ['portico-20260301-030000', 'portico-20260302-030000']) {
    const backup = await fillFolder(join(folder, name))
    await writeFile(join(folder, `source-${name}`), 'content')
    await mkdir(join(folder, name, 'files'))
    await backup.add('files/a', (await import('node:fs')).createReadStream(join(folder, `source-${name}`)))
    await backup.finish()
  }
  await writeFile(join(folder, 'portico-20260302-030000', 'files', 'a'), 'damaged')
  await mkdir(join(folder, 'portico-20260303-030000'))
  const list = async () => (await operator(listInstallationBackups)).body
  const { backups, mayMake } = await list()
  expect(mayMake).toBe(true)
  const states = Object.fromEntries(backups.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({
    'portico-20260301-030000': 'whole',
    'portico-20260302-030000': 'whole',
    'portico-20260303-030000': 'unfinished',
  })
  for (const name of ['portico-20260301-030000', 'portico-20260302-030000']) {
    expect((await operator(checkInstallationBackup, { params: { name } })).status).toBe(202)
    await expect.poll(async () => (await list()).task, { timeout: 60_000 }).toBeNull()
  }
  const checked = (await list()).backups
  const damageOf = (name: string) => checked.find(one => one.name === name)?.damage
  expect(damageOf('portico-20260301-030000')).toBeNull()
  expect(damageOf('portico-20260302-030000')).toContain('files/a')
  for (const name of ['..', 'nowhere', '../portico-20260301-030000', '%2e%2e%2fetc'])
    expect((await operator(checkInstallationBackup, { params: { name } })).problem.status).toBe(404)
})

test('a backup that fails says why, and the next one may begin', async () => {
  // The database of the tests is not in the data folder.
  expect((await operator(makeInstallationBackup)).status).toBe(202)
  const list = async () => (await operator(listInstallationBackups)).body
  await expect.poll(async () => (await list()).failure?.reason, { timeout: 60_000 }).toContain('nothing to back up')
  await expect.poll(async () => (await list()).task).toBeNull()
  expect(await readState(database, 'backup')).toMatchObject({ task: null })
})

test('a backup that was cut off with its process is told, and does not keep the next one waiting', async () => {
  const list = async () => (await operator(listInstallationBackups)).body
  const ago = (minutes: number) => `${new Date(deps.clock().getTime() - minutes * 60_000).toISOString().slice(0, 19)}Z`
  const task = { kind: 'make', name: null, startedAt: ago(30) }
  await keepState(database, 'backup', { task, notedAt: ago(1) })
  expect(await list()).toMatchObject({ task, failure: null })
  expect((await operator(makeInstallationBackup)).problem).toMatchObject({ status: 409 })
  await keepState(database, 'backup', { task, notedAt: ago(3) })
  expect(await list()).toMatchObject({
    task: null,
    failure: { at: task.startedAt, reason: expect.stringContaining('was stopped') },
  })
  expect((await operator(makeInstallationBackup)).status).toBe(202)
  await expect.poll(async () => (await list()).task, { timeout: 60_000 }).toBeNull()
  expect((await list()).failure?.reason).toContain('nothing to back up')
})

test('a company is added with a link for its administrator, and gets portals', async () => {
  const added = await operator(addInstallationCompany, { body: { name: ' Lagorai Impianti  ' } })
  expect(added.status).toBe(201)
  const { company, link } = added.body
  expect(company).toMatchObject({
    name: 'Lagorai Impianti',
    externalId: 'lagorai-impianti',
    hasAdministrator: false,
    portals: [],
  })
  const key = link.split('/').at(-1) ?? ''
  expect((await app.call(readStaffLink, { params: { key } })).body).toMatchObject({
    kind: 'administrator',
    companyName: 'Lagorai Impianti',
  })
  expect((await operator(addInstallationCompany, { body: { name: 'lagorai impianti' } })).problem).toMatchObject({
    code: 'conflict',
    errors: [{ path: 'body.name' }],
  })
  expect((await operator(addInstallationCompany, { body: { name: '  ' } })).problem.code).toBe('fill_required_fields')

  const params = { companyid: company.id }
  const portal = { webPortalKey: 'lagorai-nuovo', webPortalName: 'Lagorai', language: 'it-IT' }
  const withPortal = await operator(addInstallationPortal, { params, body: portal })
  expect(withPortal.body.portals).toMatchObject([
    { webPortalKey: 'lagorai-nuovo', webPortalName: 'Lagorai', customers: 0 },
  ])
  expect((await operator(addInstallationPortal, { params, body: portal })).problem.code).toBe('invalid_request')
  expect(
    (await operator(addInstallationPortal, { params, body: { ...portal, webPortalKey: 'Not A Key' } })).problem,
  ).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body.webPortalKey' }] })
  const [made] = withPortal.body.portals
  const renamed = await operator(renameInstallationPortal, {
    params: { portalid: made?.id ?? 0 },
    body: { webPortalName: 'Lagorai Service' },
  })
  expect(renamed.body.portals[0]).toMatchObject({ webPortalKey: 'lagorai-nuovo', webPortalName: 'Lagorai Service' })

  const body = { name: 'Lagorai S.p.A.', storageQuota: 5_000_000 }
  const changed = (await operator(changeInstallationCompany, { params, body })).body
  expect(changed).toMatchObject({
    ...body,
    externalId: 'lagorai-impianti',
    hasOwnQuota: true,
    defaultStorageQuota: null,
  })
  const unlimited = (await operator(changeInstallationCompany, { params, body: { storageQuota: null } })).body
  expect(unlimited).toMatchObject({ storageQuota: null, hasOwnQuota: false })

  expect((await operator(linkInstallationCompany, { params })).status).toBe(201)
  const password = 'oltre il ponte 41'
  const person = { firstName: 'Ivan', lastName: 'Tomaselli', email: 'ivan@lagorai.example' }
  const used = await app.call(useStaffLink, {
    params: { key },
    body: { ...person, password, passwordRepeat: password },
  })
  expect(used.status).toBe(200)
  expect((await operator(linkInstallationCompany, { params })).problem.code).toBe('conflict')
  const { operators } = await database.one<{
    operators: number
  }>(sql`select count(*)::int as operators from staff_account
    where service_company_id = ${company.id} and is_installation_operator`)
  expect(operators).toBe(0)
  expect((await operator(listInstallationCompanies)).body.find(({ isOwn }) => isOwn)?.id).toBe(serviceCompanyId)
})

test('failed jobs are listed, tried again and given up for good', async () => {
  const insert = async () =>
    (
      await database.one<{
        id: number
      }>(sql`insert into job (service_company_id, kind, payload, tries, given_up_at, last_error)
        values (${serviceCompanyId}, 'none-such', '{}', 5, now(), 'refused') returning id`)
    ).id
  const [first, second] = [await insert(), await insert()]
  expect((await operator(listFailedJobs)).body.slice(0, 2)).toMatchObject([
    { id: second, kind: 'none-such', reason: 'refused' },
    { id: first },
  ])
  expect((await operator(retryFailedJobs, { body: { ids: [first, 999_999] } })).body).toEqual({ changed: 1 })
  expect((await operator(removeFailedJobs, { body: { ids: [first, second] } })).body).toEqual({ changed: 1 })
  expect((await operator(listFailedJobs)).body.map(({ id }) => id)).not.toContain(second)
  await database.run(sql`delete from job where kind = 'none-such'`)
})

test('administrators of a company see nothing of it', async () => {
  for (const endpoint of [readInstallationHealth, listInstallationBackups, listInstallationCompanies, listFailedJobs])
    expect((await administrator(endpoint as typeof listFailedJobs)).problem.code).toBe('forbidden')
  expect((await administrator(addInstallationCompany, { body: { name: 'Mia' } })).problem.code).toBe('forbidden')
})
