import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { workers } from '../../test/servers/workers.ts'
import { raw, sql } from '../kernel/database/db.ts'
import { openLocalStorage } from '../kernel/storage/local-storage.ts'
import { type ImportOptions, importFile } from './import.ts'

// Imports of invoices, estimates, reports and subscriptions.

const root = await mkdtemp(join(tmpdir(), 'portico-import-records-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const database = await testDatabase()
const storage = await openLocalStorage(join(root, 'storage'))
const folder = join(root, 'import')
await mkdir(folder)
for (const [name, content] of [
  ['one.txt', 'one'],
  ['two.txt', 'two'],
  ['empty.txt', ''],
  ['false.pdf', 'no PDF'],
] as const)
  await writeFile(join(folder, name), content)

type Fields = Record<string, unknown>

const importWith = async (options: ImportOptions, ...lines: Fields[]) => {
  const file = join(folder, 'lines.jsonl')
  await writeFile(file, lines.map(line => JSON.stringify(line)).join('\n'))
  return importFile(
    { database, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} },
    file,
    options,
  )
}
const importLines = (...lines: Fields[]) => importWith({}, ...lines)

const stored = async () => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}

const opened = { createdOn: '2026-03-01', title: 'T', description: '<p>T</p>' }
await importLines(
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'one', webPortalName: 'One' },
  { type: 'ticketStep', externalId: 'open', portal: 'p', name: 'New', taskStatus: 0, position: 1 },
  ...['c', 'd'].flatMap(contact => [
    { type: 'contact', externalId: contact, portal: 'p', companyName: 'Client' },
    { type: 'wikiFolder', externalId: `f-${contact}`, contact, name: 'Lab' },
    { type: 'wikiElement', externalId: `e-${contact}`, folder: `f-${contact}`, name: 'Press' },
    { type: 'ticket', externalId: `t-${contact}`, contact, ...opened },
  ]),
)

const document = { contact: 'c', file: { path: 'one.txt', name: 'Carta.txt' } }
const trigger = { recurrenceType: 20, recurrenceDay: 5 }
const whole = {
  invoice: {
    ...{ type: 'invoice', externalId: 'x', ...document },
    ...{ documentNumber: ' FT 9/2026 ', total: -612.44, invoiceDate: '2026-10-30' },
  },
  estimate: {
    ...{ type: 'estimate', externalId: 'x', ...document, estimateName: 'Perché no', estimateNumber: 'P-7' },
    ...{ revisionNumber: 2, total: 1000.005, estimateCreationDate: '2026-10-30' },
  },
  report: {
    ...{ type: 'report', externalId: 'x', ...document, name: 'Rapporto 7', dateTime: '2026-10-30 09:15' },
    ...{ ticket: 't-c', wikiElement: 'e-c' },
  },
  subscription: {
    ...{ type: 'subscription', externalId: 'x', contact: 'c', code: 'S1', description: 'Canone', quantity: 2.5 },
    ...{ taxedTotal: 58.56, advanceDate: '2026-11-30', trigger },
  },
} satisfies Record<string, Fields>
type Type = keyof typeof whole

const tables = {
  invoice: 'invoice',
  estimate: 'estimate',
  report: 'activity_report',
  subscription: 'recurring_advance',
}
const rowOf = (type: Type, externalId = 'x') =>
  database.maybe<Record<string, unknown>>(sql`select * from ${raw(tables[type])} where external_id = ${externalId}`)

