import { Readable } from 'node:stream'
import { uploadDocument } from '@portico/contract/documents'
import { listInvoices } from '@portico/contract/invoices'
import { listPublicFiles } from '@portico/contract/public-files'
import { listPublishedFiles, readPublishedFile } from '@portico/contract/staff/published'
import { expect, test } from 'vitest'
import { multipart, png, testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { aDocument, anEstimate, anInvoice, aPublicFile, aReport } from '../../../test/fixtures/records.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { raw, sql } from '../../kernel/database/db.ts'
import { newStorageKey } from '../../kernel/storage/storage.ts'

const app = await testApp()
const { database, storage, clock } = app

const office = async ({ serviceCompanyId }: Person, portalIds: number[] | null = null) =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds }))

/** Stores a content for the only file of a contact, so that it can be opened. */
const withContent = async (person: Person) => {
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([png]))
  await database.run(
    sql`update file set storage_key = ${storageKey}, size = ${png.length} where contact_id = ${person.contactId}`,
  )
}

const openInvoice = async (person: Person, headers: Record<string, string> = {}) => {
  const [invoice] = (await (await app.as(person))(listInvoices, { params: person.here })).body
  const { statusCode } = await app.http.inject({ url: invoice?.invoiceDocumentUrl ?? '', headers })
  await app.deps.openings.flush()
  return statusCode
}

/** Makes one record of each kind, published in this order. */
const oneOfEach = async (person: Person) => {
  const made = {
    invoice: (await anInvoice(database, person, { number: '2026/0441', total: 890.6 })).id,
    estimate: (await anEstimate(database, person, { name: 'Wi-Fi capannone C', number: 'P-124' })).id,
    report: (await aReport(database, person, { name: 'Rapporto 0893' })).id,
    document: (await aDocument(database, person, { name: 'Planimetria' })).id,
    publicFile: await aPublicFile(database, person, { name: 'Orari.png' }),
  }
  const tables = {
    invoice: 'invoice',
    estimate: 'estimate',
    report: 'activity_report',
    document: 'document',
    publicFile: 'public_file',
  }
  for (const [n, [kind, id]] of Object.entries(made).entries())
    await database.run(
      sql`update ${raw(tables[kind as keyof typeof tables])} set published_at = ${new Date(Date.UTC(2026, 1, 1 + n))} where id = ${id}`,
    )
  return made
}

test('the office reads what was published, of every kind, newest first, page by page', async () => {
  const person = await aUser(database)
  const made = await oneOfEach(person)
  const staff = await office(person)
  const { body, headers } = await staff(listPublishedFiles, { query: { count: 1 } })
  expect(body.map(({ kind, id }) => [kind, id])).toEqual([
    ['publicFile', made.publicFile],
    ['document', made.document],
    ['report', made.report],
    ['estimate', made.estimate],
    ['invoice', made.invoice],
  ])
  expect(headers['total-count']).toBe('5')
  expect(body[4]).toMatchObject({
    title: '2026/0441',
    number: '2026/0441',
    total: 890.6,
    contact: { id: person.contactId, companyName: person.companyName },
    portal: { webPortalKey: person.company },
    file: { name: 'foto.png', mediaType: 'image/png' },
    original: null,
    publishedOn: '2026-02-01T00:00:00Z',
    openedBy: 0,
    lastOpened: null,
  })
  expect(body[0]).toMatchObject({ title: 'Orari.png', contact: null, date: null, total: null })
  const first = await staff(listPublishedFiles, { query: { limit: 2 } })
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
  const cursor = new URL(next, 'http://portal').searchParams.get('cursor') ?? ''
  const second = await staff(listPublishedFiles, { query: { limit: 2, cursor } })
  expect([...first.body, ...second.body].map(({ kind }) => kind)).toEqual([
    'publicFile',
    'document',
    'report',
    'estimate',
  ])
})

test('records of different kinds, published at the same instant, are all on some page', async () => {
  const person = await aUser(database)
  for (let n = 0; n < 3; n += 1) {
    await anInvoice(database, person)
    await aReport(database, person)
    await aPublicFile(database, person, { name: `${n}.png` })
  }
  for (const table of ['invoice', 'activity_report', 'public_file'])
    await database.run(
      sql`update ${raw(table)} set published_at = '2026-02-01' where service_company_id = ${person.serviceCompanyId}`,
    )
  const staff = await office(person)
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < 5; page += 1) {
    const { body, headers } = await staff(listPublishedFiles, { query: { limit: 2, ...(cursor && { cursor }) } })
    for (const { kind, id } of body) seen.add(`${kind} ${id}`)
    cursor =
      new URL(/<([^>]+)>/.exec(String(headers.link))?.[1] ?? '/', 'http://portal').searchParams.get('cursor') ??
      undefined
  }
  expect(seen.size).toBe(9)
  expect(cursor).toBeUndefined()
})

