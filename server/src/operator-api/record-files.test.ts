import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { operatorRoot } from '@portico/contract/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { anOperator, type Operator, openPortal } from '../../test/fixtures/operator.ts'
import { losingCommits, type TestDatabase } from '../../test/servers/database.ts'
import { buildApp } from '../app.ts'
import { root } from '../installation/installation.ts'
import { openDb } from '../kernel/database/db.ts'

const app = await testApp()
let call: Operator
let files: string[]

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const upload = async (name: string, content: Buffer | string, by = call) =>
  String((await by('POST', `/files?name=${name}`, content)).json.path)
/** How many files were stored since the test began. */
const kept = async () => (await app.storedKeys()).filter(key => !files.includes(key)).length

const body = { contact: 'c', title: 'x', description: 'x', createdOn: '2026-02-01' }
const put = (more: object) => call('PUT', '/tickets/t', { ...body, ...more })
type Answered = { name: string; size: number; mediaType: string; sha256: string; url: string }
const attachments = (answer: { json: Record<string, unknown> }) => answer.json.attachments as Answered[]
/** Reads the content at a file's URL. */
const opened = async (url: string, by = call) => by('GET', url.replace(operatorRoot, ''))

beforeEach(async () => {
  call = await anOperator(app)
  await openPortal(app, call)
  await call('PUT', '/contacts/c', { portal: 'p', companyName: 'C' })
  files = await app.storedKeys()
})

test('an upload becomes the file of one record and can be read there', async () => {
  const path = await upload('foto.png', png)
  const answer = await put({ attachments: [{ path }], description: '<img src="attachment:foto.png">' })
  const [file = expect.fail()] = attachments(answer)
  expect(file).toEqual({
    name: 'foto.png',
    size: png.length,
    mediaType: 'image/png',
    sha256: sha256(png),
    url: expect.stringContaining('/tickets/t/files/'),
  })
  const content = await opened(file.url)
  expect(content.bytes.equals(png)).toBe(true)
  expect(content.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(await kept()).toBe(1)
  const again = await call('PUT', '/tickets/u', { ...body, attachments: [{ path }] })
  expect(again.problem).toMatchObject({ status: 404, errors: [{ path: 'body.attachments.0.path' }] })
})

test('a record keeps its files, even if the connection is lost during the commit', async () => {
  const http = await buildApp({ ...app.deps, database: losingCommits(app.database) })
  const { serviceCompanyId } = call
  const losing = await anOperator({ ...app, http }, { serviceCompanyId })
  const sent = await app.http.inject({
    method: 'POST',
    url: `${operatorRoot}/files?name=a.txt`,
    headers: { authorization: `Bearer ${losing.key}`, 'content-type': 'text/plain' },
    payload: 'uno',
  })
  const attachment = sent.json()
  expect((await losing('PUT', '/tickets/t', { ...body, attachments: [attachment] })).problem.status).toBe(503)
  const [file = expect.fail()] = attachments(await call('GET', '/tickets/t'))
  expect((await opened(file.url)).text).toBe('uno')
  await http.close()
})

test('an upload is not copied, and a file that is copied slowly outlasts the idle limit of other transactions', async () => {
  const path = await upload('foto.png', png)
  const database = openDb({
    connection: (app.database as TestDatabase).connection,
    idleTransactionTimeout: 150,
    log: () => {},
  })
  const puts: string[] = []
  const storage = {
    ...app.storage,
    put: async (key: string, body: Readable) => {
      puts.push(key)
      await setTimeout(400)
      return app.storage.put(key, body)
    },
  }
  const http = await buildApp({ ...app.deps, database, storage })
  const { serviceCompanyId } = call
  const slow = await anOperator({ ...app, http }, { serviceCompanyId })
  const sent = await app.http.inject({
    method: 'POST',
    url: `${operatorRoot}/files?name=foto.png`,
    headers: { authorization: `Bearer ${slow.key}`, 'content-type': 'image/png' },
    payload: png,
  })
  const attachment = sent.json()
  const answer = await slow('PUT', '/tickets/slow', { ...body, attachments: [attachment, attachment] })
  expect(answer.status).toBe(201)
  // Only the second file of the same upload.
  expect(puts).toHaveLength(1)
  const files = attachments(answer)
  for (const file of files) expect((await opened(file.url)).bytes.equals(png)).toBe(true)
  expect((await call('DELETE', '/tickets/slow')).status).toBe(204)
  expect((await call('PUT', '/tickets/t', { ...body, attachments: [{ path }] })).status).toBe(201)
  expect(await kept()).toBe(1)
  await http.close()
  await database.close()
})

test('an upload stays if its record is refused', async () => {
  const path = await upload('foto.png', png)
  const invoice = { contact: 'c', documentNumber: '1', total: 1, invoiceDate: '2026-01-31', file: { path } }
  const refused = await call('PUT', '/invoices/i', {
    ...invoice,
    total: 1e11,
    invoiceDate: '9999-12-31T00:00:00Z',
    externalId: 'x'.repeat(201),
  })
  expect(refused.problem.status).toBe(400)
  const [file] = [(await call('PUT', '/invoices/i', invoice)).json.file] as [Answered]
  expect((await opened(file.url)).bytes.equals(png)).toBe(true)
})

test('a record can be put again with the whole reply of its upload', async () => {
  const attachment = (await call('POST', '/files?name=a.txt', 'uno')).json
  const first = await put({ attachments: [attachment] })
  const again = await put({ attachments: [attachment] })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await kept()).toBe(1)
  expect((await call('PUT', '/tickets/u', { ...body, attachments: [attachment] })).problem.status).toBe(404)
})

