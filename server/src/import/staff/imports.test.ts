import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import {
  cancelImport,
  changeImport,
  checkImport,
  type ImportRun,
  importKeptDays,
  listImportRows,
  listImports,
  mendImportCells,
  readImportReport,
  readImportRun,
  removeImport,
  startImportRun,
} from '@portico/contract/staff/imports'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { type Importer, importersOf } from '../../../test/fixtures/importer.ts'
import { cleanUp } from '../../cleanup.ts'
import { root } from '../../installation/installation.ts'
import { sql } from '../../kernel/database/db.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { database, clock } = app
const anImporter = importersOf(app)

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(`\uFEFF${text}`)

/** A zip of these files, packed; `path` may be hostile. */
const zipOf = (files: { path: string; content: Buffer }[]): Buffer => {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { path, content } of files) {
    const packed = deflateRawSync(content)
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, name, packed)
    entries.push(entry, name)
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

const countsOf = ({ counts }: Pick<ImportRun, 'counts'>) =>
  Object.fromEntries(counts.map(({ type, created, changed, unchanged }) => [type, [created, changed, unchanged]]))

const customersOf = ({ portal }: Pick<Importer, 'portal'>) =>
  database.many(sql`select company_name as name, vat_number as vat, address, email from contact
    where service_company_id = ${portal.serviceCompanyId} and portal_id = ${portal.portalId} order by id`)

const italian = `Elenco clienti al 31/12/2026;;;;;
;;;;;
Ragione sociale;P.IVA;Indirizzo;Referente;Mail;Cell
Società Però S.r.l.;01180680397;"Via Po 1
35100 Padova";Giulia Rossi;giulia@pero.example;333 5550118
Ferramenta Bordin;12345678903;Via Roma 2;Gino Bordin;gino.bordin@;
Zincheria Piovese;0288771028;;Aldo Turato;aldo@zincheria.example;347 5550190
Società Però S.r.l.;01180680397;"Via Po 1
35100 Padova";Giulia Rossi;giulia@pero.example;333 5550118
Società Però S.r.l.;01180680397;"Via Po 1
35100 Padova";Carla Neri;carla@pero.example;
Tronca S.p.A.;0076`

test('customers and people of a table as Excel writes it are recognised, mended in place and imported once', async () => {
  const importer = await anImporter()
  const run = await importer.begin('clienti.csv', latin(italian))
  expect(run).toMatchObject({
    kind: 'contact',
    state: 'draft',
    rows: 6,
    fault: null,
    form: { charset: 'windows-1252', separator: ';', headerLine: 3 },
    key: 'vatNumber',
    needs: [],
    saved: null,
  })
  expect(run.columns.map(({ title, field, by }) => [title, field, by])).toEqual([
    ['Ragione sociale', 'companyName', 'heading'],
    ['P.IVA', 'vatNumber', 'heading'],
    ['Indirizzo', 'address', 'heading'],
    ['Referente', 'personName', 'heading'],
    ['Mail', 'personEmail', 'heading'],
    ['Cell', 'personPhone', 'heading'],
  ])
  expect(run.columns[0]?.samples[0]).toBe('Società Però S.r.l.')

  const checked = await importer.check(run.id)
  expect(checked).toMatchObject({ state: 'checked', refused: 3, skipped: 1, rows: 6 })
  expect(countsOf(checked)).toEqual({ contact: [1, 0, 0], webUser: [2, 0, 0], membership: [2, 0, 0] })
  expect(await customersOf(importer)).toEqual([])
  expect((await importer.rows(run.id)).map(({ line, column, code, message }) => [line, column, code, message])).toEqual(
    [
      [6, 4, 'emailDomain', 'L’e-mail non ha il dominio'],
      [7, 1, 'vatDigits', 'La P. IVA ha 10 cifre invece di 11'],
      [8, null, 'same', 'Uguale alla riga 4: saltata'],
      [12, null, 'width', 'La riga è tronca: celle 2 su 6'],
    ],
  )
  expect(checked.columns.map(({ refused }) => refused)).toEqual([0, 1, 0, 0, 1, 0])

  const mended = await importer.mend(
    run.id,
    { line: 6, column: 4, value: 'gino.bordin@ferramenta.example' },
    { line: 7, column: 1, value: '00288771028' },
    { line: 12, column: 1, value: '' },
  )
  expect(mended).toMatchObject({ state: 'draft', mended: 3 })
  expect((await importer.call(startImportRun, { params: { importid: run.id } })).problem).toMatchObject({
    code: 'conflict',
  })
  expect(await importer.check(run.id)).toMatchObject({ refused: 2 })
  expect((await importer.rows(run.id)).map(({ line, code }) => [line, code])).toEqual([
    [7, 'vatNumber'],
    [8, 'same'],
    [12, 'noKey'],
  ])
  await importer.mend(run.id, { line: 7, column: 1, value: '02182030391' })
  expect(await importer.check(run.id)).toMatchObject({ refused: 1, skipped: 1 })
  const done = await importer.start(run.id)
  expect(done).toMatchObject({ state: 'done', refused: 1, skipped: 1, done: 6 })
  expect(countsOf(done)).toEqual({ contact: [3, 0, 0], webUser: [4, 0, 0], membership: [4, 0, 0] })
  expect(await customersOf(importer)).toMatchObject([
    { name: 'Società Però S.r.l.', vat: '01180680397', address: 'Via Po 1\n35100 Padova' },
    { name: 'Ferramenta Bordin' },
    { name: 'Zincheria Piovese', vat: '02182030391' },
  ])
  expect(
    await database.many(sql`select u.user_name as "userName", u.phone, m.referent_name as name, m.manage_tickets as tickets
      from membership m join web_user u on u.service_company_id = m.service_company_id and u.id = m.web_user_id
      where m.portal_id = ${importer.portal.portalId} order by 1`),
  ).toEqual([
    { userName: 'aldo@zincheria.example', phone: '347 5550190', name: 'Aldo Turato', tickets: true },
    { userName: 'carla@pero.example', phone: null, name: 'Carla Neri', tickets: true },
    { userName: 'gino.bordin@ferramenta.example', phone: null, name: 'Gino Bordin', tickets: true },
    { userName: 'giulia@pero.example', phone: '333 5550118', name: 'Giulia Rossi', tickets: true },
  ])

  const report = await importer.call(readImportReport, { params: { importid: run.id } })
  expect(report.text).toContain('"4";"";"creato";"contact";"01180680397"')
  expect(report.text).toContain('"12";"";"rifiutata";"";"";"P.IVA";"Manca il valore da cui si riconosce la riga: ')
  const refused = await importer.call(readImportReport, { params: { importid: run.id }, query: { only: 'refused' } })
  expect(refused.text).toContain('"Tronca S.p.A."')
})

