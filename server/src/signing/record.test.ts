import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { readDocumentToSign, sendSigningCode, signDocument } from '@portico/contract/signing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { importFile } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'
import { isReadFile, readRecords } from '../records/read/read-records.ts'
import { requireRecordType } from '../records/registry.ts'

const app = await testApp()
const { call, database, deps } = app
const folder = await mkdtemp(join(tmpdir(), 'portico-import-signing-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const base = [
  { type: 'serviceCompany', externalId: 'sc', name: 'Brenta' },
  { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'firme', webPortalName: 'Firme' },
  { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Rossi' },
]
const key = (name: string) => `${name}-${'k'.repeat(22)}`
const line = (externalId: string, more: object = {}) => ({
  type: 'documentToSign',
  externalId,
  contact: 'c',
  file: { path: 'a.pdf' },
  firstName: 'Giulia',
  lastName: 'Rossi',
  phone: '+39 333 555 0118',
  key: key(externalId),
  sentOn: '2026-03-01',
  ...more,
})

const take = async (...lines: object[]) => {
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, lines.map(one => JSON.stringify(one)).join('\n'))
  return importFile({ ...deps, log: () => {} }, path)
}

const read = (name: string) => call(readDocumentToSign, { params: { documentkey: key(name) } })

beforeAll(async () => {
  await writeFile(join(folder, 'a.pdf'), await aPdf())
  await writeFile(join(folder, 'b.pdf'), await aPdf({ text: 'Altro' }))
  expect((await take(...base)).refused).toEqual([])
})

test('a document is imported, a second import changes nothing, and another file is refused', async () => {
  expect(await take(line('one'))).toMatchObject({ created: 1, refused: [] })
  expect((await read('one')).body).toMatchObject({ documentName: 'a', fileName: 'a.pdf', phone: '*******118' })
  expect(await take(line('one'))).toMatchObject({ unchanged: 1 })
  expect((await take(line('one', { file: { path: 'b.pdf' } }))).refused).toMatchObject([
    { field: 'file', reason: expect.stringContaining('cannot be changed') },
  ])
  expect(await take(line('one', { lastName: 'Verdi' }))).toMatchObject({ changed: 1 })
  expect((await read('one')).body.lastName).toBe('Verdi')
})

test('validUntil without a time means the end of that day, and is read back as it was imported', async () => {
  const today = app.clock.now().toISOString().slice(0, 10)
  const untilToday = line('today', { validUntil: today })
  expect(await take(untilToday)).toMatchObject({ created: 1, refused: [] })
  expect((await read('today')).body).toMatchObject({ status: 'unsigned', validUntil: `${today}T22:59:59Z` })
  expect(await take(untilToday)).toMatchObject({ unchanged: 1 })
  const { validUntil } = await exported('today')
  expect(await take({ ...untilToday, validUntil })).toMatchObject({ unchanged: 1 })
})

test('an import does not undo what the signer has done', async () => {
  await take(line('two'))
  const params = { documentkey: key('two') }
  await call(sendSigningCode, { params, body: { firstName: 'Giulia', lastName: 'Rossi', consent: true } })
  const code = /\d{6}/.exec((await app.delivered()).texts[0]?.text ?? '')?.[0]
  expect((await call(signDocument, { params, body: { code } })).status).toBe(200)
  expect(await take(line('two'))).toMatchObject({ unchanged: 1, refused: [] })
  expect((await read('two')).body.status).toBe('signed')
  expect((await take(line('two', { status: 'withdrawn' }))).refused).toMatchObject([{ field: 'status' }])
})

test('a document that was signed elsewhere is sealed once, and its evidence says so', async () => {
  const signed = line('three', { status: 'signed', signedOn: '2026-03-01 17:00' })
  expect(await take(signed)).toMatchObject({ created: 1, refused: [] })
  const { body } = await read('three')
  expect(body).toMatchObject({ status: 'signed', signedOn: '2026-03-01T16:00:00Z' })
  const stored = await app.storedKeys()
  expect(await take(signed)).toMatchObject({ unchanged: 1 })
  expect(await app.storedKeys()).toEqual(stored)
  expect((await read('three')).body.url).toBe(body.url)
  const steps = await database.many<{ step: string }>(sql`select e.body::jsonb->>'step' as step from signing_evidence e
    join signing_document d on d.id = e.signing_document_id and d.contact_id = e.contact_id
    where d.external_id = 'three' order by e.position`)
  expect(steps.map(({ step }) => step)).toEqual(['created', 'recorded'])
})

/** A line as an export writes it, with its files beside the import. */
const exported = async (externalId: string) => {
  const { id: company } = await database.one<{ id: number }>(sql`select id from service_company`)
  const [record] = await readRecords(database, requireRecordType('documentToSign'), { company }, [externalId])
  const fields: Record<string, unknown> = { ...record?.line, externalId: `${externalId}-again`, key: key('again') }
  for (const field of ['file', 'signedFile', 'evidenceFile']) {
    const file = fields[field]
    if (!isReadFile(file)) continue
    await writeFile(join(folder, `${field}.pdf`), await buffer(await app.storage.get(file.storageKey)))
    fields[field] = { path: `${field}.pdf`, name: file.name }
  }
  return fields as Record<string, unknown> & { evidence: { body: string; hash: string }[] }
}

test('signed files and evidence are imported unchanged, with further steps, but not with another file or a changed entry', async () => {
  const { evidence, ...fields } = await exported('two')
  expect(evidence).toHaveLength(3)
  const changed = evidence.map(({ body, hash }) => ({ body: body.replace('Rossi', 'Verdi'), hash }))
  const [created, , signed] = evidence
  for (const [line, field] of [
    [{ ...fields, evidence: changed }, 'evidence.1.hash'],
    [{ ...fields, evidence: [created, signed] }, 'evidence.1.hash'],
    [{ ...fields, evidence: evidence.slice(0, 2) }, 'status'],
    [{ ...fields, evidence, status: 'declined', signedOn: null }, 'status'],
    [{ ...fields, evidence, signedFile: null }, 'signedFile'],
    [{ ...fields, evidence, signedFile: { path: 'none.pdf' } }, 'signedFile.path'],
    [{ ...fields, evidence, file: { path: 'b.pdf' } }, 'evidence.0.body'],
  ] as const)
    expect((await take(line)).refused, field).toMatchObject([{ field }])
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, JSON.stringify({ ...fields, evidence }))
  const { id: company } = await database.one<{ id: number }>(sql`select id from service_company`)
  const byKey = await importFile({ ...deps, log: () => {} }, path, { tenantScope: { company } })
  expect(byKey.refused).toMatchObject([{ field: 'evidence', reason: 'is taken by the command portico import alone' }])

  const unsigned = { ...fields, status: 'unsigned', signedOn: null, signedFile: null, evidenceFile: null }
  expect(await take({ ...unsigned, evidence: [created] })).toMatchObject({ created: 1, refused: [] })
  expect(await take({ ...fields, evidence })).toMatchObject({ changed: 1, refused: [] })
  expect(await take({ ...fields, evidence })).toMatchObject({ unchanged: 1, refused: [] })
  expect(await take({ ...unsigned, evidence: [created] })).toMatchObject({ unchanged: 1, refused: [] })
  const [first, again] = [(await read('two')).body, (await read('again')).body]
  expect(again).toEqual({ ...first, url: expect.any(String), evidenceUrl: first.evidenceUrl && expect.any(String) })
  const [one, two] = [await app.http.inject(first.url), await app.http.inject(again.url)]
  expect(two.rawPayload).toEqual(one.rawPayload)
  expect(two.statusCode).toBe(200)
  const other = { ...fields, evidence: [created, { body: '{}', hash: created?.hash }] }
  expect((await take(other)).refused).toMatchObject([{ field: 'evidence' }])
})

