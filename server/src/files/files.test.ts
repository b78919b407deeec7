import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { logout } from '@portico/contract/auth'
import { readFile, readPicture } from '@portico/contract/files'
import { fileSizeMax } from '@portico/contract/shapes'
import { createTicket, uploadCommentAttachment, uploadTicketAttachment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { anAddress, multipart, png, rowCounts, testApp } from '../../test/fixtures/app.ts'
import { aFile, aPicture, aUser, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { sweepFiles } from './sweep.ts'

const app = await testApp()
const { database, storage, clock, call } = app
const HOUR = 3_600_000
const MAX = fileSizeMax

const sent = (person: Person, ...parts: Parameters<typeof multipart>) => ({
  params: person.here,
  ...multipart(...parts),
})
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

const uploaded = async (person: Person, filename: string, content: Buffer | string) =>
  (await (await app.as(person))(uploadTicketAttachment, sent(person, { filename, content }))).body

/** A signed URL as parameters of the endpoint. */
const parts = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  const [fileid = '', name = ''] = pathname.split('/').slice(3).map(decodeURIComponent)
  return { params: { fileid, name }, query: Object.fromEntries(searchParams) as Record<'m' | 'n' | 'e' | 's', string> }
}
const opened = (url: string, headers: Record<string, string> = {}) => call(readFile, { ...parts(url), headers })

const untouched = async (work: () => Promise<{ problem: unknown }>, expected: object) => {
  const [before, stored] = [await rowCounts(app), await app.storedKeys()]
  expect((await work()).problem).toMatchObject(expected)
  expect(await rowCounts(app)).toEqual(before)
  expect(await app.storedKeys()).toEqual(stored)
}

test.each([
  ['ticket', uploadTicketAttachment.path],
  ['comment', uploadCommentAttachment.path],
] as const)('an upload for a %s returns id, name, size and a valid signed URL', async (_, path) => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { body } = await mine(
    { ...uploadTicketAttachment, path },
    sent(person, { filename: 'C:\\foto è.PNG', content: png }),
  )
  expect(body).toMatchObject({ name: 'foto è.PNG', size: png.length })
  const answer = await app.http.inject({ url: body.url })
  expect(answer.rawPayload.equals(png)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': `inline; filename="foto e.PNG"; filename*=UTF-8''foto%20%C3%A8.PNG`,
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=1800',
    'accept-ranges': 'bytes',
  })
})

test.each([
  ['foto.png', zip],
  ['foto.gif', '<script>alert(1)</script>'],
  ['contratto.pdf', zip],
  ['archivio.zip', png],
  ['programma.exe', 'MZ'],
  ['innocuo.txt', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ['script.sh', 'echo'],
  ['lista.txt', '#!/bin/sh\n'],
  ['foto.png.exe ', png],
  ['foto.exe.', png],
])('%s is refused because of its type', async (filename, content) => {
  const person = await aUser(database)
  const mine = await app.as(person)
  await untouched(() => mine(uploadTicketAttachment, sent(person, { filename, content })), {
    status: 415,
    code: 'file_type_refused',
  })
})

test.each([
  ['disegno.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['pagina.html', '<script>alert(1)</script>'],
  ['stile.xml', '<?xml-stylesheet href="javascript:1"?>'],
  ['foto', png],
  ['note.txt', 'ciao'],
])('%s is stored, but served as a download only', async (filename, content) => {
  const person = await aUser(database)
  const { url } = await uploaded(person, filename, content)
  const { headers } = await app.http.inject({ url })
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(headers['content-security-policy']).toMatch(/sandbox/)
})

test('a PDF is shown inline and can be framed only by the portal', async () => {
  const { url } = await uploaded(await aUser(database), 'contratto.pdf', pdf)
  const { headers } = await app.http.inject({ url })
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline;/),
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  })
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
})

test('a file name cannot break out of its header or folder', async () => {
  const person = await aUser(database)
  const { name, url } = await uploaded(person, '../../etc/x%0d%0aset-cookie: a=b\u202Egnp.txt', 'x')
  expect(name).not.toMatch(/[/\\\u202E]/)
  const { headers } = await app.http.inject({ url })
  expect(headers['set-cookie']).toBeUndefined()
})

