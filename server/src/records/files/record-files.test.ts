import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { secrets } from '../../../test/fixtures/messages.ts'
import { testSeal } from '../../../test/fixtures/seal.ts'
import { losingCommits, testDatabase } from '../../../test/servers/database.ts'
import { workers } from '../../../test/servers/workers.ts'
import { type ImportOptions, importFile } from '../../import/import.ts'
import { type Database, sql, Unavailable } from '../../kernel/database/db.ts'
import { openLocalStorage } from '../../kernel/storage/local-storage.ts'
import { newStorageKey } from '../../kernel/storage/storage.ts'
import { removeServiceCompanies } from '../write/remove-service-companies.ts'

// Records with one file: company files stand for all records of a contact, public files for those of a portal.

const root = await mkdtemp(join(tmpdir(), 'portico-record-files-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const database = await testDatabase()
const storage = await openLocalStorage(join(root, 'storage'))
const folder = join(root, 'import')
await mkdir(folder)
const put = (name: string, content: string) => writeFile(join(folder, name), content)
for (const [name, content] of [
  ['uno.txt', 'one'],
  ['due.txt', 'two'],
  ['vuoto.txt', ''],
  ['finto.pdf', 'no PDF'],
  ['fattura.xml', '<FatturaElettronica/>'],
  ['corretta.xml', '<FatturaElettronica>1</FatturaElettronica>'],
  ['finta.xml', '<!doctype html><html></html>'],
  ['finta.p7m', 'signed by nobody'],
] as const)
  await put(name, content)

type Fields = Record<string, unknown>
const importLines = async (lines: Fields[], options?: ImportOptions, db = database as Database) => {
  await put('lines.jsonl', lines.map(line => JSON.stringify(line)).join('\n'))
  return importFile(
    { database: db, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} },
    join(folder, 'lines.jsonl'),
    options,
  )
}
await importLines([
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'one', webPortalName: 'One' },
  { type: 'ticketStep', externalId: 'open', portal: 'p', name: 'New', taskStatus: 0, position: 1 },
  { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Client' },
  { type: 'contact', externalId: 'd', portal: 'p', companyName: 'Another' },
])

const document = (more: Fields = {}) => ({
  type: 'document',
  externalId: 'x',
  contact: 'c',
  createDate: '2026-03-02 09:30',
  file: { path: 'uno.txt' },
  ...more,
})
const publicFile = (more: Fields = {}) => ({
  type: 'publicFile',
  externalId: 'x',
  portal: 'p',
  file: { path: 'uno.txt' },
  ...more,
})

const stored = async () => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}
/** The storage keys that rows reference. */
const named = async () => {
  const rows = await database.many<{ key: string }>(sql`select storage_key as key from file
    union all select storage_key from public_file`)
  return rows.map(({ key }) => key).sort()
}
const expectNoOrphans = async () => expect(await stored()).toEqual(await named())
const documentRow = () =>
  database.one(sql`select d.document_name as name, d.create_date as "createDate", f.name as file, f.purpose, f.claimed,
      c.external_id as contact
    from document d join file f on f.id = d.file_id join contact c on c.id = d.contact_id where d.external_id = 'x'`)

test('a record and its file are imported completely, and a second import changes nothing', async () => {
  expect(await importLines([document(), publicFile()])).toMatchObject({ created: 2, refused: [] })
  expect(await documentRow()).toEqual({
    name: 'uno.txt',
    createDate: new Date('2026-03-02T08:30:00Z'),
    file: 'uno.txt',
    purpose: 'document',
    claimed: true,
    contact: 'c',
  })
  await expectNoOrphans()
  const keys = await stored()
  expect(keys).toHaveLength(2)
  expect(await importLines([document(), publicFile()])).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  expect(await stored()).toEqual(keys)
})

test.each([
  ['another content', { path: 'due.txt' }, 'due.txt'],
  ['another name', { path: 'due.txt', name: 'Secondo.txt' }, 'Secondo.txt'],
])('%s changes the record and removes the old file', async (_, file, name) => {
  const before = await stored()
  expect(await importLines([document({ file }), publicFile({ file })])).toMatchObject({ changed: 2, refused: [] })
  expect(await documentRow()).toMatchObject({ file: name })
  expect(await database.one(sql`select file_name as name from public_file`)).toEqual({ name })
  const after = await stored()
  expect(after).toHaveLength(2)
  expect(after.some(key => before.includes(key))).toBe(false)
  await expectNoOrphans()
})