test('a second run of the same file changes nothing, and its columns are matched as the last time', async () => {
  const importer = await anImporter()
  const csv = utf8('Intestatario;Numero;E-mail\nRossi S.r.l.;01180680397;info@rossi.example\nVerdi;12345678903;\n')
  const first = await importer.begin('a.csv', csv, { kind: 'contact' })
  expect(first.form).toMatchObject({ charset: 'utf-8' })
  expect(first.columns.map(({ field, by }) => [field, by])).toEqual([
    [null, null],
    ['vatNumber', 'values'],
    ['email', 'heading'],
  ])
  expect(first.needs).toEqual(['companyName'])
  expect((await importer.call(checkImport, { params: { importid: first.id } })).problem.code).toBe('conflict')
  const matched = await importer.call(changeImport, {
    params: { importid: first.id },
    body: { columns: ['companyName', 'vatNumber', 'email'] },
  })
  expect(matched.body).toMatchObject({ needs: [], columns: [{ by: 'chosen' }, { by: 'values' }, { by: 'heading' }] })
  await importer.check(first.id)
  expect(countsOf(await importer.start(first.id))).toEqual({ contact: [2, 0, 0] })

  const again = await importer.begin('b.csv', csv)
  expect(again).toMatchObject({ kind: 'contact', saved: { isUsed: true }, needs: [] })
  expect(again.columns.map(({ field, by }) => [field, by])).toEqual([
    ['companyName', 'saved'],
    ['vatNumber', 'saved'],
    ['email', 'saved'],
  ])
  expect(countsOf(await importer.check(again.id))).toEqual({ contact: [0, 0, 2] })
  expect(countsOf(await importer.start(again.id))).toEqual({ contact: [0, 0, 2] })
  const guessed = await importer.call(changeImport, {
    params: { importid: (await importer.begin('c.csv', csv)).id },
    body: { useSaved: false },
  })
  expect(guessed.body).toMatchObject({ saved: { isUsed: false }, needs: ['companyName'] })
})