test('anything but one file in the field `file` is refused', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const refusal = { status: 400, code: 'invalid_request' }
  const file = { filename: 'foto.png', content: png }
  const post = (more: object) => mine(uploadTicketAttachment, { params: person.here, ...more })
  await untouched(() => post({}), refusal)
  await untouched(() => post({ body: { file: 'x' } }), refusal)
  await untouched(() => post({ body: 'x', headers: { 'content-type': 'text/plain' } }), refusal)
  await untouched(() => post(multipart()), refusal)
  await untouched(() => post(multipart({ name: 'file', content: 'a field' })), refusal)
  await untouched(() => post(multipart({ ...file, name: 'other' })), refusal)
  await untouched(() => post(multipart(file, file)), refusal)
  await untouched(() => post(multipart(file, file, file)), refusal)
  await untouched(() => post(multipart(file, { ...file, name: 'other' })), refusal)
  await untouched(() => post(multipart({ ...file, name: '__proto__' })), refusal)
  await untouched(
    () => post(multipart(...Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, content: 'x' })), file)),
    refusal,
  )
  const { body, headers } = multipart(file)
  await untouched(() => post({ headers, body: body.subarray(0, -20) }), refusal)
  await untouched(() => post({ headers, body: Buffer.alloc(0) }), refusal)
  await untouched(() => post({ body, headers: { 'content-type': 'multipart/form-data' } }), refusal)
})

test('fields beside the file are ignored', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { body } = await mine(
    uploadTicketAttachment,
    sent(
      person,
      { name: 'purpose', content: 'comment' },
      { filename: 'foto.png', content: png },
      { name: 'n', content: 'x' },
    ),
  )
  expect(body.size).toBe(png.length)
})

test('an empty file is refused', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const empty = sent(person, { filename: 'vuoto.txt', content: '' })
  await untouched(() => mine(uploadTicketAttachment, empty), { status: 422, code: 'file_empty' })
})

test('a user can have a limited number of unused uploads', async () => {
  const person = await aUser(database)
  for (let i = 0; i < 200; i += 1) await aFile(database, person)
  const mine = await app.as(person)
  const one = sent(person, { filename: 'a.png', content: png })
  await untouched(() => mine(uploadTicketAttachment, one), { status: 429, code: 'too_many_requests' })
  await database.run(sql`update file set claimed = true where uploader_web_user_id = ${person.webUserId}`)
  expect((await mine(uploadTicketAttachment, one)).status).toBe(201)
})

test('parallel uploads cannot bypass the limit of unused uploads', async () => {
  const person = await aUser(database)
  for (let i = 0; i < 195; i += 1) await aFile(database, person)
  const mine = await app.as(person)
  const before = await app.storedKeys()
  const one = sent(person, { filename: 'a.png', content: png })
  const answers = await Promise.all(Array.from({ length: 60 }, () => mine(uploadTicketAttachment, one)))
  const kept = answers.filter(({ status }) => status === 201).length
  expect(kept).toBeGreaterThanOrEqual(5)
  // As many transactions as the pool has connections may count at the same time.
  expect(kept).toBeLessThan(5 + 10)
  expect(await app.storedKeys()).toHaveLength(before.length + kept)
  await database.run(sql`update file set claimed = true where uploader_web_user_id = ${person.webUserId}`)
})

test('a file of 25 MB is accepted, one byte more is refused', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const big = Buffer.alloc(MAX + 1, 'x')
  const { body } = await mine(uploadTicketAttachment, sent(person, { filename: 'a.txt', content: big.subarray(1) }))
  expect(body.size).toBe(MAX)
  const tooBig = sent(person, { filename: 'a.txt', content: big })
  await untouched(() => mine(uploadTicketAttachment, tooBig), { status: 413, code: 'file_too_large' })
})

const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