test('a record that moves to another contact takes its file along', async () => {
  expect(await importLines([document({ contact: 'd' })])).toMatchObject({ changed: 1, refused: [] })
  expect(await documentRow()).toMatchObject({ contact: 'd' })
  await expectNoOrphans()
})

test.each<[string, Fields, string]>([
  ['missing from the line', { file: undefined }, 'file'],
  ['missing from the folder', { file: { path: 'lost.txt' } }, 'file.path'],
  ['outside the folder', { file: { path: '../storage' } }, 'file.path'],
  ['empty', { file: { path: 'vuoto.txt' } }, 'file'],
  ['of another type than its name says', { file: { path: 'finto.pdf' } }, 'file'],
])('a line whose file is %s is refused, and nothing is left of it', async (_, more, field) => {
  const before = await stored()
  const good = document({ externalId: 'good', createDate: '2026-03-01' })
  const report = await importLines([
    document({ ...more, externalId: 'bad' }),
    publicFile({ ...more, externalId: 'bad' }),
  ])
  expect(report).toMatchObject({
    created: 0,
    refused: [
      { line: 1, field },
      { line: 2, field },
    ],
  })
  expect(await stored()).toEqual(before)
  expect(await importLines([document({ ...more, externalId: 'bad' }), good])).toMatchObject({ refused: [{ line: 1 }] })
  expect(await documentRow()).toMatchObject({ contact: 'd' })
  await expectNoOrphans()
})

describe('an invoice and its electronic original', () => {
  const invoice = (original?: Fields, more: Fields = {}) => ({
    type: 'invoice',
    externalId: 'x',
    contact: 'c',
    documentNumber: '1',
    total: 1,
    invoiceDate: '2026-03-02',
    file: { path: 'uno.txt' },
    original,
    ...more,
  })
  const row = () =>
    database.one(sql`select f.name as file, o.name as original, o.purpose, o.inline, c.external_id as contact
      from invoice i join contact c on c.id = i.contact_id join file f on f.id = i.file_id
        left join file o on o.id = i.original_file_id where i.external_id = 'x'`)
  const xml = { path: 'fattura.xml' }
  const inPlace = { file: 'uno.txt', original: 'fattura.xml', purpose: 'invoice', inline: false, contact: 'c' }

  test('are imported, left alone, added, changed, moved and removed independently', async () => {
    expect(await importLines([invoice()])).toMatchObject({ created: 1, refused: [] })
    expect(await row()).toMatchObject({ file: 'uno.txt', original: null })
    const before = await stored()
    expect(await importLines([invoice(xml)])).toMatchObject({ changed: 1, refused: [] })
    expect(await row()).toEqual(inPlace)
    expect(await stored()).toHaveLength(before.length + 1)
    expect(await stored()).toEqual(expect.arrayContaining(before))
    expect(await importLines([invoice(xml)])).toMatchObject({ unchanged: 1 })

    expect(await importLines([invoice({ path: 'corretta.xml', name: 'fattura.xml' })])).toMatchObject({ changed: 1 })
    expect(await row()).toEqual(inPlace)
    expect(await stored()).toHaveLength(before.length + 1)
    expect(await importLines([invoice(xml, { contact: 'd' })])).toMatchObject({ changed: 1, refused: [] })
    expect(await row()).toEqual({ ...inPlace, contact: 'd' })
    await expectNoOrphans()

    expect(await importLines([invoice(undefined, { contact: 'd' })])).toMatchObject({ changed: 1 })
    expect(await row()).toMatchObject({ file: 'uno.txt', original: null })
    expect(await stored()).toHaveLength(before.length)
    await expectNoOrphans()
  })

  test.each([
    ['a PDF', { path: 'finto.pdf' }],
    ['text', { path: 'uno.txt' }],
    ['text named like an XML invoice', { path: 'uno.txt', name: 'fattura.xml' }],
    ['HTML', { path: 'finta.xml' }],
    ['text named like a signed invoice', { path: 'finta.p7m' }],
    ['XML named like a signed invoice', { ...xml, name: 'fattura.xml.p7m' }],
  ])('are refused, both, where the original is %s', async (_, original) => {
    const before = await stored()
    const report = await importLines([invoice(original, { externalId: 'y' })])
    expect(report).toMatchObject({
      created: 0,
      refused: [{ field: 'original', reason: expect.stringMatching(/no electronic invoice/) }],
    })
    expect(await stored()).toEqual(before)
  })
})

