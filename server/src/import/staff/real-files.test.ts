import { changeImport, type ImportRun } from '@portico/contract/staff/imports'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { type Importer, importersOf } from '../../../test/fixtures/importer.ts'
import { sql } from '../../kernel/database/db.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { database } = app
const anImporter = importersOf(app)

const fieldsOf = ({ columns }: ImportRun) => Object.fromEntries(columns.map(({ title, field }) => [title, field]))

const customersOf = ({ portal }: Importer) =>
  database.many<
    Record<'name' | 'address' | 'phone' | 'email', string | null>
  >(sql`select company_name as name, address, phone, email from contact
    where service_company_id = ${portal.serviceCompanyId} and portal_id = ${portal.portalId} order by id`)

const peopleOf = ({ portal }: Importer) =>
  database.many(sql`select u.user_name as "userName", m.referent_name as name, u.phone, c.company_name as customer
    from membership m join web_user u on u.service_company_id = m.service_company_id and u.id = m.web_user_id
    join contact c on c.service_company_id = m.service_company_id and c.id = m.contact_id
    where m.service_company_id = ${portal.serviceCompanyId} and m.portal_id = ${portal.portalId} order by 1`)

const propertiesOf = ({ portal }: Importer) =>
  database.many(sql`select typology_name as name, value from wiki_property
    where service_company_id = ${portal.serviceCompanyId} and portal_id = ${portal.portalId} order by id`)

/** Checks and imports a file with these fields for its columns. */
const importAs = async (
  { begin, call, check, start, rows }: Importer,
  csv: string,
  columns: (string | null)[],
  kind: string,
) => {
  const { id } = await begin('a.csv', csv, { kind })
  await call(changeImport, { params: { importid: id }, body: { columns } })
  await check(id)
  const refused = (await rows(id)).map(({ line, code }) => [line, code])
  await start(id)
  return refused
}

test.each<[string, string]>([
  ['Italian', 'Nome,Cognome,Email,Cellulare,Azienda'],
  ['Italian, the surname first', 'Cognome,Nome,Email,Cellulare,Azienda'],
  ['Zammad', 'firstname,lastname,email,mobile,organization'],
  ['Google', 'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Organization Name'],
  ['Google of old', 'Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name'],
  ['Outlook', 'First Name,Last Name,E-mail Address,Mobile Phone,Company'],
  ['Spanish', 'nombre,apellidos,correo electrónico,móvil,empresa'],
])('name and surname of an address book become one name, and a right name stays: %s', async (_, head) => {
  const importer = await anImporter()
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nRossi S.r.l.;01180680397\n')
  await importer.all('b.csv', 'Nominativo;E-mail;Cliente\nAnna Rossi;anna@rossi.example;Rossi S.r.l.\n', {
    kind: 'webUser',
  })
  const [first, last] = head.startsWith('Cognome') ? ['Rossi', 'Anna'] : ['Anna', 'Rossi']
  const [third, fourth] = head.startsWith('Cognome') ? ['Bianchi', 'Marco'] : ['Marco', 'Bianchi']
  const run = await importer.begin(
    'c.csv',
    `${head}\n${first},${last},anna@rossi.example,333 5550101,Rossi S.r.l.\n${third},${fourth},marco@rossi.example,333 5550102,Rossi S.r.l.\n`,
  )
  await importer.check(run.id)
  await importer.start(run.id)
  expect(await peopleOf(importer)).toEqual([
    { userName: 'anna@rossi.example', name: 'Anna Rossi', phone: '333 5550101', customer: 'Rossi S.r.l.' },
    { userName: 'marco@rossi.example', name: 'Marco Bianchi', phone: '333 5550102', customer: 'Rossi S.r.l.' },
  ])
})

test('several columns can be chosen for one name; a column that has the whole name leaves its parts out', async () => {
  const importer = await anImporter()
  const run = await importer.begin('a.csv', 'Parte 1;Parte 2;Sede\nRossi;& Figli;Via Po 1\n', { kind: 'contact' })
  const columns = ['companyName', 'companyName', 'address']
  const changed = await importer.call(changeImport, { params: { importid: run.id }, body: { columns } })
  expect(changed.status).toBe(200)
  await importer.check(run.id)
  await importer.start(run.id)
  expect(await customersOf(importer)).toMatchObject([{ name: 'Rossi & Figli', address: 'Via Po 1' }])
  const whole = await importer.begin(
    'b.csv',
    'Name,Given Name,Family Name,E-mail 1 - Value,Organization 1 - Name\n,,,,\na,b,c,d@e.example,f\n',
  )
  expect(fieldsOf(whole)).toMatchObject({ 'Given Name': null, 'Family Name': null })
})

