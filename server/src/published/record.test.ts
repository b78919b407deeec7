import { createHash } from 'node:crypto'
import { readPublishedFile, replacePublishedFile, uploadPublishedFile } from '@portico/contract/staff/published'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { anOperator, type Operator } from '../../test/fixtures/operator.ts'
import { anEstimate } from '../../test/fixtures/records.ts'
import { aStaffAccount, staffHeaders, uploadWith } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app
const pdf = await Promise.all(['Prima', 'Seconda', 'Terza'].map(text => aPdf({ text })))
const sha256 = (content: Buffer | undefined) =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex')

/** An invoice that its company has published by the operator API, and whose file the office has replaced once. */
const aReplacedInvoice = async () => {
  const person = await aUser(database)
  const { serviceCompanyId, contactId } = person
  const operator = await anOperator(app, { serviceCompanyId })
  const { contact } = await database.one<{ contact: string }>(
    sql`select external_id as contact from contact where id = ${contactId}`,
  )
  const upload = async (content: Buffer | undefined, name: string) =>
    (await operator('POST', `/files?name=${name}`, content, { 'content-type': 'application/pdf' })).json.path
  const body = { contact, documentNumber: '1', total: 1, invoiceDate: '2026-03-01' }
  const file = { path: await upload(pdf[0], 'prima.pdf') }
  expect((await operator('PUT', '/invoices/a', { ...body, file })).status).toBe(201)
  const { id } = await database.one<{ id: number }>(
    sql`select id from invoice where service_company_id = ${serviceCompanyId} and external_id = 'a'`,
  )
  const headers = await staffHeaders(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  const { id: uploadId } = await uploadWith(app, headers, uploadPublishedFile.path, {
    filename: 'seconda.pdf',
    content: pdf[1] ?? '',
  })
  const params = { kind: 'invoice', recordid: id }
  const replaced = await app.call(replacePublishedFile, {
    params,
    headers,
    body: { uploadId, reason: 'Importo sbagliato' },
  })
  expect(replaced.status).toBe(200)
  const history = async () => (await app.call(readPublishedFile, { params, headers })).body.history
  return { person, serviceCompanyId, id, operator, headers, upload, history, body }
}

const changesOf = async (operator: Operator, query = '') =>
  (await operator('GET', `/publicationChanges${query}`)).json as unknown as Record<string, unknown>[]

test('the operator API reads what the staff have done with a file, and the file that was replaced', async () => {
  const { operator, person, id } = await aReplacedInvoice()
  const [change, ...others] = await changesOf(operator, '?invoice=a')
  expect(others).toEqual([])
  expect(change).toMatchObject({
    invoice: 'a',
    estimate: null,
    what: 'replaced',
    reason: 'Importo sbagliato',
    formerFile: { name: 'prima.pdf', sha256: sha256(pdf[0]) },
  })
  const { url } = (change as { formerFile: { url: string } }).formerFile
  const content = await operator('GET', url.replace(/^.*\/api\/operator\/v1/, ''))
  expect(content.bytes.equals(pdf[0] ?? Buffer.of())).toBe(true)
  // An estimate of the same number in its table has a history of its own.
  const estimate = await anEstimate(database, person)
  await database.run(sql`update estimate set id = ${id}, external_id = 'e' where id = ${estimate.id}`)
  expect(await changesOf(operator, '?estimate=e')).toEqual([])
})

test('an entry that is written is in the history that the staff read, with its file', async () => {
  const { operator, upload, history, headers } = await aReplacedInvoice()
  const path = await upload(pdf[2], 'terza.pdf')
  const entry = { invoice: 'a', what: 'replaced', at: '2026-01-02T08:00:00Z', reason: 'Prova' }
  const put = await operator('PUT', '/publicationChanges/mine', { ...entry, formerFile: { path } })
  expect(put.json).toMatchObject({ formerFile: { name: 'terza.pdf', sha256: sha256(pdf[2]) }, staff: null })
  const former = (await history()).find(({ reason }) => reason === 'Prova')?.formerFile
  expect((await app.http.inject({ url: former?.url ?? '', headers })).rawPayload.equals(pdf[2] ?? Buffer.of())).toBe(
    true,
  )

  // Written again without its file it keeps it; another one in its place is refused.
  const again = await operator('PUT', '/publicationChanges/mine', { ...entry, reason: 'Altra' })
  expect(again.json).toMatchObject({ reason: 'Altra', formerFile: { name: 'terza.pdf' } })
  const other = await upload(pdf[1], 'altra.pdf')
  const refused = await operator('PUT', '/publicationChanges/mine', { ...entry, formerFile: { path: other } })
  expect(refused.problem).toMatchObject({ status: 409, errors: [{ path: 'body.formerFile' }] })

  expect((await operator('DELETE', '/publicationChanges/mine')).status).toBe(204)
  expect((await history()).map(({ reason }) => reason)).toEqual(['Importo sbagliato'])
})

test.each([
  [
    'no record',
    { invoice: undefined },
    'body.invoice or estimate or report or document or publicFile or documentToSign',
  ],
  ['two records', { documentToSign: undefined, estimate: 'e' }, 'body.estimate'],
  ['a file of what replaces nothing', { what: 'published', formerFile: {} }, 'body.formerFile'],
  ['a record that is not there', { invoice: 'none' }, 'body.invoice'],
])('an entry of %s is refused', async (_, change, path) => {
  const { operator, upload, person } = await aReplacedInvoice()
  const estimate = await anEstimate(database, person)
  await database.run(sql`update estimate set external_id = 'e' where id = ${estimate.id}`)
  const formerFile = 'formerFile' in change ? { path: await upload(pdf[2], 'c.pdf') } : undefined
  const body = { invoice: 'a', what: 'replaced', at: '2026-01-02', ...change, formerFile }
  const { problem } = await operator('PUT', '/publicationChanges/x', body)
  expect([400, 404]).toContain(problem.status)
  expect(problem.errors?.[0]?.path).toBe(path)
})

test('a record that moves to another portal takes its history and the files in it along', async () => {
  const { operator, serviceCompanyId, body } = await aReplacedInvoice()
  const [change] = await changesOf(operator)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId }))
  const { contact } = await database.one<{ contact: string }>(
    sql`select external_id as contact from contact where id = ${other.contactId}`,
  )
  const { file } = (await operator('GET', '/invoices/a')).json
  expect((await operator('PUT', '/invoices/a', { ...body, contact, file })).status).toBe(200)
  const put = await operator('PUT', `/publicationChanges/${change?.externalId}`, change)
  expect(put.json).toMatchObject({ formerFile: { name: 'prima.pdf' } })
  const key = await anOperator(app, { serviceCompanyId, portalIds: [other.portalId] })
  expect(await changesOf(key)).toHaveLength(1)
})

test('a key of other portals neither reads nor writes the history', async () => {
  const { operator, serviceCompanyId } = await aReplacedInvoice()
  const [change] = await changesOf(operator)
  const other = await aPortal(database, { serviceCompanyId })
  const key = await anOperator(app, { serviceCompanyId, portalIds: [other.portalId] })
  expect(await changesOf(key)).toEqual([])
  const path = `/publicationChanges/${change?.externalId}`
  expect((await key('GET', path)).problem.status).toBe(404)
  expect((await key('PUT', path, { invoice: 'a', what: 'published', at: '2026-01-02' })).problem.status).toBe(404)
  expect((await key('DELETE', path)).problem.status).toBe(404)
})
