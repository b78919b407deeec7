import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { secrets } from '../../../test/fixtures/messages.ts'
import { testSeal } from '../../../test/fixtures/seal.ts'
import { securityLogOn } from '../../../test/fixtures/security.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { workers } from '../../../test/servers/workers.ts'
import { importCommand } from '../../cli/import-command.ts'
import { sql } from '../../kernel/database/db.ts'
import { openLocalStorage } from '../../kernel/storage/local-storage.ts'
import { importFile } from '../import.ts'
import { decimalSignIn, numberOf } from './csv-values.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-csv-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const storage = await openLocalStorage(join(folder, 'storage'))
const deps = {
  database,
  storage,
  secrets,
  security: securityLogOn(database),
  seal: await testSeal(database, secrets),
  workers,
  log: () => {},
}

const file = async (name: string, content: string | Buffer) => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}
const portal = { type: 'portal', serviceCompany: 'sc', webPortalName: 'Portal' }
const base = [
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { ...portal, externalId: 'p', webPortalKey: 'portal' },
  { ...portal, externalId: 'p2', webPortalKey: 'second' },
  { type: 'contact', externalId: 'rossi', portal: 'p', companyName: 'Rossi', vatNumber: '01180680397' },
  { type: 'contact', externalId: 'verdi', portal: 'p', companyName: 'Verdi', fiscalCode: 'VRDLNE80E05H501C' },
]
await importFile(deps, await file('base.jsonl', base.map(line => JSON.stringify(line)).join('\n')))
await file('fattura.pdf', '%PDF-1.4\n')
await file('fattura.xml', '<FatturaElettronica/>')

const run = async (args: string[]) => {
  let out = ''
  let err = ''
  const stdout = { write: (text: string) => (out += text) }
  const stderr = { write: (text: string) => (err += text) }
  const code = await importCommand([...args], deps, { stdout, stderr })
  return { code, out, err }
}
let files = 0
/** Imports rows and returns the report. */
const imported = async (type: string, content: string | Buffer, ...more: string[]) => {
  files += 1
  const path = await file(`${files}.csv`, content)
  const to = more.includes('--portal') ? [] : ['--portal', 'portal']
  const { out, err } = await run([path, '--type', type, ...to, '--json', ...more])
  expect(err).toBe('')
  return JSON.parse(out)
}
const inSecond = ['--portal', 'second']
const contacts = (...externalIds: string[]) =>
  database.many(sql`select external_id as id, company_name as name, vat_number as vat, address, email from contact
    where external_id = any(${externalIds}) order by external_id`)