test('addresses of exports keep postcode, town and province', async () => {
  const heads = [
    'Cod.;Codice fiscale;Partita Iva;Denominazione;Indirizzo;Cap;Città;Prov.;Regione;Nazione',
    'Codice;CF;Partita IVA;Ragione sociale;Indirizzo;CAP;Comune;Provincia;Note;Paese',
    "CODICE CLIENTE;CODICE FISCALE;PARTITA IVA;RAGIONE SOCIALE;INDIRIZZO;CAP;LOCALITA';PR;ZONA;NAZIONE",
  ]
  for (const head of heads) {
    const importer = await anImporter()
    await importer.all(
      'a.csv',
      `${head}\n1;;01180680397;Rossi;Via Po 1;35100;Padova;PD;;\n2;;12345678903;Verdi;Calle Mayor 1;08001;Madrid;Madrid;;Spagna\n`,
    )
    expect(await customersOf(importer)).toMatchObject([
      { name: 'Rossi', address: 'Via Po 1, 35100 Padova (PD)' },
      { name: 'Verdi', address: 'Calle Mayor 1, 08001 Madrid, Spagna' },
    ])
  }
})

test('a certified mailbox is never the sign-in of a person', async () => {
  const cloud = await anImporter()
  await cloud.all(
    'a.csv',
    'Ragione sociale;Partita IVA;Indirizzo e-mail;Referente;Indirizzo PEC\nIdraulica Verdi;01180680397;info@verdi.example;Giuseppe Verdi;idraulicaverdi@pec.example\n',
  )
  expect(await customersOf(cloud)).toMatchObject([{ email: 'info@verdi.example' }])
  expect(await peopleOf(cloud)).toEqual([])
  // Without another address it is the customer's, whatever its column is called and wherever it stands.
  const other = await anImporter()
  await other.all(
    'b.csv',
    'Ragione sociale;P.IVA;Referente;Mail;Cell\nRossi;01180680397;Ada Rossi;rossi@legalmail.it;333 5550101\nBruno;12345678903;Ugo Bruno;ugo@bruno.example;333 5550102\n',
  )
  expect(await customersOf(other)).toMatchObject([{ email: 'rossi@legalmail.it' }, { email: null }])
  expect(await peopleOf(other)).toMatchObject([{ userName: 'ugo@bruno.example', name: 'Ugo Bruno' }])
  const people = await other.begin('c.csv', 'Nominativo;E-mail;Cliente\nEva;eva@pec.bruno.example;Bruno\n', {
    kind: 'webUser',
  })
  await other.check(people.id)
  expect(await other.rows(people.id)).toMatchObject([
    { column: 1, code: 'certified', message: expect.stringContaining('PEC') },
  ])
})

test('of a row without the name of a person the address is the customer’s', async () => {
  const importer = await anImporter()
  await importer.all(
    'a.csv',
    'Cod.;Partita Iva;Denominazione;Referente;Tel.;Cell;e-mail\n1;01180680397;Rossi S.r.l.;Ada Rossi;0461 555001;333 5550101;ada@rossi.example\n2;12345678903;Bianchi Laura;;;333 5550102;laura.bianchi@example.com\n3;;Müller GmbH;;0461 555003;;info@mueller.example\n',
  )
  expect(await customersOf(importer)).toMatchObject([
    { name: 'Rossi S.r.l.', email: null },
    { name: 'Bianchi Laura', email: 'laura.bianchi@example.com', phone: '333 5550102' },
    { name: 'Müller GmbH', email: 'info@mueller.example', phone: '0461 555003' },
  ])
  expect(await peopleOf(importer)).toMatchObject([{ userName: 'ada@rossi.example', name: 'Ada Rossi' }])
})

test.each([
  'Data;Num.;Doc.;Cod. cliente;Cliente;P. Iva;Tot. netto;Iva;Tot. doc.',
  'Data doc.;N. doc.;Ragione sociale;Partita IVA;Imponibile;IVA;Totale',
  'Date;Invoice no;Customer;VAT number;Amount',
  'Fecha;Número;Cliente;NIF;Importe',
])('a list of invoices is not taken for customers: %s', async head => {
  const importer = await anImporter()
  const run = await importer.begin(
    'a.csv',
    `${head}\n${head
      .split(';')
      .map((_, at) => at + 1)
      .join(';')}\n`,
  )
  expect(run.kind).toBe('invoice')
})