test('the sender can withdraw a document that is not signed', async () => {
  await take(line('four'))
  expect(await take(line('four', { status: 'withdrawn' }))).toMatchObject({ changed: 1 })
  expect((await read('four')).problem).toMatchObject({ status: 410, detail: 'withdrawn' })
})

const encrypted = async () => {
  const document = await PDFDocument.load(await aPdf())
  document.encrypt({ ownerPassword: 'a', userPassword: 'b' })
  return Buffer.from(await document.save())
}

test('files that cannot be signed and contradictory fields are refused', async () => {
  await writeFile(join(folder, 'text.pdf'), '%PDF-1.7\nnothing of the kind')
  await writeFile(join(folder, 'locked.pdf'), await encrypted())
  await writeFile(join(folder, 'note.txt'), 'abc')
  const before = await app.storedKeys()
  const { created, refused } = await take(
    line('r1', { file: { path: 'text.pdf' } }),
    line('r2', { file: { path: 'locked.pdf' } }),
    line('r3', { file: { path: 'note.txt' } }),
    line('r4', { key: 'short' }),
    line('r5', { phone: 'abc' }),
    line('r6', { status: 'signed' }),
    line('r7', { signedOn: '2026-03-01' }),
    line('r8', { status: 'lost' }),
  )
  expect(created).toBe(0)
  expect(refused.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    expect.stringMatching(/^file is not a PDF that can be read/),
    expect.stringMatching(/^file is encrypted/),
    'file is not a PDF',
    expect.stringMatching(/^key is not 22/),
    'phone is not a phone number',
    'signedOn is missing',
    expect.stringMatching(/^signedOn is given/),
    expect.stringMatching(/^status/),
  ])
  expect(await app.storedKeys()).toEqual(before)
})
