import { Readable } from 'node:stream'
import { listInvoices } from '@portico/contract/invoices'
import { listPublicFiles } from '@portico/contract/public-files'
import {
  changePublishedFile,
  readPublishedFile,
  replacePublishedFile,
  restorePublishedFile,
  uploadPublishedFile,
  withdrawPublishedFile,
} from '@portico/contract/staff/published'
import { expect, test } from 'vitest'
import { multipart, pathOf, testApp } from '../../../test/fixtures/app.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aPortal, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { anEstimate, anInvoice, aPublicFile } from '../../../test/fixtures/records.ts'
import { aStaffAccount, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'
import { newStorageKey } from '../../kernel/storage/storage.ts'
import { deleteStaffUploads } from './upload-queries.ts'

const app = await testApp()
const { database, storage } = app
const [first, second] = [await aPdf({ text: 'Prima' }), await aPdf({ text: 'Seconda' })]

/** An invoice with a stored PDF, and the headers of an office account. */
const anOpenable = async (person: Person) => {
  const { id, fileId } = await anInvoice(database, person, { number: '2026/1', total: 100 })
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([first], { objectMode: false }))
  await database.run(sql`update file set storage_key = ${storageKey}, name = 'a.pdf', media_type = 'application/pdf',
    size = ${first.length}, sha256 = sha256(${first}), uploader_web_user_id = null where id = ${fileId}`)
  return { id, params: { kind: 'invoice', recordid: id } }
}
const office = async ({ serviceCompanyId }: { serviceCompanyId: number }) =>
  staffHeaders(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
const upload = async (headers: Record<string, string>, content = second, filename = 'b.pdf') =>
  (await uploadWith(app, headers, uploadPublishedFile.path, { filename, content })).id
const invoicesOf = async (person: Person) => (await (await app.as(person))(listInvoices, { params: person.here })).body
const download = async (url = '') => app.http.inject({ url })

test('the office changes what customers read; who changed what is in the history, and a stale change is refused', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  const read = await app.call(readPublishedFile, { params, headers })
  const etag = String(read.headers.etag)
  const body = { number: '2026/2', total: 120.5, date: '2026-02-28' }
  const changed = await app.call(changePublishedFile, { params, body, headers: { ...headers, 'if-match': etag } })
  expect(changed.body).toMatchObject({ number: '2026/2', total: 120.5, date: '2026-02-27T23:00:00Z' })
  expect(changed.body.history[0]).toMatchObject({
    what: 'changed',
    staff: { displayName: 'Anna Tecnica' },
    fields: expect.arrayContaining([{ field: 'number', before: '2026/1', after: '2026/2' }]),
  })
  expect((await invoicesOf(person))[0]).toMatchObject({ documentNumber: '2026/2', total: 120.5 })
  const again = await app.call(changePublishedFile, {
    params,
    body: { number: 'x' },
    headers: { ...headers, 'if-match': etag },
  })
  expect(again.problem).toMatchObject({ status: 409, code: 'conflict' })
  // The same again is no change.
  expect((await app.call(changePublishedFile, { params, body, headers })).body.history).toHaveLength(1)
})

test.each([
  ['invoice', { title: 'x' }, 'body.title'],
  ['invoice', { number: '  ' }, 'body.number'],
  ['invoice', { date: '2026-02-31' }, undefined],
  ['invoice', { total: 1e15 }, 'body.total'],
  ['invoice', { other: 1 }, undefined],
  ['estimate', { revision: -1 }, undefined],
] as const)('a change of an %s to %o is refused', async (kind, body, path) => {
  const person = await aUser(database)
  const { id } = kind === 'invoice' ? await anOpenable(person) : await anEstimate(database, person)
  const { problem } = await app.call(changePublishedFile, {
    params: { kind, recordid: id },
    body,
    headers: await office(person),
  })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
  if (path) expect(problem.errors?.[0]?.path).toBe(path)
})