describe('contacts', () => {
  test('with Italian titles, semicolons, quoted line breaks and Windows-1252; a second import changes nothing', async () => {
    const rows =
      'Ragione sociale;P.IVA;Indirizzo;E-mail\r\n"Caffè ""Città"" S.r.l.";12345678903;"Via Po, 1\r\nTorino";a@b.example\r\n'
    const first = await imported('contact', Buffer.from(rows, 'latin1'))
    expect(first).toMatchObject({
      created: 1,
      refused: [],
      warnings: [],
      form: { charset: 'windows-1252', separator: ';' },
    })
    expect(await contacts('12345678903')).toEqual([
      {
        id: '12345678903',
        name: 'Caffè "Città" S.r.l.',
        vat: '12345678903',
        address: 'Via Po, 1\r\nTorino',
        email: 'a@b.example',
      },
    ])
    expect(await imported('contact', Buffer.from(rows, 'latin1'))).toMatchObject({ unchanged: 1, created: 0 })
  })

  test.each([
    ['English and commas', '\ufeffCompany name,VAT number\nEn,E1\n', 'E1', 'En'],
    ['Spanish and tabs', 'Razón social\tNIF\nEs\tE2\n', 'E2', 'Es'],
  ])('%s', async (_, rows, id, name) => {
    expect(await imported('contact', rows)).toMatchObject({ created: 1, refused: [] })
    expect(await contacts(id)).toMatchObject([{ name }])
  })

  test('an unknown column is reported; a map names it, ignores it, or sets a constant', async () => {
    const rows = 'Rag. soc. cliente;Codice;Note\nMapped;m1;x\n'
    expect((await run([await file('none.csv', 'a;b\n1;2\n'), '--type', 'contact', '--portal', 'portal'])).err).toMatch(
      /No column/,
    )
    const told = await imported('contact', `Nome;Codice;Note\nTold;m0;x\n`)
    expect(told).toMatchObject({ created: 1, warnings: [{ line: 1, field: 'Note' }] })
    const map = { 'rag soc cliente': 'companyName', Note: null, address: { value: 'Via Roma 1' } }
    const report = await imported('contact', rows, '--map', await file('map.json', JSON.stringify(map)))
    expect(report).toMatchObject({ created: 1, warnings: [] })
    expect(await contacts('m1')).toMatchObject([{ name: 'Mapped', address: 'Via Roma 1' }])
  })

  test('a refused row is reported with its line, column and reason; the others are imported', async () => {
    const rows =
      'Codice;Ragione sociale;E-mail\nr1;"Two\nlines";a@b.example\nr2;;\nr3;Bad;no address\nr4;Fine;\nr5;Long;;;x\n'
    const { created, refused } = await imported('contact', rows)
    expect(created).toBe(2)
    expect(refused).toEqual([
      { line: 4, externalId: 'r2', field: 'Ragione sociale', reason: 'is missing' },
      { line: 5, externalId: 'r3', field: 'E-mail', reason: expect.any(String) },
      { line: 7, reason: 'has 5 cells, where the first row has 3' },
    ])
    const unnamed = await imported('contact', 'Ragione sociale\nNobody\n')
    expect(unnamed.refused).toEqual([{ line: 2, field: 'externalId or vatNumber or fiscalCode', reason: 'is missing' }])
  })

  test('a stray quote affects only its own row, with its own line number', async () => {
    const rows = 'Codice;Nome\nq1;Tubi 5" acciaio\nq2;"Two\nq3;Three\nq4;"Officine "Verdi""\nq5;Five\n'
    const { lines, created, refused } = await imported('contact', rows)
    expect([lines, created]).toEqual([5, 3])
    const reason = expect.stringMatching(/quote that is not closed/)
    expect(refused).toEqual([
      { line: 3, reason },
      { line: 5, reason },
    ])
    expect(await contacts('q1')).toMatchObject([{ name: 'Tubi 5" acciaio' }])
    const path = await file('head.csv', 'Codice;"Ragione "sociale""\nq1;One\n')
    expect(await run([path, '--type', 'contact', '--portal', 'portal'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The first row, line 1, has a quote/),
    })
  })

  test('the report names charset and separator; a file that is UTF-8 but for one byte is refused', async () => {
    const path = await file('report.csv', Buffer.from('Codice,Nome\nf1,Caffè\n', 'latin1'))
    const { out } = await run([path, '--type', 'contact', '--portal', 'portal'])
    expect(out).toBe(
      'Read as windows-1252, cells separated by commas\nDone: 1 rows, 1 created, 0 changed, 0 unchanged, 0 refused\n',
    )
    const damaged = Buffer.concat([
      Buffer.from('Codice;Nome\nf2;Caffè\nf3;Perù\n'),
      Buffer.from('f4;Caffè\n', 'latin1'),
    ])
    const { code, err } = await run([await file('damaged.csv', damaged), '--type', 'contact', '--portal', 'portal'])
    expect([code, err]).toEqual([2, expect.stringMatching(/^Line 4 holds what is not UTF-8/)])
    expect(await contacts('f2', 'f3', 'f4')).toEqual([])
  })

  test('the same customer in another portal of the company gets an id with that portal as prefix, and keeps it', async () => {
    const rows = 'Ragione sociale;P.IVA\nTwice;02345678909\n'
    expect(await imported('contact', rows)).toMatchObject({ created: 1, refused: [] })
    expect(await imported('contact', rows, ...inSecond)).toMatchObject({ created: 1, refused: [] })
    expect(await imported('contact', rows, ...inSecond)).toMatchObject({ unchanged: 1, refused: [] })
    expect(await imported('contact', rows)).toMatchObject({ unchanged: 1, refused: [] })
    expect(await contacts('02345678909', 'p2/02345678909')).toMatchObject([{ name: 'Twice' }, { name: 'Twice' }])
    // Without the first contact, the second one still keeps its prefixed id.
    await database.run(sql`delete from contact where external_id = '02345678909'`)
    expect(await imported('contact', rows, ...inSecond)).toMatchObject({ unchanged: 1, created: 0 })
    const named = await imported('contact', 'Codice;Ragione sociale\nrossi;Rossi\n', ...inSecond)
    expect(named.refused).toMatchObject([{ field: 'Codice', reason: expect.stringMatching(/another portal/) }])
  })

  test('an invalid VAT number is imported with a warning; a number that lost its digits is refused as a key', async () => {
    const rows = `Codice;Ragione sociale;P.IVA
v1;One;123
v2;Two;1180680397
v3;Three;1,1807E+10
v4;Four;DE136695976
;Five;1,1807E+10
;Six;124
`
    const { created, refused, warnings } = await imported('contact', rows)
    expect(created).toBe(5)
    expect(refused).toEqual([{ line: 6, field: 'P.IVA', reason: expect.stringMatching(/shortened/) }])
    expect(warnings).toEqual([
      { line: 2, externalId: 'v1', field: 'P.IVA', reason: 'is "123", which cannot be a VAT number' },
      { line: 3, externalId: 'v2', field: 'P.IVA', reason: expect.stringMatching(/0 off 01180680397/) },
      { line: 4, externalId: 'v3', field: 'P.IVA', reason: expect.stringMatching(/shortened/) },
      { line: 7, externalId: '124', field: 'P.IVA', reason: expect.stringMatching(/cannot be/) },
    ])
  })
})

