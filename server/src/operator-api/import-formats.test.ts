import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tableTypes } from '@portico/contract/operator/records'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anOperator, type Operator, openPortal } from '../../test/fixtures/operator.ts'
import { csvTypes } from '../import/csv/csv-columns.ts'

const app = await testApp()
const sample = (name: string) => readFile(fileURLToPath(new URL(`../../test/fatturapa/${name}`, import.meta.url)))

const aCaller = async () => {
  const call = await anOperator(app)
  const portalId = await openPortal(app, call, { key: `f-${call.serviceCompanyId}` })
  return Object.assign(call, { portalId })
}
const bytes = { 'content-type': 'application/octet-stream' }
const run = async (call: Operator, query: string, body: string | Buffer) => {
  const sent = await call('POST', `/import?${query}`, body, bytes)
  expect([sent.status, sent.text]).toEqual([202, expect.stringContaining('"waiting"')])
  await app.delivered()
  const url = `/imports/${sent.json.id}`
  return { report: (await call('GET', url)).json, refused: (await call('GET', `${url}/refused`)).json }
}
const found = async (call: Operator, path: string) =>
  (await call('GET', path)).json as unknown as Record<string, unknown>[]

test('a table is imported with its charset and columns, its refused rows are listed, and again it changes nothing', async () => {
  const call = await aCaller()
  const table = Buffer.from(
    'Codice;Ragione sociale;Partita IVA;Note\r\nc1;Caffè Nero;01180680397;x\r\nc2;;00000000000;\r\nc3;Tre;;\r\n',
    'latin1',
  )
  const dry = await run(call, 'format=csv&type=contact&portal=p&dryRun=1', table)
  expect(dry.report).toMatchObject({ state: 'done', dryRun: true, lines: 3, created: 2, refused: 1 })
  expect(await found(call, '/contacts')).toEqual([])
  const { report, refused } = await run(call, 'format=csv&type=contact&portal=p', table)
  expect(report).toMatchObject({
    state: 'done',
    lines: 3,
    created: 2,
    refused: 1,
    table: { charset: 'windows-1252', columns: expect.arrayContaining([{ column: 'Codice', field: 'externalId' }]) },
    warnings: expect.arrayContaining([expect.objectContaining({ field: 'Note' })]),
  })
  expect(refused).toMatchObject([{ line: 3, field: expect.any(String) }])
  expect((await found(call, '/contacts')).map(({ companyName }) => companyName).sort()).toEqual(['Caffè Nero', 'Tre'])
  expect((await run(call, 'format=csv&type=contact&portal=p', table)).report).toMatchObject({
    created: 0,
    unchanged: 2,
  })
  expect([...csvTypes].sort()).toEqual([...tableTypes].sort())
})

test('a table refers to uploads, never to files of the server, and a map names its columns', async () => {
  const call = await aCaller()
  await call('PUT', '/contacts/rossi', { portal: 'p', companyName: 'Rossi' })
  const { path } = (await call('POST', '/files?name=f.pdf', '%PDF-1.7')).json
  const table = `Cliente;Num;Totale;Data;PDF\nrossi;1;10,50;2026-02-01;${path}\nrossi;2;1,00;2026-02-01;/etc/passwd\nrossi;3;1,00;2026-02-01;table.csv\n`
  const map = encodeURIComponent(JSON.stringify({ Num: 'documentNumber', Cliente: 'contact' }))
  const { report, refused } = await run(call, `format=csv&type=invoice&portal=p&map=${map}`, table)
  expect(report).toMatchObject({ created: 1, refused: 2 })
  expect(refused).toMatchObject([{ line: 3 }, { line: 4 }])
  const [invoice] = await found(call, '/invoices')
  expect(invoice).toMatchObject({
    documentNumber: '1',
    total: 10.5,
    invoiceDate: '2026-02-01',
    file: { name: 'f.pdf' },
  })
})

