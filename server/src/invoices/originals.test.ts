import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listInvoices } from '@portico/contract/invoices'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aContact, aUser, every, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { workers } from '../../test/servers/workers.ts'
import { importFatturapa } from '../import/fatturapa/import-fatturapa.ts'
import { portalByKey } from '../import/import-clients.ts'
import { root } from '../installation/installation.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, storage, clock } = app
const deps = { database, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} }
const MINUTE = 60_000

const samples = join(root, 'server', 'test', 'fatturapa')
const [xml, signed] = ['IT01234567890_FPR02.xml', 'IT02182030391_31.xml.p7m']

/** Imports this electronic invoice for a new person's contact; returns the person and the URLs of the invoice. */
const received = async (name: string) => {
  const person = await aUser(database)
  await database.run(sql`update contact set fiscal_code = '09876543210', vat_number = 'IT01180680397'
    where id = ${person.contactId}`)
  const portal = (await portalByKey(database, person.company)) ?? expect.fail()
  expect(await importFatturapa(deps, join(samples, name), portal)).toMatchObject({ created: 1, refused: [] })
  return { person, ...(await addressesFor(person)) }
}
const addressesFor = async (person: Person) => {
  const { body } = await (await app.as(person))(listInvoices, { params: person.here })
  const [{ originalDocumentUrl, invoiceDocumentUrl } = expect.fail()] = body
  return { original: originalDocumentUrl ?? expect.fail(), document: invoiceDocumentUrl }
}
const opened = (url: string) => app.http.inject({ url, remoteAddress: anAddress() })
const statusOf = async (url: string) => (await opened(url)).statusCode

test.each([xml, signed])('the original %s is downloaded unchanged, never shown inline', async name => {
  const { original, document } = await received(name)
  const answer = await opened(original)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(await readFile(join(samples, name)))).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'x-content-type-options': 'nosniff',
  })
  expect((await opened(document)).headers['content-type']).toBe('application/pdf')
})

test('the original opens only with the flag for invoices', async () => {
  const { person, original } = await received(xml)
  await setFlags(database, person, every({ viewContactInvoices: false }))
  expect(await statusOf(original)).toBe(404)
  expect((await (await app.as(person))(listInvoices, { params: person.here })).problem.status).toBe(403)
  await setFlags(database, person, every())
  expect(await statusOf(original)).toBe(200)
})

test('nobody of another contact, portal or service company can open the original with a forged URL', async () => {
  const { person, original } = await received(xml)
  const id = Number(original.split('/')[3])
  const name = xml
  for (const contact of [await aContact(database, person), await aContact(database)]) {
    const other = await aUser(database, { contact })
    const address = await app.addressFor(other, { id, name })
    expect(await statusOf(address)).toBe(404)
    expect((await (await app.as(other))(listInvoices, { params: person.here })).problem.status).toBe(404)
    expect(await statusOf(original.replace(`m=${person.membershipId}&`, `m=${other.membershipId}&`))).toBe(404)
  }
  expect(await statusOf(original.replace(/.$/, last => (last === 'A' ? 'B' : 'A')))).toBe(404)
})

test('the URL of the original expires, and each answer has a fresh one', async () => {
  const { person, original } = await received(xml)
  clock.pass(60 * MINUTE)
  expect(await statusOf(original)).toBe(200)
  clock.pass(31 * MINUTE)
  expect(await statusOf(original)).toBe(404)
  expect(await statusOf((await addressesFor(person)).original)).toBe(200)
})