describe('invoices', () => {
  const invoices = (...externalIds: string[]) =>
    database.many(sql`select i.external_id as id, c.external_id as contact, i.total,
        (i.invoice_date at time zone 'Europe/Rome')::date::text as date
      from invoice i join contact c on c.id = i.contact_id where i.external_id = any(${externalIds}) order by 1`)

  test('amounts and dates in Italian notation; the client by code, VAT number or fiscal code', async () => {
    const rows = `Numero;Data;Cliente;Totale;PDF;Fattura elettronica (XML)
A1;31/12/2026;rossi;1.234,56 €;fattura.pdf;fattura.xml
A2;2026-12-31;IT 01180680397;1.234;fattura.pdf;
A3;1.2.2026;vrdlne80e05h501c;-5;fattura.pdf;
`
    expect(await imported('invoice', rows)).toMatchObject({ created: 3, refused: [] })
    expect(await invoices('A1/2026-12-31', 'A2/2026-12-31', 'A3/2026-02-01')).toEqual([
      { id: 'A1/2026-12-31', contact: 'rossi', total: 1234.56, date: '2026-12-31' },
      { id: 'A2/2026-12-31', contact: 'rossi', total: 1234, date: '2026-12-31' },
      { id: 'A3/2026-02-01', contact: 'verdi', total: -5, date: '2026-02-01' },
    ])
    expect(
      await database.many(
        sql`select i.external_id as id, f.name from invoice i join file f on f.id = i.original_file_id`,
      ),
    ).toEqual([{ id: 'A1/2026-12-31', name: 'fattura.xml' }])
  })

  test('an ambiguous number needs a decimal separator; an unknown client and a file outside the folder are refused', async () => {
    const rows = `Number,Date,VAT number,Amount,PDF
B1,2026-01-31,01180680397,"1,234",fattura.pdf
B2,2026-01-31,99999999999,10,fattura.pdf
B3,2026-01-31,01180680397,10,../base.jsonl
B4,31/02/2026,01180680397,10,fattura.pdf
`
    const { created, refused } = await imported('invoice', rows)
    expect(created).toBe(0)
    expect(refused).toMatchObject([
      { line: 2, field: 'Amount', reason: expect.stringMatching(/give the decimal separator/) },
      { line: 3, field: 'VAT number', reason: expect.stringMatching(/no contact/) },
      { line: 4, field: 'file.path', reason: expect.stringMatching(/leads out/) },
      { line: 5, field: 'Date', reason: expect.stringMatching(/does not exist/) },
    ])
    expect(await imported('invoice', rows, '--decimal', '.')).toMatchObject({ created: 1 })
    expect(await invoices('B1/2026-01-31')).toMatchObject([{ total: 1234 }])
  })
})