test('who is there is found by the chosen key, and keeps what the table does not say', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  await importer.all('a.csv', 'Ragione sociale;P.IVA;Indirizzo;E-mail\nRossi;01180680397;Via Po 1;info@rossi.example\n')
  const changed = await importer.all('b.csv', 'P.IVA;Ragione sociale;E-mail\nIT 01180680397;Rossi S.r.l.;\n')
  expect(countsOf(changed)).toEqual({ contact: [0, 1, 0] })
  expect(await customersOf(importer)).toEqual([
    { name: 'Rossi S.r.l.', vat: 'IT 01180680397', address: 'Via Po 1', email: 'info@rossi.example' },
  ])
  const byName = await importer.begin('c.csv', 'Ragione sociale;Indirizzo;P.IVA\nrossi s.r.l.;Via Adige 3;\n')
  expect(byName).toMatchObject({ key: 'vatNumber', keyChoices: ['vatNumber', 'companyName'] })
  expect(await importer.check(byName.id)).toMatchObject({ refused: 1 })
  await importer.call(changeImport, { params: { importid: byName.id }, body: { key: 'companyName' } })
  expect(countsOf(await importer.check(byName.id))).toEqual({ contact: [0, 1, 0] })

  // A person of two customers, with flags: one account.
  await importer.all('d.csv', 'Ragione sociale;P.IVA\nVerdi;12345678903\n')
  const people = `Referente;E-mail;Cliente;I miei ticket;Fatture
Tina Due;tina@due.example;01180680397;sì;
Tina Due;tina@due.example;Verdi;;x
`
  expect(countsOf(await importer.all('e.csv', people, { kind: 'webUser' }))).toEqual({
    webUser: [1, 0, 0],
    membership: [2, 0, 0],
  })
  const flags = () =>
    database.many(sql`select c.company_name as customer, m.manage_tickets as tickets, m.view_contact_invoices as invoices
      from membership m join contact c on c.id = m.contact_id where m.service_company_id = ${serviceCompanyId} order by 1`)
  expect(await flags()).toEqual([
    { customer: 'Rossi S.r.l.', tickets: true, invoices: false },
    { customer: 'Verdi', tickets: false, invoices: true },
  ])
  const renamed = await importer.all('f.csv', 'Referente;E-mail;Cliente\nTina Seconda;tina@due.example;Verdi\n', {
    kind: 'webUser',
  })
  expect(countsOf(renamed)).toEqual({ webUser: [0, 0, 1], membership: [0, 1, 0] })
  expect((await flags())[1]).toEqual({ customer: 'Verdi', tickets: false, invoices: true })
})

test('contracts, subscriptions, assets, estimates and invoices with their files', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nRossi;01180680397\n')
  const contracts =
    'Cliente;Contratto;Inizio;Fine;Ore;Ore usate\nRossi;Assistenza;01/01/2026;31/12/2026;1.234,50;10,25\n'
  expect(countsOf(await importer.all('b.csv', contracts))).toEqual({ activityContract: [1, 0, 0] })
  expect(countsOf(await importer.all('b.csv', contracts))).toEqual({ activityContract: [0, 0, 1] })
  expect(
    await database.one(
      sql`select amount, opening_used as used from activity_contract where service_company_id = ${serviceCompanyId}`,
    ),
  ).toEqual({ amount: 74070, used: 615 })
  const bad = await importer.begin(
    'c.csv',
    'Cliente;Contratto;Inizio;Fine;Ore\nRossi;Uno;31/02/2026;31/12/2026;10\nNessuno;Due;01/13/2026;domani;dieci\nNessuno;Tre;01/01/2026;31/12/2026;10\nRossi;Quattro;31/12/2026;01/01/2026;5\n',
  )
  await importer.check(bad.id)
  expect(
    (await importer.rows(bad.id)).map(({ line, column, code, more }) => [
      line,
      column,
      code,
      ...more.map(one => [one.column, one.code]),
    ]),
  ).toEqual([
    [2, 2, 'noSuchDay'],
    [3, 0, 'unknownCustomer', [2, 'noSuchDay'], [3, 'date'], [4, 'number']],
    [4, 0, 'unknownCustomer'],
    [5, 3, 'beforeStart'],
  ])
  expect((await importer.rows(bad.id))[1]?.more.map(({ message }) => message)).toEqual([
    expect.stringContaining('01/13/2026'),
    expect.stringContaining('domani'),
    expect.stringContaining('dieci'),
  ])
  const services = 'Cliente;Contratto;Decorrenza;Scadenza\n01180680397;Manutenzione;01/01/2026;\n'
  expect(countsOf(await importer.all('d.csv', services, { kind: 'serviceContract' }))).toEqual({
    serviceContract: [1, 0, 0],
  })
  const subscriptions =
    'Cliente;Codice;Descrizione;Importo;Prossima scadenza;Periodicità\nRossi;C1;Canone;99,90;31/01/2027;trimestrale\n'
  expect(countsOf(await importer.all('e.csv', subscriptions))).toEqual({ subscription: [1, 0, 0] })
  expect(
    await database.one(sql`select recurrence_type as type, frequency_month as months, recurrence_day as day, quantity
      from recurring_advance where service_company_id = ${serviceCompanyId}`),
  ).toEqual({ type: 20, months: 3, day: 31, quantity: 1 })
  const assets = await importer.begin(
    'f.csv',
    'Cliente;Cartella;Apparato;Matricola\nRossi;Sede;Caldaia;M-1\nRossi;Sede;Pompa;M-2\n',
  )
  expect(assets).toMatchObject({ kind: 'asset' })
  await importer.call(changeImport, {
    params: { importid: assets.id },
    body: { columns: ['contact', 'folder', 'name', 'property'] },
  })
  await importer.check(assets.id)
  expect(countsOf(await importer.start(assets.id))).toEqual({
    wikiFolder: [1, 0, 0],
    wikiElement: [2, 0, 0],
    wikiProperty: [2, 0, 0],
  })

  const invoices = await importer.begin(
    'fatture.csv',
    'Numero fattura;Data fattura;Importo;Cliente;PDF\n12;31/12/2026;€ 1.234,56;Rossi;fatture\\12.pdf\n13;31/12/2026;-10,5;Rossi;13.pdf\n',
  )
  expect(invoices.kind).toBe('invoice')
  expect(
    (
      await importer.add(
        invoices.id,
        'documenti.zip',
        zipOf([{ path: '../../12.pdf', content: await aPdf({ text: '12' }) }]),
      )
    ).json(),
  ).toEqual({ files: 1 })
  expect(await importer.check(invoices.id)).toMatchObject({ refused: 1 })
  expect(await importer.rows(invoices.id)).toMatchObject([{ line: 3, column: 4, code: 'fileMissing' }])
  await importer.add(invoices.id, '13.PDF', await aPdf({ text: '13' }))
  expect(await importer.check(invoices.id)).toMatchObject({ refused: 0, files: 2 })
  expect(countsOf(await importer.start(invoices.id))).toEqual({ invoice: [2, 0, 0] })
  expect(
    await database.many(sql`select total from invoice where service_company_id = ${serviceCompanyId} order by id`),
  ).toEqual([{ total: 1234.56 }, { total: -10.5 }])
  // Without its file again: the one it has stays.
  const later = await importer.begin(
    'l.csv',
    'Numero fattura;Data fattura;Importo;Cliente;PDF\n12;31/12/2026;1.234,56;Rossi;\n',
  )
  expect(countsOf(await importer.check(later.id))).toEqual({ invoice: [0, 0, 1] })
  const estimates = await importer.begin(
    'p.csv',
    'Preventivo;Oggetto;Data preventivo;Importo;Cliente;PDF\n7;Tetto;01/02/2026;10;Rossi;7.pdf\n',
  )
  expect(estimates.kind).toBe('estimate')
  await importer.add(estimates.id, '7.pdf', await aPdf({ text: '7' }))
  await importer.check(estimates.id)
  expect(countsOf(await importer.start(estimates.id))).toEqual({ estimate: [1, 0, 0] })
})