test('a row without a value of the chosen key is told so', async () => {
  const importer = await anImporter()
  const run = await importer.begin('a.csv', 'Ragione sociale;Partita IVA\nRossi;01180680397\nCondominio Adige;\n')
  await importer.check(run.id)
  const [row] = await importer.rows(run.id)
  expect(row).toMatchObject({ line: 3, column: 1, code: 'noKey', message: expect.stringMatching(/riconosc/) })
  expect(row?.message).not.toContain('obbligatorio')
  await importer.call(changeImport, { params: { importid: run.id }, body: { key: 'companyName' } })
  expect(await importer.check(run.id)).toMatchObject({ refused: 0 })
})

test('numbers that a spreadsheet has shortened are refused in every field', async () => {
  const importer = await anImporter()
  await importer.all('a.csv', 'Ragione sociale;P.IVA\nRossi;01180680397\n')
  expect(
    await importAs(
      importer,
      'Cliente;Cartella;Apparato;Matricola;IMEI\nRossi;Sede;Telefono 1;8,60123E+14;1\nRossi;Sede;Telefono 2;S-2;8,60123E+14\nRossi;Sede;1,23E+11;S-3;3\nRossi;Sede;Telefono 4;S-4;4\n',
      ['contact', 'folder', 'name', 'property', 'property'],
      'asset',
    ),
  ).toEqual([
    [2, 'shortened'],
    [3, 'shortened'],
    [4, 'shortened'],
  ])
  expect(await propertiesOf(importer)).toEqual([
    { name: 'Matricola', value: 'S-4' },
    { name: 'IMEI', value: '4' },
  ])
})

test('a number that is there keeps its leading zeros', async () => {
  const importer = await anImporter()
  await importer.all('a.csv', 'Ragione sociale;P.IVA;Telefono\nRossi;01180680397;0461 555001\n')
  const run = await importer.begin('b.csv', 'Ragione sociale;P.IVA;Telefono\nRossi;01180680397;461555001\n')
  await importer.check(run.id)
  expect(await importer.rows(run.id)).toMatchObject([
    { column: 2, code: 'lostZero', message: expect.stringContaining('0461 555001') },
  ])
  const post = await importer.begin(
    'c.csv',
    'Ragione sociale;P.IVA;Indirizzo;CAP;Città;Prov\nRossi;01180680397;Via Po 1;184;Roma;RM\n',
  )
  await importer.check(post.id)
  expect(await importer.rows(post.id)).toMatchObject([
    { column: 3, code: 'lostZero', message: expect.stringContaining('00184') },
  ])
  const fiscal = await importer.begin('d.csv', 'Ragione sociale;Codice fiscale\nVerdi;1180680397\n')
  await importer.check(fiscal.id)
  expect(await importer.rows(fiscal.id)).toMatchObject([{ column: 1, message: expect.stringContaining('01180680397') }])
})

test('apostrophes, formulas and blanks around values go, and refused rows come back as they were', async () => {
  const importer = await anImporter()
  const csv = `Ragione sociale;P.IVA;Telefono;Referente;Mail;Cell
Uno;01180680397;'+39 0461 555003;Ada;ada@;'+39 333 1234567
Due;12345678903;'0461555001;;;
Tre;02182030391;="0461555002";Eva;"eva@tre.example\u00a0 ";\u200b333 5550103
`
  const run = await importer.begin('a.csv', csv)
  await importer.check(run.id)
  const { readImportReport } = await import('@portico/contract/staff/imports')
  const refused = await importer.call(readImportReport, { params: { importid: run.id }, query: { only: 'refused' } })
  await importer.start(run.id)
  await importer.all('b.csv', refused.text.replace('"ada@"', '"ada@uno.example"'))
  expect(await customersOf(importer)).toMatchObject([
    { name: 'Due', phone: '0461555001' },
    { name: 'Tre', phone: '0461555002' },
    { name: 'Uno', phone: '+39 0461 555003' },
  ])
  expect(await peopleOf(importer)).toMatchObject([
    { userName: 'ada@uno.example', phone: '+39 333 1234567' },
    { userName: 'eva@tre.example', phone: '333 5550103' },
  ])
})