test('contracts of hours and of services', async () => {
  const activity = 'Contratto;Cliente;Dal;Al;Ore\nAssistenza;rossi;01/01/2026;31/12/2026;12,5\n'
  expect(await imported('activityContract', activity)).toMatchObject({ created: 1, refused: [] })
  const { amount } = await database.one<{ amount: number }>(sql`select amount from activity_contract
    where external_id = 'rossi/Assistenza/2026-01-01'`)
  expect(amount).toBe(750)
  const service = 'Contract;Customer;Status;From;To\nCare;rossi;1;2026-01-01;\n'
  expect(await imported('serviceContract', service)).toMatchObject({ created: 1, refused: [] })
})

test('web users, with the flags of their membership if a contact is given', async () => {
  const rows =
    'Utente;E-mail;Nome;Partita IVA;manageTickets;administrator\nu.rossi;u@rossi.example;Ugo Rossi;01180680397;Sì;no\n'
  expect(await imported('webUser', rows)).toMatchObject({ created: 2, refused: [] })
  expect(
    await database.many(sql`select m.referent_name as name, m.manage_tickets as tickets, m.administrator
      from membership m join web_user u on u.id = m.web_user_id where u.user_name = 'u.rossi'`),
  ).toEqual([{ name: 'Ugo Rossi', tickets: true, administrator: false }])
  const path = await file('company.csv', 'userName\nalone\n')
  expect(await run([path, '--type', 'webUser', '--company', 'sc'])).toMatchObject({ code: 0 })
})

test('a user of two customers has two rows, and becomes one user with two memberships', async () => {
  const head = 'Utente;E-mail;Nome;Cliente;I miei ticket;Tutti i ticket;Fatture;File aziendali\n'
  const rows = `${head}two.rows;two@rossi.example;Tina Due;rossi;sì;sì;no;no
two.rows;two@rossi.example;Tina Due;verdi;x;;x;
two.rows;other@rossi.example;Tina Due;verdi;;;;
two.rows;two@rossi.example;Tina Due;rossi;sì;sì;no;no
`
  const { lines, created, refused, warnings } = await imported('webUser', rows)
  expect([lines, created, warnings]).toEqual([4, 3, []])
  expect(refused).toEqual([
    { line: 4, field: 'E-mail', reason: 'is not what line 2 says of "two.rows"' },
    { line: 5, externalId: 'two.rows/rossi', field: 'externalId', reason: expect.stringMatching(/twice/) },
  ])
  expect(
    await database.many(sql`select c.external_id as contact, m.manage_tickets as mine, m.administrator as all,
        m.view_contact_invoices as invoices, m.view_contact_documents as files
      from membership m join contact c on c.id = m.contact_id join web_user u on u.id = m.web_user_id
      where u.user_name = 'two.rows' order by 1`),
  ).toEqual([
    { contact: 'rossi', mine: true, all: true, invoices: false, files: false },
    { contact: 'verdi', mine: true, all: false, invoices: true, files: false },
  ])
  expect(await imported('webUser', rows)).toMatchObject({ created: 0, unchanged: 3 })
})

test('a refused user is reported once, not also for the membership', async () => {
  const rows = 'Utente;E-mail;Nome;Cliente\nonce;no address;Once;rossi\n'
  expect((await imported('webUser', rows)).refused).toMatchObject([{ line: 2, field: 'E-mail' }])
})