test.each([
  [{ q: '0441' }, ['invoice']],
  [{ q: 'WI-FI CAPANNONE' }, ['estimate']],
  [{ q: 'orari' }, ['publicFile']],
  [{ q: 'FOTO.png' }, ['document', 'report', 'estimate', 'invoice']],
  [{ q: '%' }, []],
  [{ kind: 'report' }, ['report']],
  [{ kind: 'publicFile' }, ['publicFile']],
  [{ kind: 'arrived' }, []],
  [{ opened: 'yes' }, []],
  [{ withdrawn: '1' }, []],
] as const)('the list is narrowed by %o', async (query, kinds) => {
  const person = await aUser(database)
  await oneOfEach(person)
  await database.run(sql`update file set uploader_web_user_id = null where contact_id = ${person.contactId}`)
  const { body } = await (await office(person))(listPublishedFiles, { query })
  expect(body.map(({ kind }) => kind)).toEqual(kinds)
})

test('the list is narrowed by customer and portal, and searched by the name of the customer', async () => {
  const person = await aUser(database)
  const sister = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  const other = await aUser(database, { contact: await aContact(database, sister) })
  await anInvoice(database, person, { number: 'ours' })
  await anInvoice(database, other, { number: 'theirs' })
  await aPublicFile(database, person)
  const staff = await office(person)
  const titles = async (query: Record<string, string | number>) =>
    (await staff(listPublishedFiles, { query })).body.map(({ title }) => title)
  expect(await titles({ contact: person.contactId })).toEqual(['ours'])
  expect(await titles({ portal: sister.company })).toEqual(['theirs'])
  expect(await titles({ portal: 'none' })).toEqual([])
  expect(await titles({ q: other.companyName })).toEqual(['theirs'])
})

test('what lies beyond company and portals is neither listed nor read', async () => {
  const person = await aUser(database)
  const { id } = await anInvoice(database, person)
  const stranger = await asStaff(app, await aStaffAccount(app, { role: 'administrator' }))
  for (const staff of [stranger, await office(person, []), await office(person, [999_999])]) {
    expect((await staff(listPublishedFiles)).body).toEqual([])
    expect((await staff(listPublishedFiles, { query: { contact: person.contactId } })).body).toEqual([])
    const params = { kind: 'invoice', recordid: id }
    expect((await staff(readPublishedFile, { params })).problem).toMatchObject({ status: 404, code: 'not_found' })
  }
  const mine = await office(person)
  for (const kind of ['estimate', 'none', 'documentToSign'])
    expect((await mine(readPublishedFile, { params: { kind, recordid: id } })).problem).toMatchObject({ status: 404 })
  expect((await mine(listPublishedFiles, { query: { kind: 'none' } })).problem).toMatchObject({ status: 400 })
  expect((await mine(listPublishedFiles, { query: { cursor: 'x' } })).problem).toMatchObject({ status: 400 })
})

test('a technician does not even read the list', async () => {
  const person = await aUser(database)
  const { id } = await anInvoice(database, person)
  const technician = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'technician' }),
  )
  expect((await technician(listPublishedFiles)).problem).toMatchObject({ status: 403, code: 'forbidden' })
  const params = { kind: 'invoice', recordid: id }
  expect((await technician(readPublishedFile, { params })).problem).toMatchObject({ status: 403 })
})