test('everything that is wrong with a row is told at once, and the report names the columns', async () => {
  const importer = await anImporter()
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nRossi;01180680397\n')
  const faults = async (name: string, content: string, query: Record<string, string> = {}) => {
    const { id, kind } = await importer.begin(name, content, query)
    const { columns } = await importer.check(id)
    const rows = (await importer.rows(id)).map(({ line, column, code, more }) => [
      line,
      ...[{ column, code }, ...more].map(
        one => `${one.column === null ? '' : columns[one.column]?.title}: ${one.code}`,
      ),
    ])
    return { id, kind, rows, refused: columns.map(({ refused }) => refused) }
  }
  const head = 'Cliente;Contratto;Inizio;Fine;Ore\n'
  await importer.all('b.csv', `${head}Rossi;Assistenza;01/01/2026;31/12/2026;10\n`)
  const contracts = await faults(
    'c.csv',
    `${head}Nessuno;;31/02/2026;;\nRossi;Assistenza;01/01/2026;domani;\nRossi;Nuovo;01/01/2026;31/12/2025;dieci\nRossi;Altro;01/01/2026;;10\nRossi;Altro;01/01/2026;31/12/2026;-5\n`,
  )
  expect(contracts.rows).toEqual([
    [2, 'Cliente: unknownCustomer', 'Contratto: missing', 'Inizio: noSuchDay', 'Fine: missing', 'Ore: missing'],
    // It is there, so that an empty cell says nothing.
    [3, 'Fine: date'],
    [4, 'Fine: beforeStart', 'Ore: number'],
    [5, 'Fine: missing'],
    [6, 'Ore: tooSmall', ': twice'],
  ])
  expect(contracts.refused).toEqual([1, 1, 1, 4, 3])
  const report = await importer.call(readImportReport, { params: { importid: contracts.id } })
  expect(report.text).toContain(
    '"Cliente, Contratto, Inizio, Fine, Ore";"Cliente: Nessun cliente corrisponde a «Nessuno» · ',
  )
  expect(report.text).toContain(
    'Contratto: Manca un valore obbligatorio · Inizio: Questo giorno non esiste: «31/02/2026»',
  )
  expect(report.text).toContain('"Fine";"Non è una data: «domani». Scrivi 31/12/2026"')
  const refused = await importer.call(readImportReport, {
    params: { importid: contracts.id },
    query: { only: 'refused', language: 'en' },
  })
  expect(refused.text).toContain('"Fine: The end comes before the start · Ore: Not a number: “dieci”"')

  const customers = await faults(
    'd.csv',
    'Ragione sociale;P.IVA;Codice SDI;Referente;Mail\n;0288771028;!;Ada;ada@\nVerdi;;;;\nRossi S.r.l.;01180680397;;;\nRossi;01180680397;!;;\n',
  )
  expect(customers.rows).toEqual([
    [2, 'Ragione sociale: missing', 'P.IVA: vatDigits', 'Codice SDI: sdiCode', 'Mail: emailDomain'],
    [3, 'P.IVA: noKey'],
    [5, 'Codice SDI: sdiCode', ': differs'],
  ])
  const people = await faults(
    'e.csv',
    'Cognome e nome;E-mail;Cliente;Lingua\nAda;;Nessuno;marziano\nAda;ada@;Nessuno;\n',
    { kind: 'webUser' },
  )
  expect(people.rows).toEqual([
    [2, 'E-mail: missing', 'Cliente: unknownCustomer', 'Lingua: language'],
    [3, 'E-mail: emailDomain', 'Cliente: unknownCustomer'],
  ])
  const invoices = await faults(
    'f.csv',
    'Numero fattura;Data fattura;Importo;Cliente;PDF\n;31/11/2026;mille;Rossi;12.pdf\n12;;;;\n',
  )
  expect(invoices.rows).toEqual([
    [2, 'Numero fattura: missing', 'Data fattura: noSuchDay', 'Importo: number', 'PDF: fileMissing'],
    [3, 'Data fattura: missing', 'Importo: missing', 'Cliente: noCustomer', 'PDF: missing'],
  ])
  const subscriptions = await faults(
    'g.csv',
    'Cliente;Codice;Descrizione;Importo;Prossima scadenza;Periodicità\nRossi;C1;;99;domani;mensile\nRossi;C2;Canone;99;31/01/2027;\n',
  )
  expect(subscriptions.rows).toEqual([
    [2, 'Descrizione: missing', 'Prossima scadenza: date'],
    [3, 'Periodicità: missing'],
  ])
  const assets = await faults(
    'h.csv',
    'Cliente;Cartella;Apparato;Matricola\nNessuno;;;\nRossi;Sede;Pompa;1\nRossi;Sede;Pompa;2\n',
  )
  expect(assets.rows).toEqual([
    [2, 'Cliente: unknownCustomer', 'Cartella: missing', 'Apparato: missing'],
    [4, ': twice'],
  ])
})

