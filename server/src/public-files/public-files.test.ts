import { Readable } from 'node:stream'
import { listPublicFiles } from '@portico/contract/public-files'
import { expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aUser, only, type Person, type Portal } from '../../test/fixtures/factories.ts'
import { aPublicFile } from '../../test/fixtures/records.ts'
import { sweepFiles } from '../files/sweep.ts'
import { sql } from '../kernel/database/db.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'

const app = await testApp()
const { database, storage, clock } = app

const shared = async (portal: Portal, name: string) => {
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([png]))
  return aPublicFile(database, portal, { name, storageKey, size: png.length })
}
const listedTo = async (person: Person) =>
  (await (await app.as(person))(listPublicFiles, { params: { company: person.company } })).body
const opened = async (url: string) => (await app.http.inject({ url })).statusCode

test('every member of the portal sees its public files, sorted by name', async () => {
  const person = await aUser(database, { flags: only() })
  for (const name of ['Orari.png', 'àncora.pdf', 'Bollettino 10.zip', 'bollettino 2.zip']) await shared(person, name)
  const files = await listedTo(person)
  expect(files.map(({ fileName }) => fileName)).toEqual([
    'àncora.pdf',
    'bollettino 2.zip',
    'Bollettino 10.zip',
    'Orari.png',
  ])
  const { rawPayload, headers } = await app.http.inject({ url: files[3]?.url ?? '' })
  expect(rawPayload.equals(png)).toBe(true)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, max-age=1800' })
})

test('files of a sister portal or another company are neither listed nor opened', async () => {
  const person = await aUser(database)
  const sister = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  for (const portal of [sister, await aPortal(database)]) {
    const id = await shared(portal, 'theirs.png')
    const url = await app.addressFor(person, { id, name: 'theirs.png', collection: 'publicfiles' })
    expect(await opened(url)).toBe(404)
  }
  expect(await listedTo(person)).toEqual([])
})

test('a URL works only for its reader, and only while the membership lasts', async () => {
  const person = await aUser(database)
  await shared(person, 'a.png')
  const [file] = await listedTo(person)
  const url = file?.url ?? expect.fail('no file')
  const forged = new URL(url, 'http://portal')
  forged.searchParams.set('m', String(person.membershipId + 1))
  expect(await opened(forged.pathname + forged.search)).toBe(404)
  // The signature does not open the contact's file of the same id, nor the reverse.
  expect(await opened(url.replace('/publicfiles/', '/files/'))).toBe(404)
  const ofContact = await app.addressFor(person, { id: file?.id ?? 0, name: 'a.png' })
  expect(await opened(ofContact.replace('/files/', '/publicfiles/'))).toBe(404)
  expect(await opened(url)).toBe(200)
  await database.run(sql`update membership set active = false where id = ${person.membershipId}`)
  expect(await opened(url)).toBe(404)
})

test('URLs stay the same for a reader with several memberships in the portal', async () => {
  const person = await aUser(database)
  await aMembership(database, await aContact(database, person), person.webUserId)
  await shared(person, 'a.png')
  const mine = await app.as(person)
  const list = async () => (await mine(listPublicFiles, { params: { company: person.company } })).body
  const [first, second] = [await list(), await list()]
  expect(first).toEqual(second)
  expect(first[0]?.url).toContain(`?m=${person.membershipId}&`)
})

test('a public file supports range requests and is never deleted by the cleanup', async () => {
  const person = await aUser(database)
  await shared(person, 'a.png')
  const [file] = await listedTo(person)
  const { statusCode, headers } = await app.http.inject({ url: file?.url ?? '', headers: { range: 'bytes=1-3' } })
  expect([statusCode, headers['content-range']]).toEqual([206, `bytes 1-3/${png.length}`])
  clock.set(new Date(Date.now() + 2 * 86_400_000))
  await sweepFiles(app.deps)
  expect(await opened((await listedTo(person))[0]?.url ?? '')).toBe(200)
})