test('who opens a file is told by name, with the first time, the last and how often', async () => {
  const person = await aUser(database, { referentName: 'Giulia Rossi' })
  const { id } = await anInvoice(database, person)
  await withContent(person)
  const staff = await office(person)
  const read = async () => (await staff(readPublishedFile, { params: { kind: 'invoice', recordid: id } })).body
  expect((await read()).openings).toEqual([])
  const first = clock.now().toISOString().slice(0, 19)
  expect(await openInvoice(person)).toBe(200)
  // A viewer goes on reading, and asks again soon after.
  clock.pass(60_000)
  expect(await openInvoice(person, { range: 'bytes=3-9' })).toBe(206)
  expect(await openInvoice(person)).toBe(200)
  expect((await read()).openings).toMatchObject([{ count: 1, firstAt: `${first}Z` }])
  clock.pass(3_600_000)
  await openInvoice(person, { range: 'bytes=0-' })
  const opened = await read()
  const at = `${clock.now().toISOString().slice(0, 19)}Z`
  expect(opened.openings).toEqual([
    {
      webUserId: person.webUserId,
      referentName: 'Giulia Rossi',
      companyName: person.companyName,
      firstAt: `${first}Z`,
      lastAt: at,
      count: 2,
    },
  ])
  expect(opened).toMatchObject({ openedBy: 1, lastOpened: { referentName: 'Giulia Rossi', at } })
  expect((await staff(listPublishedFiles, { query: { opened: 'yes' } })).body).toHaveLength(1)
  expect((await staff(listPublishedFiles, { query: { opened: 'no' } })).body).toHaveLength(0)
})

test('a refused opening, a look at the head and the reading of the staff are no openings', async () => {
  const person = await aUser(database)
  const { id } = await anInvoice(database, person)
  await withContent(person)
  const [invoice] = (await (await app.as(person))(listInvoices, { params: person.here })).body
  const url = invoice?.invoiceDocumentUrl ?? ''
  await app.http.inject({ url: url.replace(/&s=.*/, '&s=forged') })
  await app.http.inject({ method: 'HEAD', url })
  const staffAccount = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office' })
  const staff = await asStaff(app, staffAccount)
  const { body } = await staff(readPublishedFile, { params: { kind: 'invoice', recordid: id } })
  expect(body.file.url).toContain(`/api/staff/published/invoice/${id}/file/foto.png?n=`)
  await app.deps.openings.flush()
  expect(await database.many(sql`select from opening where contact_id = ${person.contactId}`)).toEqual([])
})

test('a file of the whole portal is opened by people of several customers', async () => {
  const person = await aUser(database)
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([png]))
  const id = await aPublicFile(database, person, { storageKey, size: png.length })
  for (const reader of [person, neighbour]) {
    const [file] = (await (await app.as(reader))(listPublicFiles, { params: { company: reader.company } })).body
    expect((await app.http.inject({ url: file?.url ?? '' })).statusCode).toBe(200)
    clock.pass(1000)
  }
  await app.deps.openings.flush()
  const { body } = await (await office(person))(readPublishedFile, { params: { kind: 'publicFile', recordid: id } })
  expect(body.openings.map(({ companyName }) => companyName)).toEqual([neighbour.companyName, person.companyName])
})

test('what a customer has uploaded is listed as arrived, with the name of who did', async () => {
  const person = await aUser(database, { referentName: 'Luca Neri' })
  const { body, headers } = multipart({ filename: 'Visura.png', content: png })
  const sent = await (await app.as(person))(uploadDocument, { params: person.here, body, headers })
  const staff = await office(person)
  const [arrived] = (await staff(listPublishedFiles, { query: { kind: 'arrived' } })).body
  expect(arrived).toMatchObject({
    kind: 'document',
    id: sent.body.id,
    title: 'Visura.png',
    arrivedFrom: { webUserId: person.webUserId, referentName: 'Luca Neri' },
  })
  expect((await staff(listPublishedFiles, { query: { kind: 'document' } })).body).toEqual([])
  expect((await staff(listPublishedFiles)).body).toHaveLength(1)
})

test('the staff read the content under an address of their session only', async () => {
  const person = await aUser(database)
  const { id } = await anInvoice(database, person)
  await withContent(person)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office' })
  const headers = await staffHeaders(app, account)
  const read = await app.call(readPublishedFile, { params: { kind: 'invoice', recordid: id }, headers })
  const { url } = read.body.file
  const { statusCode, rawPayload } = await app.http.inject({ url, headers })
  expect([statusCode, rawPayload.equals(png)]).toEqual([200, true])
  expect((await app.http.inject({ url })).statusCode).toBe(401)
  expect((await app.http.inject({ url, headers: await staffHeaders(app, account) })).statusCode).toBe(404)
  expect((await app.http.inject({ url: url.replace('/file/', '/original/'), headers })).statusCode).toBe(404)
  expect((await app.http.inject({ url: url.replace('/file/', '/secret/'), headers })).statusCode).toBe(404)
})