test('electronic invoices of a zip, and a zip that is none, a bomb, or full of paths', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nBeta Gamma;01180680397\n')
  const sample = (name: string) => readFile(join(root, 'server', 'test', 'fatturapa', name))
  const zip = zipOf([
    { path: 'a/../../etc/IT02182030391_31.xml.p7m', content: await sample('IT02182030391_31.xml.p7m') },
    { path: 'IT01234567890_FPA02.xml', content: await sample('IT01234567890_FPA02.xml') },
  ])
  const run = await importer.begin('fatture.zip', zip)
  expect(run).toMatchObject({ kind: 'fatturapa', form: null, columns: [] })
  const checked = await importer.check(run.id)
  expect(countsOf(checked).invoice?.[0]).toBeGreaterThan(0)
  expect(await database.many(sql`select from invoice where service_company_id = ${serviceCompanyId}`)).toEqual([])
  const done = await importer.start(run.id)
  expect(countsOf(done)).toEqual(countsOf(checked))
  for (const row of await importer.rows(run.id))
    expect(row).toMatchObject({ file: expect.stringMatching(/^[^/]+$/), code: 'unknownCustomer' })
  expect(countsOf(await importer.all('fatture.zip', zip)).invoice?.[2]).toBe(countsOf(done).invoice?.[0])

  const bomb = await importer.begin('bomb.zip', zipOf([{ path: 'a.xml', content: Buffer.alloc(80 * 1024 * 1024) }]))
  expect(await importer.check(bomb.id)).toMatchObject({ state: 'draft', fault: { code: 'tooMuch' } })
  const broken = await importer.begin('broken.zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200, 7)]))
  expect(await importer.check(broken.id)).toMatchObject({ state: 'draft', fault: { code: 'zip' } })
})