test('a dry run stores nothing and reports the same', async () => {
  const before = await stored()
  const lines = [
    document({ externalId: 'dry' }),
    document({ file: { path: 'due.txt' } }),
    publicFile({ externalId: 'dry' }),
  ]
  expect(await importLines(lines, { dryRun: true })).toMatchObject({ created: 2, changed: 1, refused: [] })
  expect(await stored()).toEqual(before)
  await expectNoOrphans()
})

const events = async (work: () => Promise<unknown>) => {
  await database.run(sql`delete from event`)
  await work()
  return database.many(sql`select e.type, e.purpose, t.external_id as ticket, c.external_id as contact
    from event e join contact c on c.id = e.contact_id left join ticket t on t.id = e.ticket_id order by e.ticket_id, c.external_id, e.id`)
}
const told = { ticket: null, purpose: null, contact: 'c' }

test('new company files notify open screens once per contact, changed ones do not', async () => {
  const lines = [
    document({ externalId: 'n1' }),
    document({ externalId: 'n2' }),
    document({ externalId: 'n3', contact: 'd' }),
    publicFile({ externalId: 'n1' }),
  ]
  const created = { ...told, type: 'document.created', purpose: 'document' }
  expect(await events(() => importLines(lines))).toEqual([created, { ...created, contact: 'd' }])
  expect(await events(() => importLines([document({ externalId: 'n1', documentName: 'New' })]))).toEqual([])
  expect(await events(() => importLines(lines, { dryRun: true }))).toEqual([])
})

test('changes of tickets notify open screens', async () => {
  const ticket = {
    type: 'ticket',
    externalId: 't',
    contact: 'c',
    title: 'T',
    description: 'T',
    createdOn: '2026-03-02',
  }
  const comment = { type: 'comment', externalId: 'k', ticket: 't', message: 'Hello', creationDate: '2026-03-02' }
  const about = { ...told, ticket: 't' }
  expect(await events(() => importLines([ticket, comment, { ...comment, externalId: 'k2' }]))).toEqual([
    { ...about, type: 'ticket.created' },
    { ...about, type: 'comment.created' },
  ])
  expect(await events(() => importLines([ticket, comment]))).toEqual([])
  expect(await events(() => importLines([{ ...ticket, title: 'New' }]))).toEqual([{ ...about, type: 'ticket.changed' }])
})

test('an imported history of many messages notifies only of what is new', async () => {
  const ticket = { type: 'ticket', contact: 'c', title: 'T', description: 'T' }
  const old = Array.from({ length: 150 }, (_, n) => ({ ...ticket, externalId: `old-${n}`, createdOn: '2026-03-02' }))
  const fresh = { ...ticket, externalId: 'fresh', createdOn: new Date().toISOString() }
  expect(await events(() => importLines([...old, fresh]))).toEqual([
    { ...told, ticket: 'fresh', type: 'ticket.created' },
  ])
})

test('imported records keep their files, even if the connection is lost during the commit', async () => {
  const before = await stored()
  const lost = importLines([document({ externalId: 'lost' })], {}, losingCommits(database))
  await expect(lost).rejects.toThrow(Unavailable)
  const { key } = await database.one<{ key: string }>(sql`select f.storage_key as key from document d
    join file f on f.id = d.file_id where d.external_id = 'lost'`)
  expect(await stored()).toEqual([...before, key].sort())
})

test('removing a service company removes its files, also those of tables added later', async () => {
  const key = newStorageKey()
  await storage.put(key, Readable.from(['x']))
  await database.run(sql`create table tomorrow (service_company_id bigint not null, storage_key text)`)
  await database.run(sql`insert into tomorrow select id, ${key} from service_company where external_id = 'sc'`)
  expect(await stored()).toContain(key)
  await storage.remove(await removeServiceCompanies(database, ['sc']))
  expect(await stored()).toEqual([])
})
