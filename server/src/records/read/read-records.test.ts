import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { png, testApp } from '../../../test/fixtures/app.ts'
import { secrets } from '../../../test/fixtures/messages.ts'
import { testSeal } from '../../../test/fixtures/seal.ts'
import { importTenantIsolationData } from '../../../test/fixtures/tenant-isolation-data.ts'
import { workers } from '../../../test/servers/workers.ts'
import { importFrom } from '../../import/import.ts'
import { sql } from '../../kernel/database/db.ts'
import { readPage } from '../../kernel/database/pagination.ts'
import { newStorageKey } from '../../kernel/storage/storage.ts'
import type { FileSource } from '../definition/files.ts'
import type { Line } from '../definition/record-type.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'
import { recordTypes, requireRecordType } from '../registry.ts'
import { everyRecord, isReadFile, type ReadRecord, readRecordPage, readRecords, recordOrder } from './read-records.ts'

const app = await testApp()
const { database, storage } = app
await importTenantIsolationData(app)
const seal = await testSeal(database, secrets)
const companyOf = async (externalId: string) => {
  const { id } = await database.one<{ id: number }>(
    sql`select id from service_company where external_id = ${externalId}`,
  )
  return id
}
const [company, stranger] = [await companyOf('zC1'), await companyOf('zC2')]

/** The files of lines that were read, by storage key. */
const stored: FileSource = {
  find: async path => ({ name: path, open: () => storage.get(path) }),
}
const asWritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asWritten)
  return isReadFile(value) ? { path: value.storageKey, name: value.name } : value
}
const importLines = (lines: Record<string, unknown>[]) =>
  importFrom(
    { database, storage, secrets, seal, workers, log: () => {} },
    {
      open: async function* () {
        yield Buffer.from(lines.map(line => JSON.stringify(line)).join('\n'))
      },
      files: stored,
    },
  )
const written = (records: ReadRecord[]) =>
  records.map(({ line }) => Object.fromEntries(Object.entries(line).map(([field, value]) => [field, asWritten(value)])))

const all = async (type: string) => {
  const records: ReadRecord[] = []
  for await (const page of everyRecord(database, requireRecordType(type), company, { pageSize: 3, secrets }))
    records.push(...page)
  return records
}

test.each(recordTypes.map(({ type }) => type))('%s: importing what was read changes nothing', async type => {
  const before = await all(type)
  expect(before.length).toBeGreaterThan(0)
  const lines = written(before).map(line => ({ ...line, serviceCompany: 'zC1' }))
  const report = await importLines(type === 'serviceCompany' ? written(before) : lines)
  expect(report).toMatchObject({ unchanged: before.length, refused: [], warnings: [] })
  expect(await all(type)).toEqual(before)
})

const stores = async (content: Buffer) => {
  const key = newStorageKey()
  await storage.put(key, Readable.from([content]))
  return key
}
const one = async (type: string, externalId: string, options = {}) => {
  const [record] = await readRecords(database, requireRecordType(type), { company }, [externalId], options)
  return record?.line
}

test('a line is read back with its defaults, days as days and other dates as instants, images by name and without secrets', async () => {
  const picture = await stores(png)
  const user = {
    type: 'webUser',
    externalId: 'u',
    serviceCompany: 'zC1',
    userName: 'u',
    password: 'una frase tutta sua',
  }
  const contract = { contact: 'zC1P1K1', name: 'x', start: '2026-01-01', end: '2026-12-31' }
  const report = await importLines([
    user,
    {
      type: 'ticket',
      externalId: 'images',
      contact: 'zC1P1K1',
      title: ' x ',
      description: '<p><img src="attachment:2/a.png"><img src="attachment:b%22.png"></p>',
      createdOn: '2026-07-01 09:15',
      attachments: ['a.png', 'a.png', 'b".png'].map(name => ({ path: picture, name })),
    },
    { type: 'activityContract', externalId: 'c', ...contract, hoursAmount: 2.5, residual_Time_String: '-1:05' },
  ])
  expect(report.refused).toEqual([])
  expect(await one('webUser', 'u')).toEqual({
    type: 'webUser',
    externalId: 'u',
    serviceCompany: 'zC1',
    userName: 'u',
  })
  expect(await one('webUser', 'u', { secrets })).toMatchObject({ passwordHash: expect.stringMatching(/^\$argon2id/) })
  expect(await one('invitation', 'invitation-zC1P1K1')).not.toHaveProperty('key')
  const file = { size: png.length, mediaType: 'image/png', sha256: createHash('sha256').update(png).digest('hex') }
  expect(await one('ticket', 'images')).toEqual({
    type: 'ticket',
    externalId: 'images',
    contact: 'zC1P1K1',
    step: 'step-zC1P1-0',
    title: 'x',
    description: '<p><img src="attachment:2/a.png" alt="" /><img src="attachment:b%22.png" alt="" /></p>',
    createdOn: '2026-07-01T07:15:00.000Z',
    ticketNumber: expect.any(Number),
    internalAnnualProgressive: 0,
    attachments: ['a.png', 'a.png', 'b".png'].map(name => ({ name, ...file, storageKey: expect.any(String) })),
  })
  expect(await one('activityContract', 'c')).toEqual({
    type: 'activityContract',
    externalId: 'c',
    ...contract,
    hoursAmount: 2.5,
    openingUsed: 0,
    residual_Time_String: '-1:05',
  })
  const [images] = await readRecords(database, requireRecordType('ticket'), { company }, ['images'])
  expect(await importLines(written(images ? [images] : []))).toMatchObject({ unchanged: 1, refused: [] })
})