const post = (person: Person, token: string, body: FormData) =>
  fetch(`${origin}/api/${person.company}/${person.contactId}/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })

test.each([MAX + 1, 2 * MAX])('over a socket, a file of %i bytes gets a complete response', async size => {
  const person = await aUser(database)
  const { token } = await app.as(person)
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(size, 'x')]), 'grande.txt')
  const answer = await post(person, token, form)
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'file_too_large' })
})

test('over a socket, a refused type gets a response before the whole file has been read', async () => {
  const person = await aUser(database)
  const { token } = await app.as(person)
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(8 * 1024 * 1024, 'x')]), 'foto.png')
  const answer = await post(person, token, form)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'file_type_refused'])
})

/** Lists the files that are being written. */
const unfinished = () => readdir(join(dirname(app.deps.webDir), 'unfinished'))

test('over a socket, an interrupted upload leaves nothing behind', async () => {
  const person = await aUser(database)
  const { token } = await app.as(person)
  const [before, stored] = [await rowCounts(app), await app.storedKeys()]
  const { body, headers } = multipart({ filename: 'a.txt', content: Buffer.alloc(1024 * 1024, 'x') })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const head = [
    `POST /api/${person.company}/${person.contactId}/documents/upload HTTP/1.1`,
    'host: portal',
    `authorization: Bearer ${token}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, body.length / 2))
  await expect.poll(async () => (await unfinished()).length, { timeout: 60_000 }).toBe(1)
  socket.destroy()
  await expect.poll(async () => (await unfinished()).length, { timeout: 60_000 }).toBe(0)
  expect(await rowCounts(app)).toEqual(before)
  expect(await app.storedKeys()).toEqual(stored)
})

test('a signed URL is valid for at least an hour and is the same for half an hour', async () => {
  clock.set('2026-03-02T09:00:00Z')
  const person = await aUser(database)
  const { id, url } = await uploaded(person, 'foto.png', png)
  clock.pass(HOUR)
  expect((await opened(url)).status).toBe(200)
  clock.pass(HOUR / 2)
  expect((await opened(url)).problem).toMatchObject({ status: 404, code: 'not_found' })
  expect(id).toBeGreaterThan(0)
})

test('a forged or altered signed URL is not found', async () => {
  const person = await aUser(database)
  const { id, url } = await uploaded(person, 'foto.png', png)
  const other = await uploaded(await aUser(database), 'foto.png', png)
  const { params, query } = parts(url)
  for (const [more, at] of [
    [{ s: 'x' }, id],
    [{ s: '' }, id],
    [{ s: query.s.slice(0, -1) }, id],
    [{ e: String(Number(query.e) + 3600) }, id],
    [{ e: 'NaN' }, id],
    [{ m: String(Number(query.m) + 1) }, id],
    [{ n: String(Number(query.n) + 1) }, id],
    [{}, other.id],
    [{ s: parts(other.url).query.s }, id],
  ] as const) {
    const { problem } = await call(readFile, { params: { ...params, fileid: at }, query: { ...query, ...more } })
    expect(problem).toMatchObject({ status: 404, code: 'not_found' })
  }
  const { problem } = await call(readFile, { params, query: {} })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('the permissions of the reader are checked at every access', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const mine = await app.as(person)
  const file = await uploaded(person, 'foto.png', png)
  const theirs = await app.addressFor(colleague, { id: file.id, name: 'foto.png' })
  expect((await opened(theirs)).problem.status).toBe(404)
  const body = { title: 'x', description: 'x', taskTypeId: person.taskTypeId, attachments: [file.id] }
  await mine(createTicket, { params: person.here, body })
  expect((await opened(theirs)).status).toBe(200)
  await setFlags(database, colleague, { administrator: false })
  expect((await opened(theirs)).problem.status).toBe(404)
  await database.run(sql`update membership set active = false where id = ${person.membershipId}`)
  expect((await opened(file.url)).problem.status).toBe(404)
})

test('a signed URL ends with the session that it was issued to, and with no other', async () => {
  const person = await aUser(database)
  const [mine, other] = [await app.as(person), await app.as(person)]
  const { body } = await mine(uploadTicketAttachment, sent(person, { filename: 'foto.png', content: png }))
  const again = await app.addressFor(person, { id: body.id, name: 'foto.png' })
  expect((await opened(body.url)).status).toBe(200)
  await other(logout, {})
  expect((await opened(body.url)).status).toBe(200)
  await mine(logout, {})
  expect((await opened(body.url)).problem).toMatchObject({ status: 404, code: 'not_found' })
  expect((await opened(again)).status).toBe(200)
  clock.pass(12 * HOUR + 1000)
  const later = await app.addressFor(person, { id: body.id, name: 'foto.png' })
  expect((await opened(later)).status).toBe(200)
  // Another user's session does not open this reader's file.
  const stranger = await app.addressFor(await aUser(database, { contact: person }), { id: body.id, name: 'foto.png' })
  const mixed = { ...parts(later).query, n: parts(stranger).query.n }
  expect((await call(readFile, { params: parts(later).params, query: mixed })).problem.status).toBe(404)
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ['bytes=5-2', 200, '0123456789', undefined],
  ['lines=1-2', 200, '0123456789', undefined],
])('range %s returns %i', async (range, status, text, contentRange) => {
  const { url } = await uploaded(await aUser(database), 'a.txt', '0123456789')
  const answer = await opened(url, { range })
  expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange])
  expect(answer.headers['content-length']).toBe(String(text.length))
})

