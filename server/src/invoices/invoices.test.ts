import { listInvoices } from '@portico/contract/invoices'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../test/fixtures/factories.ts'
import { anInvoice } from '../../test/fixtures/records.ts'

const app = await testApp()
const { database } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listInvoices, { params: person.here, query })
const numbersOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ documentNumber }) => documentNumber)

test('an invoice answers number, total to the cent, date and document', async () => {
  const person = await aUser(database)
  const { id, fileId } = await anInvoice(database, person, {
    number: '2026/0461',
    total: -612.44,
    at: '2026-10-29T23:00:00Z',
  })
  expect((await ask(person)).body).toEqual([
    {
      id,
      documentNumber: '2026/0461',
      total: -612.44,
      invoiceDate: '2026-10-29T23:00:00Z',
      invoiceDocumentUrl: expect.stringContaining(`/api/files/${fileId}/foto.png?m=${person.membershipId}&`),
      originalDocumentUrl: null,
      replacedOn: null,
    },
  ])
})

test('invoices of another contact, portal or service company are neither listed nor counted', async () => {
  const person = await aUser(database)
  const sister = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  await anInvoice(database, person, { number: 'ours', total: 1.1 })
  for (const contact of [await aContact(database, person), await aContact(database, sister), await aContact(database)])
    await anInvoice(database, await aUser(database, { contact }), { total: 1000 })
  const { body, headers } = await ask(person, { count: 1 })
  expect(body.map(({ documentNumber }) => documentNumber)).toEqual(['ours'])
  expect(headers).toMatchObject({ 'total-count': '1', 'total-amount': '1.10' })
})

test("the range is in days of the portal's time zone", async () => {
  const person = await aUser(database)
  await anInvoice(database, person, { number: 'last of September', at: '2026-09-30T21:59:59Z' })
  await anInvoice(database, person, { number: 'first of October', at: '2026-09-30T22:00:00Z' })
  await anInvoice(database, person, { number: 'last of October', at: '2026-10-31T22:59:59Z' })
  await anInvoice(database, person, { number: 'first of November', at: '2026-10-31T23:00:00Z' })
  expect(await numbersOf(person, { from: '2026-10-01', to: '2026-10-31' })).toEqual([
    'last of October',
    'first of October',
  ])
  expect((await ask(person, { from: '2026-10-02', to: '2026-10-01' })).problem).toMatchObject({ status: 400 })
})

test('search matches any part of the number and takes wildcards literally', async () => {
  const person = await aUser(database)
  for (const number of ['FT 2026/0461', 'FT 2026/0462', 'NC_1%']) await anInvoice(database, person, { number })
  expect(await numbersOf(person, { q: '0461' })).toEqual(['FT 2026/0461'])
  expect(await numbersOf(person, { q: 'ft 2026', sort: 'documentNumber' })).toEqual(['FT 2026/0461', 'FT 2026/0462'])
  expect(await numbersOf(person, { q: '%' })).toEqual(['NC_1%'])
  expect(await numbersOf(person, { q: ' ' })).toHaveLength(3)
})

test.each([
  ['invoiceDate', ['9', '10', '11', '8']],
  ['-invoiceDate', ['8', '11', '10', '9']],
  ['documentNumber', ['8', '9', '10', '11']],
  ['total', ['11', '10', '8', '9']],
  ['-total', ['9', '8', '10', '11']],
])('pages of two sorted by %s follow each other', async (sort, expected) => {
  const person = await aUser(database)
  for (const [number, total, day] of [
    ['9', 1000, 1],
    ['10', -20.5, 2],
    ['11', -100, 3],
    ['8', 0, 4],
  ] as const)
    await anInvoice(database, person, { number, total, at: `2026-03-0${day}T10:00:00Z` })
  const first = await ask(person, { sort, limit: 2 })
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
  const second = await ask(person, { sort, limit: 2, cursor })
  expect(second.headers.link).toBeUndefined()
  expect([...first.body, ...second.body].map(({ documentNumber }) => documentNumber)).toEqual(expected)
  expect((await ask(person, { sort, cursor: 'x' })).problem).toMatchObject({ errors: [{ path: 'query.cursor' }] })
})

test('a cursor with a tampered amount is a bad request', async () => {
  const person = await aUser(database)
  for (const key of ['x', '1e5', 'NaN', '1; drop table invoice', '']) {
    const cursor = Buffer.from(JSON.stringify({ sort: 'total', key, id: 1 })).toString('base64url')
    expect((await ask(person, { sort: 'total', cursor })).problem).toMatchObject({ status: 400 })
  }
})

test('the totals are those of the whole filter and take one more statement', async () => {
  const person = await aUser(database)
  for (const total of [100.1, 200.2, -50.05]) await anInvoice(database, person, { number: '2026/1', total })
  await anInvoice(database, person, { number: '2025/1', total: 7 })
  const { headers, body } = await ask(person, { count: 1, limit: 1, q: '2026' })
  expect(body).toHaveLength(1)
  expect(headers).toMatchObject({ 'total-count': '3', 'total-amount': '250.25' })
  expect((await ask(person, { count: 1, q: 'none' })).headers).toMatchObject({
    'total-count': '0',
    'total-amount': '0.00',
  })
  expect((await ask(person)).headers['total-amount']).toBeUndefined()
  const mine = await app.as(person)
  const sent = (query: Record<string, number>) =>
    app.statementsOf(() => mine(listInvoices, { params: person.here, query }))
  expect(await sent({})).toHaveLength(2)
  expect(await sent({ count: 1 })).toHaveLength(3)
})

test('id selects one row, but no row of another contact', async () => {
  const person = await aUser(database)
  const { id } = await anInvoice(database, person, { number: 'wanted' })
  await anInvoice(database, person, { number: 'another' })
  const foreign = await anInvoice(database, await aUser(database, { contact: await aContact(database, person) }), {})
  expect(await numbersOf(person, { id })).toEqual(['wanted'])
  expect(await numbersOf(person, { id: foreign.id })).toEqual([])
  expect((await ask(person, { id: 'all' })).problem).toMatchObject({ status: 400, errors: [{ path: 'query.id' }] })
})