test('records of another company, or of a portal outside the scope, are not found', async () => {
  const ticket = requireRecordType('ticket')
  const portal = await database.one<{ id: number }>(sql`select id from portal where external_id = 'zC1P1'`)
  const found = async (tenantScope: TenantScope) => {
    const records = await readRecords(database, ticket, tenantScope, [
      'ticket-zC1P1K1',
      'ticket-zC1P2K1',
      'ticket-zC2P1K1',
    ])
    return records.map(({ externalId }) => externalId).sort()
  }
  expect(await found({ company })).toEqual(['ticket-zC1P1K1', 'ticket-zC1P2K1'])
  expect(await found({ company, portals: [portal.id] })).toEqual(['ticket-zC1P1K1'])
  expect(await found({ company, portals: [] })).toEqual([])
  expect(await found({ company: stranger, portals: [portal.id] })).toEqual([])
  const portals = await readRecords(database, requireRecordType('portal'), { company, portals: [portal.id] }, [
    'zC1P1',
    'zC1P2',
  ])
  expect(portals.map(({ externalId }) => externalId)).toEqual(['zC1P1'])
  const companies = await readRecords(database, requireRecordType('serviceCompany'), { company }, ['zC1', 'zC2'])
  expect(companies.map(({ externalId }) => externalId)).toEqual(['zC1'])
})

test('pages are sorted by last change, which includes changes of links and files', async () => {
  const contracts = requireRecordType('serviceContract')
  const listed = async (changedSince?: Date) => {
    const ids: string[] = []
    const query = { limit: 3 }
    let page = readPage(query, recordOrder, { defaultSort: 'changedAt', id: 't.id' })
    while (true) {
      const rows = await readRecordPage(database, contracts, { company }, { page, changedSince })
      ids.push(...rows.slice(0, 3).map(({ externalId }) => externalId))
      const last = rows[2]
      if (rows.length <= 3 || !last) return ids
      const cursor = JSON.stringify({ sort: 'changedAt', key: last.pageKey, id: last.id })
      page = readPage({ ...query, cursor: Buffer.from(cursor).toString('base64url') }, recordOrder, {
        defaultSort: 'changedAt',
        id: 't.id',
      })
    }
  }
  const before = await listed()
  expect(before).toHaveLength(4)
  const [line] = written(await readRecords(database, contracts, { company }, ['service-zC1P1K1']))
  const { now } = await database.one<{ now: Date }>(sql`select clock_timestamp() as now`)
  expect(await listed(new Date(now.getTime() + 1))).toEqual([])
  await importLines([{ ...line, tags: [] }])
  expect(await listed(now)).toEqual(['service-zC1P1K1'])
  expect(await listed()).toEqual([...before.filter(id => id !== 'service-zC1P1K1'), 'service-zC1P1K1'])
  const attached = requireRecordType('comment')
  const [comment] = written(await readRecords(database, attached, { company }, ['comment-zC1P1K1']))
  const changedAt = async () => (await readRecords(database, attached, { company }, ['comment-zC1P1K1']))[0]?.changedAt
  const then = await changedAt()
  expect(await importLines([comment as Line])).toMatchObject({ unchanged: 1 })
  expect(await changedAt()).toEqual(then)
  expect(await importLines([{ ...comment, attachments: [] }])).toMatchObject({ changed: 1 })
  expect(await changedAt()).not.toEqual(then)
})
