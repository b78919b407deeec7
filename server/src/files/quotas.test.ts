import { uploadDocument } from '@portico/contract/documents'
import { uploadTicketAttachment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { multipart, testApp } from '../../test/fixtures/app.ts'
import { aUser, type Person } from '../../test/fixtures/factories.ts'
import { anOperator, openPortal } from '../../test/fixtures/operator.ts'
import { cleanUp } from '../cleanup.ts'
import { sql } from '../kernel/database/db.ts'
import { compactStoredBytes, storedBytes } from './stored-bytes-queries.ts'

// Quotas keep one service company from filling the disk that all share.

const QUOTA = 10_000
const app = await testApp({ storageQuota: QUOTA, importMax: 5000 })
const { database } = app
const ndjson = { 'content-type': 'application/x-ndjson' }

const sent = (person: Person, bytes: number) => ({
  params: person.here,
  ...multipart({ filename: 'a.txt', content: 'x'.repeat(bytes) }),
})
/** The bytes counted for a company, and the actual size of its files. */
const counted = (company: number) =>
  database.one<{ counted: number; kept: number }>(sql`select
    (select coalesce(sum(bytes), 0)::int from stored_bytes where service_company_id = ${company}) as counted,
    (select coalesce(sum(size), 0)::int from (
      select size from file where service_company_id = ${company}
      union all select size from picture where service_company_id = ${company}
      union all select size from public_file where service_company_id = ${company}
      union all select size from operator_upload where service_company_id = ${company}) kept) as kept`)
const full = { status: 507, code: 'storage_full' }

test('an upload over the quota of the company is refused and leaves nothing behind', async () => {
  const [person, neighbour] = [await aUser(database), await aUser(database)]
  const mine = await app.as(person)
  expect((await mine(uploadTicketAttachment, sent(person, 6000))).status).toBe(201)
  const before = await app.storedKeys()
  expect((await mine(uploadTicketAttachment, sent(person, 4001))).problem).toMatchObject(full)
  expect((await mine(uploadDocument, sent(person, 4001))).problem).toMatchObject(full)
  expect(await app.storedKeys()).toEqual(before)
  expect((await mine(uploadDocument, sent(person, 4000))).status).toBe(201)
  expect((await mine(uploadDocument, sent(person, 1))).problem).toMatchObject(full)
  expect((await (await app.as(neighbour))(uploadDocument, sent(neighbour, 6000))).status).toBe(201)

  await database.run(sql`update service_company set storage_quota = 20000 where id = ${person.serviceCompanyId}`)
  expect((await mine(uploadDocument, sent(person, 6000))).status).toBe(201)
})

test('freed space can be used at once', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  await mine(uploadTicketAttachment, sent(person, 10_000))
  expect((await mine(uploadTicketAttachment, sent(person, 1))).problem).toMatchObject(full)
  app.clock.pass(25 * 3_600_000)
  await cleanUp(app.deps)
  const again = await app.as(person)
  expect((await again(uploadTicketAttachment, sent(person, 10_000))).status).toBe(201)
})

test('the counted bytes match the files through every change, also while they are summed up', async () => {
  const operator = await anOperator(app)
  const { serviceCompanyId } = operator
  await openPortal(app, operator)
  const upload = async (bytes: number) => {
    const answer = await operator('POST', '/files?name=a.txt', 'x'.repeat(bytes))
    return { path: String(answer.json.path), name: 'a.txt' }
  }
  const put = async (path: string, body: object) => {
    const { status, text } = await operator('PUT', path, body)
    expect([200, 201], text).toContain(status)
  }
  await put('/contacts/c', { portal: 'p', companyName: 'C' })
  await put('/publicFiles/f', { portal: 'p', file: await upload(500) })
  await put('/documents/d', { contact: 'c', documentName: 'd', createDate: '2026-02-01', file: await upload(70) })
  await upload(3)
  expect(await counted(serviceCompanyId)).toEqual({ counted: 573, kept: 573 })
  await Promise.all([
    put('/publicFiles/f', { portal: 'p', file: await upload(900) }),
    compactStoredBytes(database),
    compactStoredBytes(database),
    upload(20),
  ])
  expect(await counted(serviceCompanyId)).toEqual({ counted: 993, kept: 993 })
  expect((await operator('DELETE', '/documents/d')).status).toBe(204)
  expect((await operator('DELETE', '/publicFiles/f')).status).toBe(204)
  expect(await counted(serviceCompanyId)).toEqual({ counted: 23, kept: 23 })
  await compactStoredBytes(database)
  const rows = await database.many(sql`select bytes from stored_bytes where service_company_id = ${serviceCompanyId}`)
  expect(rows).toEqual([{ bytes: 23 }])
})

