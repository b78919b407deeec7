import { readStorageUse } from '@portico/contract/staff/storage'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aFile, aPicture, aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp({ storageQuota: 5_000_000 })
const { database } = app

test('the use of the files is told by kind, portal and customer, and its sum is what the quota counts', async () => {
  const [large, small] = [await aUser(database), await aUser(database)]
  const { serviceCompanyId } = large
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  expect((await call(readStorageUse)).body).toEqual({
    bytes: 0,
    quota: 5_000_000,
    kinds: [],
    portals: [],
    customers: [],
  })
  const second = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { serviceCompanyId })),
  })
  for (const [person, purpose] of [
    [large, 'invoice'],
    [large, 'ticket'],
    [second, 'comment'],
    [small, 'invoice'],
  ] as const)
    await aFile(database, person, { purpose })
  await database.run(sql`update file set size = 1000 where service_company_id = ${serviceCompanyId}`)
  await aPicture(database, { serviceCompanyId })
  await database.run(sql`update service_company set storage_quota = 7000 where id = ${serviceCompanyId}`)
  const use = (await call(readStorageUse)).body
  const { size } = await database.one<{ size: number }>(
    sql`select size from picture where service_company_id = ${serviceCompanyId}`,
  )
  expect(use).toMatchObject({ bytes: 3000 + size, quota: 7000 })
  expect(use.kinds).toContainEqual({ kind: 'tickets', bytes: 2000, files: 2 })
  expect(use.kinds).toContainEqual({ kind: 'invoices', bytes: 1000, files: 1 })
  expect(use.kinds).toContainEqual({ kind: 'pictures', bytes: size, files: 1 })
  expect(use.portals.map(({ portal, bytes }) => [portal?.id ?? null, bytes])).toEqual(
    expect.arrayContaining([
      [large.portalId, 2000],
      [second.portalId, 1000],
      [null, size],
    ]),
  )
  expect(use.customers.map(({ contactId, bytes, files }) => [contactId, bytes, files])).toEqual([
    [large.contactId, 2000, 2],
    [second.contactId, 1000, 1],
  ])
})

test('every table whose files count is in the sum', async () => {
  const counted = await database.many<{ table: string }>(sql`select distinct event_object_table as table
    from information_schema.triggers where trigger_name = 'stored_bytes_added'`)
  const { serviceCompanyId } = await aPortal(database)
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const summed = (await app.statementsOf(() => call(readStorageUse))).join()
  expect(counted.length).toBeGreaterThan(8)
  for (const { table } of counted) expect(summed).toMatch(new RegExp(`from ${table}\\s+where`))
})

test('it is not for an administrator of some portals', async () => {
  const { serviceCompanyId, portalId } = await aPortal(database)
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  expect((await call(readStorageUse)).problem).toMatchObject({ status: 403, code: 'forbidden' })
})