test('a file is kept by its object, URL or hash, renamed, reordered and removed', async () => {
  const [a, b] = [await upload('a.txt', 'uno'), await upload('b.txt', 'due')]
  const [first = expect.fail(), second = expect.fail()] = attachments(
    await put({ attachments: [{ path: a }, { path: b }] }),
  )
  const turned = await put({ attachments: [{ url: second.url }, { sha256: first.sha256 }] })
  expect(attachments(turned)).toEqual([second, first])
  expect(await kept()).toBe(2)
  const renamed = attachments(await put({ attachments: [{ ...first, name: 'c.txt' }] }))
  expect(renamed).toEqual([{ ...first, name: 'c.txt', url: expect.any(String) }])
  expect((await opened(renamed[0]?.url ?? '')).text).toBe('uno')
  expect((await opened(second.url)).problem.status).toBe(404)
  expect(await kept()).toBe(1)
  expect(attachments(await put({}))).toBeNull()
  expect(await kept()).toBe(0)
})

test('the same picture of several people at once is stored once', async () => {
  const paths = await Promise.all([1, 2, 3, 4, 5].map(() => upload('a.png', png)))
  const answers = await Promise.all(
    paths.map((path, n) => call('PUT', `/staff/s${n}`, { firstName: 'A', lastName: 'B', picture: { path } })),
  )
  expect(answers.map(({ status, text }) => status === 201 || text)).toEqual(paths.map(() => true))
  expect(await kept()).toBe(1)
})

test('a picture is kept by its object, and a file name that contradicts the content is refused', async () => {
  const staff = (picture: unknown) => call('PUT', '/staff/s', { firstName: 'A', lastName: 'B', picture })
  const { picture } = (await staff({ path: await upload('a.png', png) })).json
  expect(picture).toMatchObject({ mediaType: 'image/png', sha256: null, url: expect.any(String) })
  expect((await staff(picture)).json.picture).toEqual(picture)
  expect((await opened((picture as Answered).url)).bytes.equals(png)).toBe(true)
  expect((await staff({ path: await upload('a.txt', 'x') })).problem).toMatchObject({
    status: 400,
    errors: [{ path: 'body.picture' }],
  })
  const lie = await put({ attachments: [{ path: await upload('a.txt', 'x'), name: 'a.png' }] })
  expect(lie.problem).toMatchObject({
    status: 415,
    code: 'file_type_refused',
    errors: [{ path: 'body.attachments.0' }],
  })
})

test('an invoice has a file and an original, each kept and removed independently', async () => {
  const invoice = { contact: 'c', documentNumber: '1', total: 1, invoiceDate: '2026-01-31' }
  const file = { path: await upload('f.pdf', '%PDF-1.7') }
  const path = await upload('f.xml', '<FatturaElettronica/>')
  const made = await call('PUT', '/invoices/i', { ...invoice, file, original: { path } })
  const [document, original] = [made.json.file, made.json.original] as Answered[]
  expect(original).toMatchObject({ name: 'f.xml', mediaType: 'application/octet-stream' })
  const content = await opened(original?.url ?? '')
  expect(content.text).toBe('<FatturaElettronica/>')
  expect(content.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment;/),
    'x-content-type-options': 'nosniff',
  })
  const put = (more: object) => call('PUT', '/invoices/i', { ...invoice, ...more })
  expect((await put({ file: document, original: { url: original?.url } })).text).toBe(made.text)
  const lie = await put({ file: document, original: document })
  expect(lie.problem).toMatchObject({ status: 415, code: 'file_type_refused', errors: [{ path: 'body.original' }] })
  expect((await call('GET', '/invoices/i')).text).toBe(made.text)
  expect(await kept()).toBe(2)
  expect((await put({ file: document })).json).toMatchObject({ file: document, original: null })
  expect(await kept()).toBe(1)
  await put({ file: document, original: { path: await upload('f.xml', '<FatturaElettronica/>') } })
  expect((await call('DELETE', '/invoices/i')).status).toBe(204)
  expect(await kept()).toBe(0)
})