test('the operator API refuses uploads over the quota, and imports when the quota is used up', async () => {
  const operator = await anOperator(app)
  await operator('POST', '/files?name=a.txt', 'x'.repeat(9999))
  expect((await operator('POST', '/files?name=a.txt', 'xx')).problem).toMatchObject(full)
  expect((await operator('POST', '/import', '{}', ndjson)).status).toBe(202)
  await operator('POST', '/files?name=a.txt', 'x')
  const before = await app.storedKeys()
  expect((await operator('POST', '/import', '{}', ndjson)).problem).toMatchObject(full)
  expect(await app.storedKeys()).toEqual(before)
  await app.delivered()
})

test('unused uploads of a company are limited in number and bytes, without effect on other companies', async () => {
  const [operator, other] = [await anOperator(app), await anOperator(app)]
  const { serviceCompanyId, apiKeyId } = operator
  const waiting = (number: number, bytes: number) =>
    database.run(sql`insert into operator_upload (service_company_id, api_key_id, name, size, sha256, storage_key, created_at)
      select ${serviceCompanyId}, ${apiKeyId}, 'a.txt', ${bytes}, '\\x', ${`bound ${serviceCompanyId} `} || n, ${app.clock.now()}
      from generate_series(1, ${number}) n`)
  const send = () => operator('POST', '/files?name=a.txt', 'x')
  await database.run(sql`update service_company set storage_quota = 1e15 where id = ${serviceCompanyId}`)

  await waiting(1998, 1)
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429])
  const { headers, problem } = await send()
  expect(problem).toMatchObject({ code: 'too_many_requests', detail: expect.stringContaining('2000 files and 2 GB') })
  expect(headers['retry-after']).toBe('600')
  expect((await other('POST', '/files?name=a.txt', 'x')).status).toBe(201)

  await database.run(sql`delete from operator_upload where service_company_id = ${serviceCompanyId}`)
  await waiting(1, 2 * 1024 ** 3 - 1)
  expect((await send()).status).toBe(201)
  expect((await send()).problem).toMatchObject({ code: 'too_many_requests' })
})

test('an import has a maximum size, with or without a Content-Length', async () => {
  const operator = await anOperator(app)
  const before = await app.storedKeys()
  const refused = { status: 413, code: 'file_too_large', detail: expect.stringContaining('4.9 KB at most') }
  expect((await operator('POST', '/import', 'x'.repeat(5001), ndjson)).problem).toMatchObject(refused)
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const chunks = async function* () {
    for (let n = 0; n < 6; n += 1) yield Buffer.from('x'.repeat(1000))
  }
  const answer = await fetch(`${origin}/api/operator/v1/import`, {
    method: 'POST',
    headers: { ...ndjson, authorization: `Bearer ${operator.key}` },
    body: ReadableStream.from(chunks()),
    duplex: 'half',
  } as RequestInit)
  expect(await answer.json()).toMatchObject(refused)
  expect(await app.storedKeys()).toEqual(before)
  expect((await operator('POST', '/import', 'x'.repeat(5000), ndjson)).status).toBe(202)
  await app.delivered()
})

test('the metrics contain the stored bytes of each company', async () => {
  const person = await aUser(database)
  await database.run(sql`update service_company set external_id = 'measured' where id = ${person.serviceCompanyId}`)
  await (await app.as(person))(uploadDocument, sent(person, 123))
  expect(await storedBytes(database)).toContainEqual({ company: 'measured', bytes: 123, quota: null })
  const { body } = await app.http.inject({
    url: '/metrics',
    headers: { host: 'localhost' },
    remoteAddress: '127.0.0.1',
  })
  expect(body).toContain('portico_stored_bytes{company="measured"} 123')
})
