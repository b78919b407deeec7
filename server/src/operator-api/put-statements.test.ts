import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleFile } from '@portico/contract/operator/records'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aServiceCompany } from '../../test/fixtures/factories.ts'
import { anOperator, openPortal } from '../../test/fixtures/operator.ts'
import { root } from '../installation/installation.ts'
import { sql } from '../kernel/database/db.ts'
import { recordTypes } from '../records/registry.ts'
import { recordExamples } from './record-examples.ts'
import { pluralOf } from './record-schemas.ts'

// Counts the statements that a PUT waits for, begin and commit included. See decision 29, Few statements per PUT.

const app = await testApp()
const serviceCompanyId = await aServiceCompany(app.database)
await app.database.run(sql`update service_company set external_id = 'brenta' where id = ${serviceCompanyId}`)
const operator = await anOperator(app, { serviceCompanyId })
await openPortal(app, operator, { externalId: 'brenta', key: 'brenta' })
const pdf = await readFile(join(root, 'demo/files', exampleFile.name))

const put = async (path: string, body: unknown, headers: Record<string, string> = {}, call = operator) => {
  let answer: Awaited<ReturnType<typeof operator>> | undefined
  const sent = await app.statementsOf(async () => {
    answer = await call('PUT', path, body, headers)
  })
  // The authentication of the key comes before the transaction.
  const begun = sent.findIndex(text => text.startsWith('begin'))
  return { statements: sent.length - begun, answer: answer ?? expect.fail() }
}

test('a PUT of each record type takes no more statements than it needs', { timeout: 300_000 }, async () => {
  const statements: Record<string, [first: number, again: number]> = {}
  for (const recordType of recordTypes) {
    const { externalId, body } = recordExamples[recordType.type] ?? expect.fail()
    const { path: upload } = (await operator('POST', `/files?name=${exampleFile.name}`, pdf)).json
    const path = `/${pluralOf(recordType)}/${externalId}`
    const first = await put(path, JSON.stringify(body).replaceAll(exampleFile.path, String(upload)))
    const again = await put(path, first.answer.json)
    expect([recordType.type, again.answer.status, again.answer.text]).toEqual([recordType.type, 200, first.answer.text])
    statements[recordType.type] = [first.statements, again.statements]
  }
  const known: typeof statements = {
    appointment: [5, 6],
    bookableService: [7, 7],
    bookingInvitation: [5, 6],
    comment: [6, 7],
    contact: [5, 6],
    contractActivity: [7, 8],
    contractDocument: [10, 8],
    document: [10, 8],
    documentToSign: [17, 10],
    estimate: [10, 8],
    invitation: [5, 6],
    invoice: [11, 9],
    notification: [5, 6],
    plannedActivity: [5, 6],
    portal: [9, 9],
    publicFile: [9, 8],
    publicationChange: [11, 9],
    report: [10, 8],
    serviceCompany: [6, 7],
    serviceContract: [8, 8],
    ticket: [16, 9],
    webUser: [5, 6],
    wikiProperty: [7, 8],
    // Whether it leaves a working hour.
    workingCalendar: [5, 6],
  }
  // The references, the write that returns the record, and a read of the record if nothing was written.
  const expected = recordTypes.map(({ type }) => [type, known[type] ?? [4, 5]])
  expect(statements).toEqual(Object.fromEntries(expected))
})

test('a precondition and a key of some portals read the record first', async () => {
  const body = { contact: 'rossi', name: 'Magazzino' }
  const { answer, statements } = await put('/wikiFolders/magazzino', body)
  expect([answer.status, statements]).toEqual([201, 4])
  const changed = await put('/wikiFolders/magazzino', { ...body, name: 'Officina' })
  expect([changed.answer.json.name, changed.statements]).toEqual(['Officina', 5])
  const etag = String(changed.answer.headers.etag)
  const matched = await put('/wikiFolders/magazzino', body, { 'if-match': etag })
  expect([matched.answer.status, matched.statements]).toEqual([200, 7])
  const [{ id }] = (await app.database.many<{ id: number }>(
    sql`select id from portal where service_company_id = ${serviceCompanyId}`,
  )) as [{ id: number }]
  const limited = await anOperator(app, { serviceCompanyId, portalIds: [id] })
  const within = await put('/wikiFolders/magazzino', { ...body, name: 'Cantina' }, {}, limited)
  expect([within.answer.status, within.statements]).toEqual([200, 8])
})