test('a file whose content is missing is not found, and the response has no headers of the file', async () => {
  const { id, url } = await uploaded(await aUser(database), 'foto.png', png)
  const { key } = await database.one<{ key: string }>(sql`select storage_key as key from file where id = ${id}`)
  await storage.remove([key])
  const { problem, headers } = await opened(url)
  expect(problem.code).toBe('not_found')
  expect(headers['content-disposition']).toBeUndefined()
  expect(headers['cache-control']).toBe('no-store')
})

test('HEAD of a file returns its size and no body', async () => {
  const { url } = await uploaded(await aUser(database), 'foto.png', png)
  const answer = await fetch(origin + url, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a picture is public and cached permanently', async () => {
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([png]))
  const picture = await aPicture(database, await aUser(database), { storageKey, size: png.length })
  const { status, headers } = await call(readPicture, { params: { picture: picture.name } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
  for (const name of ['none.png', '../x', '%00', 'x'.repeat(299), 'x'.repeat(3000)]) {
    expect((await call(readPicture, { params: { picture: name }, address: anAddress() })).problem.status).toBe(404)
  }
})

test('the sweep deletes unused uploads and objects without a row after a day, and keeps used files', async () => {
  clock.set(new Date())
  const person = await aUser(database)
  const mine = await app.as(person)
  const [used, unused] = [await uploaded(person, 'a.png', png), await uploaded(person, 'b.png', png)]
  const body = { title: 'x', description: 'x', taskTypeId: person.taskTypeId, attachments: [used.id] }
  await mine(createTicket, { params: person.here, body })
  const orphan = newStorageKey()
  await storage.put(orphan, Readable.from(['x']))
  const there = async (id: number) =>
    (await database.one<{ there: boolean }>(sql`select exists (select from file where id = ${id}) as there`)).there

  await sweepFiles(app.deps)
  expect([await there(unused.id), (await app.storedKeys()).includes(orphan)]).toEqual([true, true])
  clock.pass(25 * HOUR)
  await sweepFiles(app.deps)
  expect([await there(used.id), await there(unused.id)]).toEqual([true, false])
  const { keys } = await database.one<{ keys: string[] }>(sql`select array_agg(storage_key) as keys from (
    select storage_key from file union all select storage_key from picture) k`)
  expect((await app.storedKeys()).every(key => keys.includes(key))).toBe(true)
  const again = await app.addressFor(person, { id: used.id, name: 'a.png' })
  expect((await opened(again)).status).toBe(200)
})

test('the sweep keeps objects that any table references by storage key, including tables added later', async () => {
  await database.run(sql`create table tomorrow (storage_key text not null)`)
  const key = newStorageKey()
  await storage.put(key, Readable.from(['x']))
  await database.run(sql`insert into tomorrow values (${key})`)
  clock.set(new Date())
  clock.pass(25 * HOUR)
  await sweepFiles(app.deps)
  expect(await app.storedKeys()).toContain(key)
  await database.run(sql`drop table tomorrow`)
})

test('the sweep goes on where other software has a table with a storage key of another type', async () => {
  await database.run(sql`create table of_other_software (storage_key uuid)`)
  const orphan = newStorageKey()
  await storage.put(orphan, Readable.from(['x']))
  clock.set(new Date())
  clock.pass(25 * HOUR)
  await sweepFiles(app.deps)
  expect(await app.storedKeys()).not.toContain(orphan)
  await database.run(sql`drop table of_other_software`)
})