test('electronic invoices that cannot be read are refused in the words of the reader', async () => {
  const importer = await anImporter()
  const sample = (name: string) => readFile(join(root, 'server', 'test', 'fatturapa', name))
  const signed = await sample('IT02182030391_31.xml.p7m')
  const plain = (await sample('IT01234567890_FPR02.xml')).toString()
  const changed = (at: number) => signed.map((byte, nth) => (nth === at ? byte ^ 1 : byte))
  const files: [code: string, content: string | Uint8Array, name: string][] = [
    ['broken', signed.subarray(0, 3000), 'broken.xml.p7m'],
    ['broken', plain.slice(0, 2000), 'half.xml'],
    ['broken', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'external.xml'],
    ['broken', '<?xml version="1.0" encoding="martian"?><a/>', 'charset.xml'],
    ['broken', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>è</a>', 'latin1'), 'latin.xml'],
    ['tooMuch', '<a>'.repeat(60), 'deep.xml'],
    ['noInvoice', '<a/>', 'other.xml'],
    ['noInvoice', '<FatturaElettronica/>', 'bare.xml'],
    ['changedSinceSigned', changed(signed.indexOf('2018-06-08') + 3), 'changed.xml.p7m'],
    ['signature', changed(signed.length - 60), 'forged.xml.p7m'],
    ['currency', plain.replace('EUR', 'USD'), 'dollars.xml'],
    [
      'number',
      plain.replace(/(<ImportoTotaleDocumento>)[^<]*/, '$1mille').replace(/(<PrezzoTotale>)[^<]*/, '$1mille'),
      'amount.xml',
    ],
    ['fileTooLarge', Buffer.alloc(10 * 1024 * 1024 + 1, ' '), 'large.xml'],
  ]
  const { id } = await importer.begin(
    'fatture.zip',
    zipOf(files.map(([, content, path]) => ({ path, content: Buffer.from(content) }))),
  )
  expect(await importer.check(id)).toMatchObject({ refused: files.length, rows: files.length })
  const rows = await importer.rows(id)
  expect(Object.fromEntries(rows.map(({ file, code }) => [file, code]))).toEqual(
    Object.fromEntries(files.map(([code, , name]) => [name, code])),
  )
  for (const { message } of rows) expect(message).not.toMatch(/\b(?:is|has|bears)\b/)
})

test('electronic invoices of the same name keep it: for whoever reads why one is refused, and for the customer', async () => {
  const importer = await anImporter()
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nBeta Gamma;01180680397\n')
  const path = join(root, 'server', 'test', 'fatturapa', 'IT01234567890_FPR02.xml')
  const plain = (await readFile(path, 'utf8')).replaceAll('09876543210', '01180680397')
  const other = plain.replace(/<Numero>[^<]*/, '<Numero>B-2')
  const paths: [string, string][] = [
    ['2025/fattura.xml', plain],
    ['2026/fattura.xml', other],
    ['altro/Fattura.xml', '<a/>'],
  ]
  const run = await importer.begin(
    'fatture.zip',
    zipOf(paths.map(([path, content]) => ({ path, content: Buffer.from(content) }))),
  )
  await importer.check(run.id)
  await importer.start(run.id)
  expect((await importer.rows(run.id)).map(({ file, code }) => [file, code])).toEqual([['Fattura.xml', 'noInvoice']])
  const names = await database.many(sql`select f.name as pdf, o.name as original from invoice i
    join file f on f.id = i.file_id join file o on o.id = i.original_file_id
    where i.service_company_id = ${importer.portal.serviceCompanyId} order by i.id`)
  expect(names).toEqual([
    { pdf: 'fattura.pdf', original: 'fattura.xml' },
    { pdf: 'fattura.pdf', original: 'fattura.xml' },
  ])
})

test('files that are no tables are refused in words', async () => {
  const importer = await anImporter()
  const query = { portal: String(importer.portal.portalId) }
  for (const content of [
    zipOf([{ path: 'xl/workbook.xml', content: Buffer.from('x') }]),
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    await aPdf({ text: 'no table' }),
  ])
    expect((await importer.send('clienti.csv', content, query)).json()).toMatchObject({ code: 'file_type_refused' })
  expect((await importer.send('a.csv', '', query)).json()).toMatchObject({ code: 'file_empty' })
  const fault = async (content: string | Buffer) => (await importer.begin('a.csv', content)).fault
  expect(await fault(Buffer.from('Nome;E-mail\nA\0B;x\n'))).toEqual({ code: 'binary', line: null })
  expect(await fault(`Nome;${'x'.repeat(600_000)}`)).toEqual({ code: 'lineTooLong', line: 1 })
  expect(await fault(`${'x;'.repeat(10_000)}\n1;2\n`)).toEqual({ code: 'tooManyColumns', line: null })
  expect(await fault('\n\n')).toEqual({ code: 'empty', line: null })
  // Headings alone are no rows; they may be those of another line.
  const bare = await importer.begin('a.csv', 'Ragione sociale;P.IVA\nRossi;01180680397\n')
  const read = (headerLine: number) =>
    importer.call(changeImport, { params: { importid: bare.id }, body: { headerLine } })
  expect((await read(2)).body).toMatchObject({ fault: { code: 'empty', line: null }, rows: 0, form: { headerLine: 2 } })
  expect((await read(1)).body).toMatchObject({ fault: null, rows: 1 })
  const noInvoices = await importer.begin('fatture.zip', zipOf([]))
  expect(await importer.check(noInvoices.id)).toMatchObject({ state: 'draft', fault: { code: 'empty' } })
  // A NUL later on is a fault of its row.
  const late = await importer.begin('n.csv', `Ragione sociale;P.IVA\n${'Rossi;01180680397\n'.repeat(300)}A\0;\n`)
  await importer.check(late.id)
  expect((await importer.rows(late.id)).at(-1)).toBeDefined()
  expect(await importer.read(late.id)).toMatchObject({ refused: 1, skipped: 299 })
})

test('charset, separator, headings and decimals can be chosen, which renews the samples', async () => {
  const importer = await anImporter()
  const run = await importer.begin('a.csv', Buffer.from('Cliente,Nome;Ore\nPer\xf2,10;1.500\n', 'latin1'))
  const change = async (body: object) =>
    (await importer.call(changeImport, { params: { importid: run.id }, body })).body
  expect((await change({ charset: 'macintosh' })).columns[0]?.samples[0]).not.toContain('ò')
  const read = await change({ charset: 'windows-1252', separator: ';' })
  expect(read.columns.map(({ title, samples }) => [title, samples[0]])).toEqual([
    ['Cliente,Nome', 'Però,10'],
    ['Ore', '1.500'],
  ])
  await change({ kind: 'activityContract', columns: ['contact', 'hoursAmount'] })
  expect((await change({ decimal: '.' })).columns[1]?.decimal).toBe('.')
  expect(
    (await importer.call(changeImport, { params: { importid: run.id }, body: { charset: 'martian' } })).body.fault,
  ).toMatchObject({ code: 'charset' })
  await change({ charset: 'windows-1252' })
  for (const columns of [['companyName', 'hoursAmount'], ['name', 'name'], ['name'], ['__proto__', null]])
    expect((await importer.call(changeImport, { params: { importid: run.id }, body: { columns } })).problem.code).toBe(
      'invalid_request',
    )
})

test('a report neutralises formulas', async () => {
  const importer = await anImporter()
  const run = await importer.begin('a.csv', 'Ragione sociale;P.IVA\n=HYPERLINK("x");123\n')
  await importer.check(run.id)
  const report = await importer.call(readImportReport, {
    params: { importid: run.id },
    query: { only: 'refused', language: 'en' },
  })
  expect(report.text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(report.text).toContain('The VAT number has 3 digits instead of 11')
})

test('another company, portals out of reach and technicians get nowhere', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  const run = await importer.begin('a.csv', 'Ragione sociale;P.IVA;ID\nRossi;01180680397;shared\n')
  await importer.check(run.id)
  await importer.start(run.id)
  const stranger = await anImporter()
  const other = await aPortal(database, { serviceCompanyId })
  const limited = await anImporter({ serviceCompanyId, portalIds: [other.portalId] })
  for (const { call } of [stranger, limited]) {
    for (const endpoint of [
      readImportRun,
      listImportRows,
      checkImport,
      startImportRun,
      cancelImport,
      removeImport,
      readImportReport,
    ])
      expect((await call(endpoint as typeof readImportRun, { params: { importid: run.id } })).problem).toMatchObject({
        status: 404,
      })
    const cells = [{ line: 2, column: 0, value: 'x' }]
    expect((await call(mendImportCells, { params: { importid: run.id }, body: { cells } })).problem.status).toBe(404)
    expect((await call(changeImport, { params: { importid: run.id }, body: { decimal: ',' } })).problem.status).toBe(
      404,
    )
    expect((await call(listImports)).body).toEqual([])
  }
  expect((await stranger.add(run.id, 'a.pdf', await aPdf({ text: 'x' }))).statusCode).toBe(404)
  const elsewhere = await limited.send('a.csv', 'Ragione sociale\nX\n', { portal: String(importer.portal.portalId) })
  expect(elsewhere.json()).toMatchObject({ code: 'not_found' })
  const own = await limited.send('a.csv', 'Ragione sociale;ID\nThief;shared\n', { portal: String(other.portalId) })
  const { id, keyChoices } = own.json()
  expect(keyChoices).toEqual(['externalId', 'companyName'])
  expect(await limited.check(id)).toMatchObject({ refused: 1 })
  expect(await limited.rows(id)).toMatchObject([{ line: 2, code: 'elsewhere' }])
  // A customer of another portal is none of this one.
  const contract = await limited.send(
    'c.csv',
    'Cliente;Contratto;Inizio;Fine;Ore\n01180680397;X;01/01/2026;31/12/2026;1\n',
    { portal: String(other.portalId) },
  )
  expect(await limited.check(contract.json().id)).toMatchObject({ refused: 1 })
  expect(await limited.rows(contract.json().id)).toMatchObject([{ code: 'unknownCustomer' }])
  const technician = await anImporter({ role: 'technician' })
  expect((await technician.send('a.csv', 'Ragione sociale\nX\n')).statusCode).toBe(403)
  expect((await technician.call(listImports)).problem.status).toBe(403)
})

test('a person who also belongs to a portal out of reach keeps the account, and one of others only is unknown', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  await importer.all('a.csv', 'Ragione sociale;P.IVA;Referente;Mail\nRossi;01180680397;Ada;ada@far.example\n')
  const near = await aPortal(database, { serviceCompanyId })
  const limited = await anImporter({ serviceCompanyId, portalIds: [near.portalId] })
  const query = { portal: String(near.portalId) }
  const taken = await limited.begin(
    'b.csv',
    'Ragione sociale;P.IVA;Referente;Mail;Cell\nVerdi;12345678903;Ada;ADA@far.example;333\n',
    query,
  )
  expect(await limited.check(taken.id)).toMatchObject({ refused: 1 })
  expect(await limited.rows(taken.id)).toMatchObject([{ code: 'taken' }])
  const all = await anImporter({ serviceCompanyId })
  await all.all('b.csv', 'Ragione sociale;P.IVA;Referente;Mail\nVerdi;12345678903;Ada;ada@far.example\n', query)
  const again = await limited.begin(
    'c.csv',
    'Ragione sociale;P.IVA;Referente;Mail;Cell\nVerdi;12345678903;Ada Blu;ada@far.example;333\n',
    query,
  )
  expect(countsOf(await limited.check(again.id))).toEqual({ contact: [0, 0, 1], membership: [0, 1, 0] })
})