test('a replaced file: customers see the new one alone, the staff also the one before, and openings stay', async () => {
  const person = await aUser(database)
  const { id, params } = await anOpenable(person)
  const headers = await office(person)
  const [before] = await invoicesOf(person)
  expect((await download(before?.invoiceDocumentUrl)).rawPayload.equals(first)).toBe(true)
  await app.deps.openings.flush()
  const body = { uploadId: await upload(headers), reason: 'Importo sbagliato' }
  const { body: replaced } = await app.call(replacePublishedFile, { params, body, headers })
  expect(replaced).toMatchObject({ openedBy: 1, replacedOn: '2026-03-02T08:30:00Z', file: { name: 'b.pdf' } })
  expect(replaced.history[0]).toMatchObject({
    what: 'replaced',
    reason: 'Importo sbagliato',
    formerFile: { name: 'a.pdf' },
  })
  const [after] = await invoicesOf(person)
  expect(after?.id).toBe(id)
  expect((await download(after?.invoiceDocumentUrl)).rawPayload.equals(second)).toBe(true)
  // The address of before opens nothing for the customer; the staff read it.
  expect((await download(before?.invoiceDocumentUrl)).statusCode).toBe(404)
  const former = await app.http.inject({ url: replaced.history[0]?.formerFile?.url ?? '', headers })
  expect(former.rawPayload.equals(first)).toBe(true)
  // An upload is used once.
  expect((await app.call(replacePublishedFile, { params, body, headers })).problem).toMatchObject({ status: 404 })
})

test('a file that is being downloaded while it is replaced arrives whole', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  const [invoice] = await invoicesOf(person)
  const uploadId = await upload(headers)
  const [file, replaced] = await Promise.all([
    download(invoice?.invoiceDocumentUrl),
    app.call(replacePublishedFile, { params, body: { uploadId }, headers }),
  ])
  expect(replaced.status).toBe(200)
  // Either it was opened in time, and is whole, or it is gone.
  if (file.statusCode === 200) expect(file.rawPayload.equals(first)).toBe(true)
  else expect(file.statusCode).toBe(404)
})

test('of two who replace a file at once, from the same state, one is told that the other was faster', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const [one, other] = [await office(person), await office(person)]
  const etag = String((await app.call(readPublishedFile, { params, headers: one })).headers.etag)
  const replace = async (headers: Record<string, string>, text: string) => {
    const body = { uploadId: await upload(headers, await aPdf({ text }), `${text}.pdf`) }
    return () => app.call(replacePublishedFile, { params, body, headers: { ...headers, 'if-match': etag } })
  }
  const calls = [await replace(one, 'uno'), await replace(other, 'due')]
  const statuses = (await Promise.all(calls.map(call => call()))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  const { body } = await app.call(readPublishedFile, { params, headers: one })
  expect(body.history.map(({ what }) => what)).toEqual(['replaced'])
})

test('a file that was taken back is found by no customer until it is put back', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  const [invoice] = await invoicesOf(person)
  const url = invoice?.invoiceDocumentUrl
  const { body } = await app.call(withdrawPublishedFile, { params, body: { reason: 'Cliente sbagliato' }, headers })
  expect(body).toMatchObject({
    withdrawnOn: '2026-03-02T08:30:00Z',
    history: [{ what: 'withdrawn', reason: 'Cliente sbagliato' }],
  })
  expect(await invoicesOf(person)).toEqual([])
  expect((await download(url)).statusCode).toBe(404)
  // Again is no second withdrawal.
  expect((await app.call(withdrawPublishedFile, { params, body: {}, headers })).body.history).toHaveLength(1)
  const restored = await app.call(restorePublishedFile, { params, headers })
  expect(restored.body).toMatchObject({ withdrawnOn: null, history: [{ what: 'restored' }, { what: 'withdrawn' }] })
  expect((await download(url)).statusCode).toBe(200)
  await app.deps.security.flush()
  const log = await database.many<{ what: string }>(sql`select what from security_event
    where service_company_id = ${person.serviceCompanyId} and what like 'staff.file.%' order by id`)
  expect([...new Set(log.map(({ what }) => what))]).toEqual(['staff.file.withdrawn', 'staff.file.restored'])
})

test('a public file is renamed, replaced and taken back', async () => {
  const person = await aUser(database)
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([first], { objectMode: false }))
  const id = await aPublicFile(database, person, { name: 'orari.pdf', storageKey, size: first.length })
  await database.run(
    sql`update public_file set sha256 = sha256(${first}), media_type = 'application/pdf' where id = ${id}`,
  )
  const headers = await office(person)
  const params = { kind: 'publicFile', recordid: id }
  const named = await app.call(changePublishedFile, { params, body: { title: 'Orari 2026.pdf' }, headers })
  expect(named.body).toMatchObject({ title: 'Orari 2026.pdf' })
  const { body } = await app.call(replacePublishedFile, { params, body: { uploadId: await upload(headers) }, headers })
  const former = await app.http.inject({ url: body.history[0]?.formerFile?.url ?? '', headers })
  expect(former.rawPayload.equals(first)).toBe(true)
  const list = async () => (await (await app.as(person))(listPublicFiles, { params: { company: person.company } })).body
  expect((await download((await list())[0]?.url)).rawPayload.equals(second)).toBe(true)
  await app.call(withdrawPublishedFile, { params, body: {}, headers })
  expect(await list()).toEqual([])
})