test.each(Object.entries(whole) as [Type, Fields][])('%s: imported once, changed when edited', async (type, line) => {
  const kept = (await stored()).length
  expect(await importLines(line)).toMatchObject({ created: 1, changed: 0, refused: [] })
  const [first, keys] = [await rowOf(type), await stored()]
  expect(keys.length - kept).toBe('file' in line ? 1 : 0)
  expect(await importLines(line)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  expect(await rowOf(type)).toEqual(first)
  expect(await stored()).toEqual(keys)

  const edited = 'file' in line ? { ...line, file: { path: 'two.txt' } } : { ...line, quantity: 3 }
  expect(await importLines(edited)).toMatchObject({ created: 0, changed: 1 })
  expect((await rowOf(type))?.id).toBe(first?.id)
  expect(await stored()).toHaveLength(keys.length)
})

test("stored values: days in the portal's time zone, amounts to the cent, sort keys and search texts", async () => {
  await importLines(...Object.values(whole).map(line => ({ ...line, externalId: 'kept' })))
  expect(await rowOf('invoice', 'kept')).toMatchObject({
    document_number: 'FT 9/2026',
    number_order: 'ft 000000000009/000000002026',
    search_text: 'ft 9/2026',
    total: -612.44,
    invoice_date: new Date('2026-10-29T23:00:00Z'),
  })
  expect(await rowOf('estimate', 'kept')).toMatchObject({
    total: 1000.01,
    search_text: 'perche no p-7',
    revision_number: 2,
  })
  expect(await rowOf('report', 'kept')).toMatchObject({
    date_time: new Date('2026-10-30T08:15:00Z'),
    ticket_id: expect.any(Number),
    wiki_element_id: expect.any(Number),
  })
  const { purpose, name, claimed } = await database.one<{ purpose: string; name: string; claimed: boolean }>(
    sql`select f.* from file f join invoice i on i.file_id = f.id where i.external_id = 'kept'`,
  )
  expect({ purpose, name, claimed }).toEqual({ purpose: 'invoice', name: 'Carta.txt', claimed: true })
})

test.each([
  [{ recurrenceType: 10, frequencyWeek: 2, recurrenceDayOfWeek: 8 }, [10, 2, 8, null, null, null]],
  [{ recurrenceType: 20, recurrenceDay: 31, frequencyMonth: null }, [20, null, null, null, 31, null]],
  [{ recurrenceType: 20, recurrenceDay: 1, frequencyMonth: 3 }, [20, null, null, 3, 1, null]],
  [{ recurrenceType: 30, recurrenceDay: 29, recurrenceMonth: 2 }, [30, null, null, null, 29, 2]],
  [{ recurrenceType: 30, recurrenceDay: 1, recurrenceMonth: 1, frequencyWeek: 4 }, [30, null, null, null, 1, 1]],
])('the recurrence %j is stored without fields that its type does not use', async (trigger, expected) => {
  expect((await importLines({ ...whole.subscription, externalId: 'r', trigger })).refused).toEqual([])
  const row = await rowOf('subscription', 'r')
  const of = ['recurrence_type', 'frequency_week', 'recurrence_day_of_week', 'frequency_month', 'recurrence_day']
  expect([...of, 'recurrence_month'].map(column => row?.[column])).toEqual(expected)
})

test('a shifted next date moves to a day that fits the recurrence, and a second import changes nothing', async () => {
  const line = { ...whole.subscription, externalId: 'moved', advanceDate: '2026-12-05' }
  const lines = [{ type: 'import', asOf: '2026-11-20' }, line]
  await importWith({ shiftDates: '2026-11-22' }, ...lines)
  // 5 December in Rome, not the 7th.
  expect(await rowOf('subscription', 'moved')).toMatchObject({ advance_date: new Date('2026-12-04T23:00:00Z') })
  expect(await importWith({ shiftDates: '2026-11-22' }, ...lines)).toMatchObject({ unchanged: 1 })
  expect(
    (
      await importWith({ shiftDates: '2026-11-22' }, ...lines.slice(0, 1), {
        ...line,
        externalId: 'never',
        trigger: { recurrenceType: 30, recurrenceDay: 31 },
      })
    ).refused,
  ).toHaveLength(1)
})

describe('refused', () => {
  const refused = (type: Type, change: Fields, field: string | undefined, reason: RegExp) =>
    [type, change, field, reason] as const

  test.each([
    refused('invoice', { contact: 'nobody' }, 'contact', /neither above nor/),
    refused('invoice', { contact: undefined }, 'contact', /is missing/),
    refused('estimate', { portal: 'p' }, 'portal', /no field of this type/),
    refused('invoice', { serviceCompany: 'nobody' }, 'serviceCompany', /neither above nor/),
    refused('invoice', { file: undefined }, 'file', /is missing/),
    refused('invoice', { file: { path: 'none.pdf' } }, 'file.path', /is not there/),
    refused('estimate', { file: { path: '../../etc/passwd' } }, 'file.path', /leads out/),
    refused('report', { file: { path: 'empty.txt' } }, 'file', /is empty/),
    refused('report', { file: { path: 'false.pdf' } }, 'file', /not what its name says/),
    refused('report', { ticket: 't-d' }, 'ticket', /belongs to another contact/),
    refused('report', { wikiElement: 'e-d' }, 'wikiElement', /belongs to another contact/),
    refused('report', { ticket: 'none' }, 'ticket', /neither above nor/),
    refused('invoice', { documentNumber: ' ' }, 'documentNumber', /./),
    refused('invoice', { total: '12' }, 'total', /number/),
    refused('invoice', { total: 1e12 }, 'total', /<=/),
    refused('invoice', { invoiceDate: '2026-02-30' }, 'invoiceDate', /does not exist/),
    refused('estimate', { revisionNumber: -1 }, 'revisionNumber', />= 0/),
    refused('subscription', { quantity: -1 }, 'quantity', />= 0/),
    refused('subscription', { trigger: undefined }, 'trigger', /is missing/),
    refused(
      'subscription',
      { trigger: { recurrenceType: 40, recurrenceDay: 1 } },
      'trigger.recurrenceType',
      /10 .*20 .*30/,
    ),
    refused(
      'subscription',
      { trigger: { recurrenceType: 10, frequencyWeek: 1 } },
      'trigger.recurrenceDayOfWeek',
      /missing/,
    ),
    refused('subscription', { trigger: { recurrenceType: 10, frequencyWeek: 0 } }, 'trigger.frequencyWeek', />= 1/),
    refused('subscription', { trigger: { recurrenceType: 20 } }, 'trigger.recurrenceDay', /missing/),
    refused('subscription', { trigger: { recurrenceType: 20, recurrenceDay: 32 } }, 'trigger.recurrenceDay', /<= 31/),
    refused(
      'subscription',
      { trigger: { recurrenceType: 30, recurrenceDay: 1 } },
      'trigger.recurrenceMonth',
      /missing/,
    ),
    refused(
      'subscription',
      { trigger: { recurrenceType: 30, recurrenceDay: 31, recurrenceMonth: 6 } },
      'trigger.recurrenceDay',
      /does not have/,
    ),
  ])('%s %j at %s', async (type, change, field, reason) => {
    const keys = await stored()
    const report = await importLines({ ...whole[type], externalId: 'bad', ...change })
    expect(report).toMatchObject({ created: 0, changed: 0 })
    expect(report.refused).toEqual([{ line: 1, externalId: 'bad', field, reason: expect.stringMatching(reason) }])
    expect(await rowOf(type, 'bad')).toBeUndefined()
    expect(await stored()).toEqual(keys)
  })

  test.each(Object.keys(whole) as Type[])('the second %s with the same externalId', async type => {
    const line = { ...whole[type], externalId: 'twice' }
    const { created, refused } = await importLines(line, line)
    expect({ created, refused }).toEqual({
      created: 1,
      refused: [{ line: 2, externalId: 'twice', field: 'externalId', reason: expect.stringContaining('twice') }],
    })
  })
})

test('open screens are notified of new records, once per section', async () => {
  const events = async () =>
    (
      await database.many<{ purpose: string }>(
        sql`select purpose from event where type = 'document.created' order by id`,
      )
    ).map(({ purpose }) => purpose)
  const before = (await events()).length
  const lines = Object.values(whole).flatMap(line => [
    { ...line, externalId: 'new-1' },
    { ...line, externalId: 'new-2' },
  ])
  await importLines(...lines)
  await importLines(...lines)
  expect((await events()).slice(before).sort()).toEqual(['estimate', 'invoice', 'report', 'subscription'])
})
