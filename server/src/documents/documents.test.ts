import type { Buffer } from 'node:buffer'
import { type Document, listDocuments, uploadDocument } from '@portico/contract/documents'
import { expect, test } from 'vitest'
import { multipart, png, rowCounts, testApp } from '../../test/fixtures/app.ts'
import { aContact, aFile, aPortal, aUser, every, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { aDocument } from '../../test/fixtures/records.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listDocuments, { params: person.here, query })
const namesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ documentName }) => documentName)

const send = async (person: Person, filename: string, content: Buffer | string = png, key?: string) => {
  const { body, headers } = multipart({ filename, content })
  const more: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return (await app.as(person))(uploadDocument, { params: person.here, body, headers: { ...headers, ...more } })
}
const opened = async ({ url }: Pick<Document, 'url'>) => (await app.http.inject({ url })).statusCode

test('a company file answers its name, date and URL', async () => {
  const person = await aUser(database)
  const { id, fileId } = await aDocument(database, person, { name: 'Planimetria.pdf', at: '2026-02-03T10:00:00Z' })
  const url = expect.stringContaining(`/api/files/${fileId}/foto.png?m=${person.membershipId}&`)
  expect((await ask(person)).body).toEqual([
    { id, documentName: 'Planimetria.pdf', createDate: '2026-02-03T10:00:00Z', url, replacedOn: null },
  ])
})

test('company files of another contact, portal or service company are neither listed nor counted', async () => {
  const person = await aUser(database)
  const sister = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  await aDocument(database, person, { name: 'ours' })
  for (const contact of [await aContact(database, person), await aContact(database, sister), await aContact(database)])
    await aDocument(database, await aUser(database, { contact }))
  const { body, headers } = await ask(person, { count: 1 })
  expect(body.map(({ documentName }) => documentName)).toEqual(['ours'])
  expect(headers['total-count']).toBe('1')
})

test('search matches any part of the name, ignores case and accents, takes wildcards literally', async () => {
  const person = await aUser(database)
  for (const name of ['Verità 100%.pdf', 'Elenco_badge.xlsx']) await aDocument(database, person, { name })
  expect(await namesOf(person, { q: 'VERITA' })).toEqual(['Verità 100%.pdf'])
  expect(await namesOf(person, { q: '%' })).toEqual(['Verità 100%.pdf'])
  expect(await namesOf(person, { q: '_' })).toEqual(['Elenco_badge.xlsx'])
  expect((await ask(person, { q: 'badge', count: 1 })).headers['total-count']).toBe('1')
})

test.each([
  ['createDate', ['b', 'À', 'c']],
  ['-createDate', ['c', 'À', 'b']],
  ['documentName', ['À', 'b', 'c']],
  ['-documentName', ['c', 'b', 'À']],
])('pages of two sorted by %s follow each other', async (sort, expected) => {
  const person = await aUser(database)
  for (const [name, day] of [
    ['b', 1],
    ['À', 2],
    ['c', 3],
  ] as const)
    await aDocument(database, person, { name, at: `2026-03-0${day}T10:00:00Z` })
  const first = await ask(person, { sort, limit: 2 })
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
  const cursor = new URL(next, 'http://portal').searchParams.get('cursor') ?? ''
  const second = await ask(person, { sort, limit: 2, cursor })
  expect([...first.body, ...second.body].map(({ documentName }) => documentName)).toEqual(expected)
  expect(second.headers.link).toBeUndefined()
})

test('names are sorted by the numbers in them, and found by numbers as they are written', async () => {
  const person = await aUser(database)
  for (const name of ['Verbale 10.pdf', 'verbale 2.pdf']) await aDocument(database, person, { name })
  await send(person, 'Verbale 3.png')
  expect(await namesOf(person, { sort: 'documentName' })).toEqual(['verbale 2.pdf', 'Verbale 3.png', 'Verbale 10.pdf'])
  expect(await namesOf(person, { q: 'verbale 10' })).toEqual(['Verbale 10.pdf'])
  expect(await namesOf(person, { q: 'verbale 3' })).toEqual(['Verbale 3.png'])
})

test('a list takes one statement beside the session check', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  await aDocument(database, person)
  expect(await app.statementsOf(() => mine(listDocuments, { params: person.here }))).toHaveLength(2)
})

test('an upload is a company file at once, for everybody who may see company files', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person, flags: every({ uploadContactDocuments: false }) })
  const { status, body } = await send(person, '../Foto è.PNG')
  expect([status, body.documentName, body.createDate]).toEqual([201, 'Foto è.PNG', '2026-03-02T08:30:00Z'])
  expect((await app.http.inject({ url: body.url })).rawPayload.equals(png)).toBe(true)
  const [mine] = (await ask(person)).body
  // The URL contains the session, so that of another answer differs.
  expect(mine).toEqual({ ...body, url: expect.stringMatching(/^\/api\/files\/\d+\//) })
  const [theirs] = (await ask(colleague)).body
  expect(theirs).toMatchObject({ id: body.id, documentName: 'Foto è.PNG' })
  expect(await opened(theirs ?? body)).toBe(200)
  await setFlags(database, colleague, { viewContactDocuments: false })
  expect(await opened(theirs ?? body)).toBe(404)
})

test('the URL of a company file fails for readers without the flag or the contact', async () => {
  const person = await aUser(database)
  const { body } = await send(person, 'a.png')
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const { id: fileId } = await database.one<{ id: number }>(
    sql`select file_id as id from document where id = ${body.id}`,
  )
  const theirs = await app.addressFor(neighbour, { id: fileId, name: 'a.png' })
  expect(await opened({ url: theirs })).toBe(404)
  // The flag of another section does not open it, not even to its uploader.
  await setFlags(database, person, { viewContactDocuments: false })
  expect(await opened(body)).toBe(404)
})

test.each([
  ['vuoto.txt', '', 422, 'file_empty'],
  ['foto.png', 'no picture', 415, 'file_type_refused'],
  ['setup.exe', 'MZ', 415, 'file_type_refused'],
] as const)('the upload %s is refused and leaves nothing behind', async (name, content, status, code) => {
  const person = await aUser(database)
  const [before, stored] = [await rowCounts(app), await app.storedKeys()]
  expect((await send(person, name, content)).problem).toMatchObject({ status, code })
  expect([await rowCounts(app), await app.storedKeys()]).toEqual([before, stored])
})

test('an upload repeated with its idempotency key is the same file; another file with that key is a conflict', async () => {
  const person = await aUser(database)
  const first = await send(person, 'a.png', png, 'once')
  const stored = await app.storedKeys()
  expect((await send(person, 'a.png', png, 'once')).body).toMatchObject({ ...first.body, url: expect.anything() })
  expect((await send(person, 'b.png', png, 'once')).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(await namesOf(person)).toEqual(['a.png'])
  expect(await app.storedKeys()).toEqual(stored)
  expect(await opened(first.body)).toBe(200)
})

test('a user can upload only 500 company files within 24 hours', async () => {
  const person = await aUser(database)
  await aFile(database, person, { purpose: 'document', at: clock.now() })
  await database.run(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name, media_type, inline, size, sha256,
      storage_key, uploader_web_user_id, created_at, claimed)
    select service_company_id, portal_id, contact_id, purpose, name, media_type, inline, size, sha256, storage_key || n,
      uploader_web_user_id, created_at, true
    from file, generate_series(1, 499) n where uploader_web_user_id = ${person.webUserId}`)
  expect((await send(person, 'a.png')).problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  clock.pass(24 * 3_600_000)
  expect((await send(person, 'a.png')).status).toBe(201)
})