test('a dry run shows the mapping of the columns and stores nothing', async () => {
  const path = await file('dry.csv', 'Ragione sociale;Codice\nDry;dry\n')
  const { code, out } = await run([path, '--type', 'contact', '--portal', 'portal', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toMatch(/"Ragione sociale" is companyName\n"Codice" is externalId\nWould be: 1 rows, 1 created/)
  expect(await contacts('dry')).toEqual([])
})

test.each<[string[], RegExp]>([
  [['x.csv'], /--type contact, webUser/],
  [['x.csv', '--type', 'ticket', '--portal', 'portal'], /--type contact/],
  [['x.csv', '--type', 'contact'], /--portal KEY/],
  [['x.csv', '--type', 'contact', '--portal', 'nowhere'], /no portal "nowhere"/],
  [['x.csv', '--type', 'contact', '--portal', 'portal', '--charset', 'martian'], /no known charset/],
  [['x.csv', '--type', 'contact', '--portal', 'portal', '--decimal', ';'], /--decimal is/],
  [['x.csv', '--type', 'contact', '--portal', 'portal', '--map', 'x.csv'], /is no map/],
  [['twice.csv', '--type', 'contact', '--portal', 'portal'], /"Nome" and "Ragione sociale" are both companyName/],
  [['empty.csv', '--type', 'contact', '--portal', 'portal'], /no rows/],
])('missing or invalid arguments: %j', async (args, said) => {
  await file('x.csv', 'Nome\nX\n')
  await file('twice.csv', 'Nome;Ragione sociale\nX;Y\n')
  await file('empty.csv', '')
  const inFolder = args.map(arg => (arg.endsWith('.csv') ? join(folder, arg) : arg))
  expect(await run(inFolder)).toMatchObject({ code: 2, err: expect.stringMatching(said) })
})

test.each<[string, string | undefined, number | undefined]>([
  ['1.234,56', ',', 1234.56],
  ['1,234.56', '.', 1234.56],
  ['1.234.567', ',', 1234567],
  ["1'234.5", '.', 1234.5],
  ['0.125', '.', 0.125],
  ['-12,5', ',', -12.5],
  ['1234', undefined, 1234],
  ['1.234', undefined, undefined],
  ['12,34,56', undefined, undefined],
  ['1,234.567,89', undefined, undefined],
])('the number %s', (text, sign, value) => {
  expect(decimalSignIn(text)).toBe(sign)
  if (value === undefined) expect(() => numberOf(text, 'x', undefined)).toThrow()
  else expect(numberOf(text, 'x', undefined)).toBe(value)
})

test('names and addresses in parts are whole, and a certified mailbox is no user’s', async () => {
  const contacts =
    "Codice;Cognome;Nome;Indirizzo;CAP;Città;Prov.;Telefono\nc-parts;Rossi;Anna;Via Po 1;35100;Padova;PD;'0461555001\n"
  expect(await imported('contact', contacts)).toMatchObject({ created: 1, refused: [], warnings: [] })
  expect(
    await database.one(sql`select company_name as name, address, address_parts as parts, phone from contact
      where external_id = 'c-parts'`),
  ).toEqual({
    name: 'Anna Rossi',
    address: 'Via Po 1, 35100 Padova (PD)',
    parts: { street: 'Via Po 1', postcode: '35100', town: 'Padova', province: 'PD' },
    phone: '0461555001',
  })
  const users = 'Utente;Nome;Cognome;PEC;Cliente\nanna.parts;Anna;Rossi;anna@pec.example;c-parts\n'
  expect(await imported('webUser', users)).toMatchObject({ created: 2, refused: [], warnings: [{ field: 'PEC' }] })
  expect(
    await database.one(sql`select u.email, m.referent_name as name from web_user u join membership m on m.web_user_id = u.id
      where u.user_name = 'anna.parts'`),
  ).toEqual({ email: null, name: 'Anna Rossi' })
})
