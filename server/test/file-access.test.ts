import { type Flags, flags } from '@portico/contract/permissions'
import { documentFlags } from '@portico/contract/sections'
import { expect, test } from 'vitest'
import { sql } from '../src/kernel/database/db.ts'
import { anAddress, testApp } from './fixtures/app.ts'
import { every, only, setFlags } from './fixtures/factories.ts'
import { importTenantIsolationData } from './fixtures/tenant-isolation-data.ts'

// Who may open which file at its signed URL (specification/files.md#right-by-purpose), for a file of every purpose.

const app = await testApp()
const { database } = app
const everybody = await importTenantIsolationData(app)
const reader = everybody.get('zC1P1K1') ?? expect.fail()

type Row = { id: number; name: string; purpose: string; contactId: number }
const files = await database.many<Row>(
  sql`select id, name, purpose, contact_id as "contactId" from file order by purpose, id`,
)
const publicFiles = await database.many<{ id: number; name: string; portalId: number }>(
  sql`select id, file_name as name, portal_id as "portalId" from public_file`,
)

/** The flag that opens files of a purpose; documents to sign are opened only by their key. */
const opening: Record<string, string | undefined> = {
  ...documentFlags,
  ticket: 'manageTickets',
  comment: 'manageTickets',
  signing: undefined,
}

const statusOf = async (file: { id: number; name: string; collection?: 'publicfiles' }) =>
  (
    await app.http.inject({
      url: await app.addressFor(reader, file),
      remoteAddress: anAddress(),
    })
  ).statusCode

test('the data set has a file of every purpose', () => {
  const { subscription: _noFile, ...purposes } = opening
  expect([...new Set(files.map(({ purpose }) => purpose))].sort()).toEqual(Object.keys(purposes).sort())
})

test.each([
  ['every flag', every()],
  ['no flag', only()],
  ...flags.map(flag => [`${flag} alone`, only(flag)] as [string, Flags]),
])("with %s, own files open as their section does, and nobody else's", async (_, given) => {
  await setFlags(database, reader, given)
  for (const file of files) {
    const flag = opening[file.purpose] as keyof Flags | undefined
    const open = file.contactId === reader.contactId && flag !== undefined && given[flag]
    expect(await statusOf(file), `${file.purpose} ${file.name}`).toBe(open ? 200 : 404)
  }
  for (const { portalId, ...file } of publicFiles)
    expect(await statusOf({ ...file, collection: 'publicfiles' }), file.name).toBe(
      portalId === reader.portalId ? 200 : 404,
    )
})

test('after the membership has ended, no file opens', async () => {
  await setFlags(database, reader, every())
  await database.run(sql`update membership set active = false where id = ${reader.membershipId}`)
  for (const file of files) expect(await statusOf(file), file.name).toBe(404)
  for (const file of publicFiles) expect(await statusOf({ ...file, collection: 'publicfiles' }), file.name).toBe(404)
})