test('a correct row with line break and separator in its last cell is one row', async () => {
  const importer = await anImporter()
  await importer.all(
    'a.csv',
    'Ragione sociale,Indirizzo\nLambda prova Srl,"Via Roma 1\n38100 Trento, TN"\nMu Srl,Via Po 2\n',
  )
  expect(await customersOf(importer)).toMatchObject([
    { name: 'Lambda prova Srl', address: 'Via Roma 1\n38100 Trento, TN' },
    { name: 'Mu Srl', address: 'Via Po 2' },
  ])
})

test('the check says which values would change, old beside new, and what becomes shorter', async () => {
  const importer = await anImporter()
  const many = Array.from({ length: 60 }, (_, at) => `Cliente ${at};c${at}@many.example;Via Po ${at};0461 55${at}`)
  await importer.all('a.csv', `Ragione sociale;E-mail;Indirizzo;Telefono\n${many.join('\n')}\n`)
  await importer.all('b.csv', 'Nominativo;E-mail;Cliente\nAnna Rossi;anna@rossi.example;Cliente 1\n', {
    kind: 'webUser',
  })
  const run = await importer.begin(
    'c.csv',
    `E-mail;Telefono;Indirizzo;Ragione sociale\nc59@many.example;;Via;Cliente\n${many
      .map((_, at) => `c${at}@many.example;0471 ${at};;`)
      .slice(0, 59)
      .join('\n')}\nnew@many.example;1;Via;Nuovo\n`,
    { kind: 'contact' },
  )
  expect(run.changes).toBeNull()
  await importer.call(changeImport, { params: { importid: run.id }, body: { key: 'email' } })
  const checked = await importer.check(run.id)
  expect(checked.refused).toBe(0)
  expect(checked.changes?.fields).toEqual([
    { type: 'contact', field: 'companyName', count: 1, shorter: 1 },
    { type: 'contact', field: 'address', count: 1, shorter: 1 },
    { type: 'contact', field: 'phone', count: 59, shorter: 0 },
  ])
  expect(checked.changes?.first).toHaveLength(50)
  const change = { line: 2, type: 'contact', name: 'Cliente 59', isShorter: true }
  expect(checked.changes?.first.slice(0, 3)).toEqual([
    { ...change, field: 'companyName', before: 'Cliente 59', after: 'Cliente' },
    { ...change, field: 'address', before: 'Via Po 59', after: 'Via' },
    { ...change, line: 3, name: 'Cliente 0', field: 'phone', before: '0461 550', after: '0471 0', isShorter: false },
  ])
  const people = await importer.begin(
    'd.csv',
    'Nominativo;E-mail;Cellulare;Cliente\nAnna;anna@rossi.example;333 5550101;Cliente 1\n',
    { kind: 'webUser' },
  )
  expect((await importer.check(people.id)).changes?.first).toEqual([
    {
      line: 2,
      type: 'membership',
      name: 'Anna Rossi',
      field: 'referentName',
      before: 'Anna Rossi',
      after: 'Anna',
      isShorter: true,
    },
    {
      line: 2,
      type: 'webUser',
      name: 'anna@rossi.example',
      field: 'phone',
      before: null,
      after: '333 5550101',
      isShorter: false,
    },
  ])
  const same = await importer.begin('e.csv', 'Ragione sociale;E-mail\nCliente 1;c1@many.example\n')
  expect((await importer.check(same.id)).changes).toEqual({ fields: [], first: [] })
})

test('an address in parts stays whole where a row says less, and a row in one line keeps what is said in one line', async () => {
  const importer = await anImporter()
  const head = 'Ragione sociale;P.IVA'
  const address = async () => (await customersOf(importer)).map(one => one.address)[0]
  const all = (columns: string, cells: string) =>
    importer.all('a.csv', `${head};${columns}\nRossi;01180680397;${cells}\n`)
  await all('Indirizzo', 'Via Po 1, 35100 Padova')
  await all('Città', 'Padova')
  expect(await address()).toBe('Via Po 1, 35100 Padova')
  await all('Indirizzo;CAP;Città;Prov', 'Via Po 1;35100;Padova;PD')
  expect(await address()).toBe('Via Po 1, 35100 Padova (PD)')
  await all('Indirizzo', 'Via Po 1')
  expect(await address()).toBe('Via Po 1, 35100 Padova (PD)')
  await all('Indirizzo;CAP', 'Via Adige 3;')
  expect(await address()).toBe('Via Adige 3')
  await all('Indirizzo;CAP;Città', 'Via Adige 3;38100;Trento')
  await all('CAP;Città', ';Rovereto')
  expect(await address()).toBe('Via Adige 3, 38100 Rovereto')
})