test('an electronic invoice is imported with its page and its original, and one that cannot be read is refused', {
  timeout: 300_000,
}, async () => {
  const call = await aCaller()
  await call('PUT', '/contacts/beta', { portal: 'p', companyName: 'Beta Gamma', fiscalCode: '09876543210' })
  const name = 'IT01234567890_FPR02.xml'
  const { report } = await run(call, `format=fatturapa&portal=p&name=${name}`, await sample(name))
  expect(report).toMatchObject({ state: 'done', created: 1, refused: 0 })
  const [invoice] = await found(call, '/invoices')
  expect(invoice).toMatchObject({ contact: 'beta', file: { mediaType: 'application/pdf' }, original: { name } })
  const broken = await run(call, 'format=fatturapa&portal=p&name=a.xml', '<FatturaElettronica>')
  expect(broken.report).toMatchObject({ state: 'done', created: 0, refused: 1 })
})

test('what cannot be read as a whole fails with a sentence', async () => {
  const call = await aCaller()
  const { report } = await run(call, 'format=csv&type=contact&portal=p', 'Colore;Forma\nrosso;tonda\n')
  expect(report).toMatchObject({ state: 'failed', detail: expect.stringMatching(/^No column of the file is known/) })
})

test('a table whose titles have what PostgreSQL cannot store has an end, and can be read', async () => {
  const call = await aCaller()
  const query = 'format=csv&type=contact&portal=p'
  const { report: failed } = await run(call, query, 'Col\0ore;Forma\nrosso;tonda\n')
  expect(failed).toMatchObject({ state: 'failed', detail: expect.stringContaining('Col\ufffdore') })
  const { report } = await run(call, query, 'Codice;Ragione sociale;No\0te\nc1;Uno;x\n')
  expect(report).toMatchObject({ state: 'done', created: 1, warnings: [{ field: 'No\ufffdte' }] })
})

test('a key writes tables only into its own portals', async () => {
  const call = await aCaller()
  const stranger = await aCaller()
  const { serviceCompanyId, portalId } = call
  await openPortal(app, call, { externalId: 'q', key: `g-${serviceCompanyId}` })
  const limited = await anOperator(app, { serviceCompanyId, portalIds: [portalId] })
  const query = (portal: string) => `/import?format=csv&type=contact&portal=${portal}`
  expect((await limited('POST', query('q'), 'x', bytes)).problem).toMatchObject({
    status: 404,
    errors: [{ path: 'query.portal' }],
  })
  await openPortal(app, stranger, { externalId: 'theirs', key: `t-${stranger.serviceCompanyId}` })
  expect((await call('POST', query('theirs'), 'x', bytes)).problem.status).toBe(404)
  const { report } = await run(limited, 'format=csv&type=contact&portal=p', 'Codice;Ragione sociale\nc1;Uno\n')
  expect(report).toMatchObject({ created: 1 })
  const users = 'Codice;Utente;Email\nu;u;u@example.org\n'
  expect((await run(limited, 'format=csv&type=webUser', users)).report).toMatchObject({ created: 0, refused: 1 })
  expect((await run(call, 'format=csv&type=webUser', users)).report).toMatchObject({ created: 1 })
})

test.each([
  ['format=xls', 'query.format'],
  ['format=csv', 'query.type'],
  ['format=csv&type=ticket', 'query.type'],
  ['format=csv&type=contact', 'query.portal'],
  ['format=csv&type=contact&portal=p&decimal=x', 'query.decimal'],
  ['format=csv&type=contact&portal=p&map=[]', 'query.map'],
  [`format=csv&type=contact&portal=p&map=${encodeURIComponent('{"a\\u0000":null}')}`, 'query.map'],
  [`format=csv&type=contact&portal=p&map=${encodeURIComponent('{"a":{"value":"\\ud800"}}')}`, 'query.map'],
  ['format=csv&type=contact&portal=p&name=a.xml', 'query.name'],
  ['format=fatturapa&portal=p', 'query.name'],
  ['format=fatturapa&portal=p&name=a.pdf', 'query.name'],
  ['format=fatturapa&name=a.xml', 'query.portal'],
  ['portal=p', 'query.portal'],
])('an import with %s is refused', async (query, path) => {
  const call = await aCaller()
  expect((await call('POST', `/import?${query}`, 'x', bytes)).problem).toMatchObject({
    status: 400,
    errors: [{ path }],
  })
})