test('a record type with a single file', async () => {
  const invoice = { contact: 'c', documentNumber: '1', total: 1.1, invoiceDate: '2026-01-31' }
  const file = { path: await upload('f.pdf', '%PDF-1.7') }
  const made = await call('PUT', '/invoices/i', { ...invoice, file })
  expect(made.json).toMatchObject({ total: 1.1, file: { name: 'f.pdf', mediaType: 'application/pdf' } })
  const shared = await call('PUT', '/publicFiles/f', {
    portal: 'p',
    file: { path: await upload('g.txt', 'x'), name: 'h.txt' },
  })
  expect(shared.json).toMatchObject({ file: { name: 'h.txt', size: 1 } })
  const { documentName } = (
    await call('PUT', '/documents/d', {
      contact: 'c',
      createDate: '2026-01-31',
      file: { path: await upload('nome.txt', 'x') },
    })
  ).json
  expect(documentName).toBe('nome.txt')
  expect(await kept()).toBe(3)
  for (const url of ['/invoices/i', '/publicFiles/f', '/documents/d'])
    expect((await call('DELETE', url)).status).toBe(204)
  expect(await kept()).toBe(0)
})

test('only its own key can use an upload, and only its own company can read a file', async () => {
  const stranger = await anOperator(app)
  const sister = await anOperator(app, { serviceCompanyId: call.serviceCompanyId })
  for (const other of [stranger, sister]) {
    const path = await upload('a.txt', 'theirs', other)
    expect((await put({ attachments: [{ path }] })).problem).toMatchObject({ status: 404 })
  }
  const [file = expect.fail()] = attachments(await put({ attachments: [{ path: await upload('a.txt', 'uno') }] }))
  expect((await opened(file.url, sister)).text).toBe('uno')
  expect((await opened(file.url, stranger)).problem.status).toBe(404)
  expect((await opened(`${file.url}x`)).problem.status).toBe(404)
  expect((await app.http.inject({ url: file.url })).statusCode).toBe(401)
  // A hash matches only files of the same record.
  const other = await call('PUT', '/tickets/u', { ...body, attachments: [{ sha256: file.sha256 }] })
  expect(other.problem).toMatchObject({ status: 400, errors: [{ path: 'body.attachments.0' }] })
})

test('a document signed elsewhere is returned with its seal and evidence, and putting it back changes nothing', async () => {
  const pdf = await readFile(join(root, 'demo/files/verbale-prova-fumi.pdf'))
  const signed = {
    contact: 'c',
    file: { path: await upload('v.pdf', pdf) },
    firstName: 'Anna',
    lastName: 'Bassi',
    sentOn: '2026-02-01',
    status: 'signed',
    signedOn: '2026-02-02 10:00',
  }
  const made = await call('PUT', '/documentsToSign/s', signed)
  expect(made.json).toMatchObject({ status: 'signed', signedOn: '2026-02-02T09:00:00.000Z', documentName: 'v' })
  const sealed = made.json.signedFile as Answered
  expect((await opened(sealed.url)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const again = await call('PUT', '/documentsToSign/s', made.json)
  expect([again.status, again.text]).toEqual([200, made.text])
  const changed = await call('PUT', '/documentsToSign/s', { ...made.json, status: 'declined', signedOn: null })
  expect(changed.problem).toMatchObject({ status: 400, errors: [{ path: 'body.status' }] })
  const other = { path: await upload('w.pdf', '%PDF-1.7') }
  const exchanged = await call('PUT', '/documentsToSign/s', { ...made.json, file: other })
  expect(exchanged.problem).toMatchObject({ status: 400, errors: [{ path: 'body.file' }] })
  expect((await call('GET', '/documentsToSign/s')).text).toBe(made.text)
})