test('strangers, lesser roles and uploads of others change nothing', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  const uploadId = await upload(headers)
  const sister = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  const strangers = [
    await staffHeaders(app, await aStaffAccount(app, { role: 'administrator' })),
    await staffHeaders(
      app,
      await aStaffAccount(app, {
        serviceCompanyId: person.serviceCompanyId,
        role: 'office',
        portalIds: [sister.portalId],
      }),
    ),
  ]
  for (const stranger of strangers) {
    for (const [endpoint, body] of [
      [changePublishedFile, { number: 'x' }],
      [replacePublishedFile, { uploadId }],
      [withdrawPublishedFile, {}],
      [restorePublishedFile, undefined],
    ] as const)
      expect((await app.call(endpoint, { params, body, headers: stranger })).problem).toMatchObject({ status: 404 })
  }
  // A colleague's upload is not one's own.
  const colleague = await office(person)
  expect(
    (await app.call(replacePublishedFile, { params, body: { uploadId }, headers: colleague })).problem,
  ).toMatchObject({
    status: 404,
  })
  const technician = await staffHeaders(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'technician' }),
  )
  const refused = await app.http.inject({ method: 'POST', url: pathOf(uploadPublishedFile.path), headers: technician })
  expect(refused.statusCode).toBe(403)
  expect((await app.call(readPublishedFile, { params, headers })).body.history).toEqual([])
})

test('more uploads at once than the server has connections to the database are taken', async () => {
  const headers = await office(await aUser(database))
  const url = pathOf(uploadPublishedFile.path)
  const { body: payload, headers: form } = multipart({ filename: 'a.pdf', content: first })
  const send = () => app.http.inject({ method: 'POST', url, payload, headers: { ...form, ...headers } })
  const answers = await Promise.all(Array.from({ length: 30 }, send))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
})

test('an upload that nothing uses goes after a day, and the content of one that is used stays', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  await app.call(replacePublishedFile, { params, body: { uploadId: await upload(headers) }, headers })
  const unused = await upload(headers)
  const keys = await deleteStaffUploads(database, new Date(app.clock.now().getTime() + 1000))
  expect(keys.length).toBeGreaterThan(0)
  expect(await database.many(sql`select from staff_upload where id = ${unused}`)).toEqual([])
  const [invoice] = await invoicesOf(person)
  expect((await download(invoice?.invoiceDocumentUrl)).statusCode).toBe(200)
})

test('what was taken back stays so when a program writes the record again, and an export says it', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  await app.call(withdrawPublishedFile, { params, body: { reason: 'Cliente sbagliato' }, headers })
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  const [listed] = (await operator('GET', '/invoices')).json as unknown as { externalId: string; withdrawnOn: string }[]
  expect(listed).toMatchObject({ withdrawnOn: '2026-03-02T08:30:00.000Z' })
  const path = `/invoices/${listed?.externalId}`
  const { withdrawnOn, ...shown } = listed ?? {}
  for (const record of [listed, shown]) {
    expect((await operator('PUT', path, record)).status).toBe(200)
    expect(await invoicesOf(person)).toEqual([])
  }

  await app.call(restorePublishedFile, { params, headers })
  expect(await invoicesOf(person)).toHaveLength(1)
  expect((await operator('PATCH', path, { withdrawnOn: '2026-03-02' })).status).toBe(200)
  expect(await invoicesOf(person)).toEqual([])
})

test('when a file was replaced stays known when a program writes the record again, and an export says it', async () => {
  const person = await aUser(database)
  const { params } = await anOpenable(person)
  const headers = await office(person)
  const body = { uploadId: await upload(headers), reason: null }
  expect((await app.call(replacePublishedFile, { params, body, headers })).status).toBe(200)
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  const [listed] = (await operator('GET', '/invoices')).json as unknown as { externalId: string; replacedOn: string }[]
  expect(listed).toMatchObject({ replacedOn: '2026-03-02T08:30:00.000Z' })
  const { replacedOn, ...shown } = listed ?? {}
  for (const record of [listed, shown]) {
    expect((await operator('PUT', `/invoices/${listed?.externalId}`, record)).status).toBe(200)
    expect(await invoicesOf(person)).toMatchObject([{ replacedOn: '2026-03-02T08:30:00Z' }])
  }
})