test('lines of JSON are for administrators of all portals', async () => {
  const administrator = await anImporter({ role: 'administrator' })
  const { serviceCompanyId, portalId } = administrator.portal
  const { externalId } = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from portal where id = ${portalId}`,
  )
  const line = JSON.stringify({ type: 'contact', externalId: 'json', portal: externalId, companyName: 'JSON' })
  const foreign = await aPortal(database)
  const other = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from portal where id = ${foreign.portalId}`,
  )
  const theirs = JSON.stringify({
    type: 'contact',
    externalId: 'theirs',
    portal: other.externalId,
    companyName: 'Theirs',
  })
  const done = await administrator.all('a.jsonl', `${line}\n${theirs}\nno json\n`)
  expect(done).toMatchObject({ kind: 'lines', portal: null, refused: 2, rows: 3 })
  expect(countsOf(done)).toEqual({ contact: [1, 0, 0] })
  const office = await anImporter({ serviceCompanyId })
  expect((await office.send('a.jsonl', line, { portal: String(office.portal.portalId) })).statusCode).toBe(403)
  expect((await office.call(readImportRun, { params: { importid: done.id } })).problem.status).toBe(404)
})

test('an import goes on after it was cancelled, broken off or killed, and writes nothing twice', async () => {
  const importer = await anImporter()
  const { serviceCompanyId } = importer.portal
  const rows = Array.from({ length: 5000 }, (_, n) => `Cliente ${n};c${n}@many.example\n`).join('')
  const run = await importer.begin('a.csv', `Ragione sociale;E-mail\n${rows}`)
  await importer.check(run.id)
  expect((await importer.call(startImportRun, { params: { importid: run.id } })).status).toBe(202)
  expect((await importer.call(removeImport, { params: { importid: run.id } })).problem.code).toBe('conflict')
  await importer.call(cancelImport, { params: { importid: run.id } })
  await app.delivered()
  expect(await importer.read(run.id)).toMatchObject({ state: 'cancelled' })
  // As a process leaves it that dies after some batches.
  await importer.start(run.id)
  await database.run(sql`update import_run set state = 'importing', done = 10 where id = ${run.id}`)
  await database.run(
    sql`delete from contact where service_company_id = ${serviceCompanyId} and company_name > 'Cliente 4'`,
  )
  await database.run(
    sql`insert into job (service_company_id, kind, payload, due_at) values (${serviceCompanyId}, 'importRun', ${String(run.id)}, now())`,
  )
  await app.delivered()
  const done = await importer.read(run.id)
  expect(done).toMatchObject({ state: 'done', done: 5000, refused: 0 })
  expect(countsOf(done)).toEqual({ contact: [5000, 0, 0] })
  expect(
    await database.one(sql`select count(*)::int as count from contact where service_company_id = ${serviceCompanyId}`),
  ).toEqual({ count: 5000 })
  expect((await importer.call(checkImport, { params: { importid: run.id } })).problem.code).toBe('conflict')

  const ended = await importer.begin('b.csv', 'Ragione sociale;E-mail\nX;x@many.example\n')
  await importer.call(checkImport, { params: { importid: ended.id } })
  await database.run(sql`update staff_account set role = 'technician' where id = ${importer.account.staffAccountId}`)
  await app.delivered()
  expect(await database.one(sql`select state, fault->>'code' as code from import_run where id = ${ended.id}`)).toEqual({
    state: 'draft',
    code: 'account',
  })
})

test('imports are kept for some days, and their files go with them', async () => {
  const importer = await anImporter()
  const run = await importer.begin('a.csv', 'Ragione sociale\nX\n')
  const removed = await importer.begin('b.csv', 'Ragione sociale\nX\n')
  const { length } = await app.storedKeys()
  expect((await importer.call(removeImport, { params: { importid: removed.id } })).status).toBe(204)
  expect(await app.storedKeys()).toHaveLength(length - 1)
  expect((await importer.call(listImports)).body.map(({ id }) => id)).toEqual([run.id])
  const { key } = await database.one<{ key: string }>(
    sql`select storage_key as key from import_run_file where import_run_id = ${run.id}`,
  )
  expect(await app.storedKeys()).toContain(key)
  clock.pass((importKeptDays + 1) * 24 * 3_600_000)
  await cleanUp({ ...app.deps })
  expect(await database.many(sql`select from import_run where id = ${run.id}`)).toEqual([])
  expect(await app.storedKeys()).not.toContain(key)
})
