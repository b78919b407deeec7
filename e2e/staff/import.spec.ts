import type { Page } from '@playwright/test'
import { paper } from '../support/pdf.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, signInStaff } from '../support/staff.ts'

const attempt = () => test.info().retry + 1
const csv = (name: string, text: string, encoding: BufferEncoding = 'latin1') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
})

/** An Italian VAT number with its check digit. */
const vat = (number: number) => {
  const digits = String(number).padStart(10, '0')
  const sum = [...digits].reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A zip with one file, not packed. */
const zipOf = (name: string, content: Buffer) => {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(content.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + content.length, 16)
  return Buffer.concat([local, Buffer.from(name), content, entry, Buffer.from(name), end])
}

const electronic = (number: string, vatNumber: string) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
    <FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>04218730285</IdCodice></IdFiscaleIVA>
    <Anagrafica><Denominazione>Brenta Servizi S.r.l.</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore>
    <CessionarioCommittente><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>${vatNumber}</IdCodice></IdFiscaleIVA>
    <Anagrafica><Denominazione>Importata</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>
    <FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa><Data>2026-11-20</Data>
    <Numero>${number}</Numero><ImportoTotaleDocumento>10.00</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
    <DatiBeniServizi><DettaglioLinee><Descrizione>Canone</Descrizione><PrezzoTotale>10.00</PrezzoTotale></DettaglioLinee></DatiBeniServizi>
    </FatturaElettronicaBody></p:FatturaElettronica>`)

type File = ReturnType<typeof csv>

/** Begins an import with these files in the portal of the demo. */
const begin = async (page: Page, ...files: File[]) => {
  await page.getByRole('button', { name: /^Portale/ }).click()
  await page.getByRole('option', { name: 'Brenta Servizi' }).click()
  await page.locator('.drop-zone input[type="file"]').setInputFiles(files)
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const mend = async (page: Page, line: number, column: string, value: string) => {
  await page.getByRole('textbox', { name: `Riga ${line}, ${column}` }).fill(value)
  await page.getByRole('textbox', { name: `Riga ${line}, ${column}` }).press('Tab')
}
const counts = (page: Page) => page.locator('.import-counts')
const outcome = (page: Page, type: string) => page.getByRole('row', { name: new RegExp(`^${type} `) })
const importRows = async (page: Page, count: number) => {
  await press(page, count === 1 ? 'Importa 1 riga' : `Importa ${count} righe`)
  await expect(page.getByText('Importazione finita')).toBeVisible()
}

test('customers with their people, contracts, invoices and electronic invoices come from files as Excel writes them', async ({
  page,
  faults,
}) => {
  faults.expect(/cells|ERR_FAILED/)
  const n = attempt()
  const [first, second, third] = [1, 2, 3].map(at => vat(8_000_000 + n * 10 + at))
  const name = `Importata Però ${n}`
  const customers = `Elenco clienti al 31/12/2026;;;;
Ragione sociale;P.IVA;Indirizzo;Referente;Mail
${name};${first};"Via Po 1
35100 Padova";Ada Uno;ada${n}@importata.example
Bordin ${n};${second};Via Roma 2;Gino Due;gino${n}@
Piovese ${n};${third?.slice(1)};;Aldo Tre;aldo${n}@importata.example
`
  await signInStaff(page, elenaConti)

  await test.step('rows that are refused are mended in place', async () => {
    await page.goto('/staff/customers')
    await page.getByRole('link', { name: 'Importa clienti' }).click()
    await begin(page, csv('clienti.csv', customers))
    await expect(page.getByText('separatore «;», windows-1252')).toBeVisible()
    await expect(page.getByRole('row', { name: /Ragione sociale/ })).toContainText(name)
    await press(page, 'Fai la prova')
    await expect(page.getByText('L’e-mail non ha il dominio')).toBeVisible()
    await expect(page.getByText(/Alla P. IVA manca lo zero iniziale|La P. IVA ha 10 cifre/)).toBeVisible()
    await expect(counts(page)).toContainText('1cliente da creare')
    expect(await foundByRuleEngines(page)).toEqual([])
    // What could not be stored is not called changed, and is sent again when the cell is left once more.
    await page.route(/\/cells$/, route => route.abort(), { times: 1 })
    await mend(page, 5, 'Mail', `gino${n}@importata.example`)
    await expect(page.getByText(/Impossibile raggiungere Portico/)).toBeVisible()
    await expect(page.getByText('Corretta')).toHaveCount(0)
    await mend(page, 5, 'Mail', `gino${n}@importata.example`)
    await mend(page, 6, 'P.IVA', third ?? '')
    await press(page, 'Rifai la prova')
    await expect(counts(page)).toContainText('3clienti da creare')
    await importRows(page, 3)
    await expect(outcome(page, 'clienti')).toContainText('3')
    await expect(outcome(page, 'persone')).toContainText('3')
  })

  await test.step('the page can be left, and a second run changes nothing', async () => {
    await page.getByRole('link', { name: 'Importa un altro file' }).click()
    await expect(page.getByRole('row', { name: /clienti\.csv/ }).first()).toContainText('Importata')
    const mended = customers
      .replace(`gino${n}@\n`, `gino${n}@importata.example\n`)
      .replace(`${third?.slice(1)};;`, `${third};;`)
    await begin(page, csv('clienti.csv', `\uFEFF${mended}`, 'utf8'))
    await expect(page.getByText('separatore «;», utf-8')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Usa invece le intestazioni' })).toBeVisible()
    await press(page, 'Fai la prova')
    await expect(counts(page)).toHaveText(/^3clienti senza modifiche3persone senza modifiche3accessi senza modifiche$/)
    await page.reload()
    await importRows(page, 3)
  })

  await test.step('contracts, with all that is wrong with a row told at once', async () => {
    await page.goto('/staff/customers/import')
    const contracts = `Cliente;Contratto;Inizio;Fine;Ore\n${name};Assistenza;01/01/2026;31/12/2026;1.234,56\n${name};Estate;01/06/2026;31/06/2026;10\nNessuno ${n};;01/13/2026;31/12/2026;5\n`
    await begin(page, csv('contratti.csv', contracts))
    await expect(page.getByText('virgola letta come decimale')).toBeVisible()
    await press(page, 'Fai la prova')
    await expect(page.getByText('Questo giorno non esiste: «31/06/2026»')).toBeVisible()
    const third = page.getByRole('row').filter({ has: page.getByRole('textbox', { name: 'Riga 4, Cliente' }) })
    for (const message of [
      `Cliente: Nessun cliente corrisponde a «Nessuno ${n}»`,
      'Contratto: Manca un valore obbligatorio',
      'Inizio: Questo giorno non esiste: «01/13/2026»',
    ])
      await expect(third).toContainText(message)
    await expect(page.getByRole('textbox', { name: 'Riga 4, Contratto' })).toHaveAccessibleDescription(
      'Contratto: Manca un valore obbligatorio',
    )
    await mend(page, 3, 'Fine', '30/06/2026')
    await mend(page, 4, 'Cliente', name)
    await expect(third).not.toContainText('Nessun cliente')
    await expect(third).toContainText('Manca un valore obbligatorio')
    await mend(page, 4, 'Contratto', 'Inverno')
    await mend(page, 4, 'Inizio', '01/12/2026')
    await press(page, 'Rifai la prova')
    await importRows(page, 3)
    await expect(outcome(page, 'contratti a ore')).toContainText('3')
  })

  await test.step('people of a file of their own', async () => {
    await page.goto('/staff/customers/import')
    const people = `Cognome e nome;E-mail;Cellulare;Cliente\nDora Però;dora${n}@importata.example;333 5550117;${name}\nEzio Cinque;ezio${n}@;333 5550116;Nessuno ${n}\n`
    await page.getByRole('button', { name: /^Che cosa sono le righe/ }).click()
    await page.getByRole('option', { name: 'Persone dei clienti' }).click()
    await begin(page, csv('persone.csv', `\uFEFF${people}`, 'utf8'))
    await press(page, 'Fai la prova')
    await expect(page.getByText('L’e-mail non ha il dominio')).toBeVisible()
    await expect(page.getByText(`Nessun cliente corrisponde a «Nessuno ${n}»`)).toBeVisible()
    await mend(page, 3, 'E-mail', `ezio${n}@importata.example`)
    await mend(page, 3, 'Cliente', name)
    await press(page, 'Rifai la prova')
    await importRows(page, 2)
    await expect(outcome(page, 'persone')).toContainText('2')
  })

  await test.step('invoices with the documents that they name, and a row that is mended', async () => {
    await page.goto('/staff/customers/import')
    const invoices = `Numero fattura;Data fattura;Importo;Cliente;PDF\nIMP-${n};31/10/2026;1.234,56;${first};ft-${n}.pdf\nIMP-${n}-2;31/11/2026;mille;${first};ft-${n}.pdf\n`
    await begin(page, csv('fatture.csv', invoices), paper(`ft-${n}.pdf`, `Fattura IMP-${n}`))
    await expect(page.getByText('1 altro file')).toBeVisible()
    await press(page, 'Fai la prova')
    await expect(page.getByText('Questo giorno non esiste: «31/11/2026»')).toBeVisible()
    await expect(page.getByText('Non è un numero: «mille»')).toBeVisible()
    await mend(page, 3, 'Data fattura', '30/11/2026')
    await mend(page, 3, 'Importo', '1.000,00')
    await press(page, 'Rifai la prova')
    await importRows(page, 2)
    await expect(outcome(page, 'fatture')).toContainText('2')
  })

  await test.step('electronic invoices in a zip', async () => {
    await page.goto('/staff/customers/import')
    const xml = electronic(`IMP-XML-${n}`, first ?? '')
    await begin(page, {
      name: 'fatture.zip',
      mimeType: 'application/zip',
      buffer: zipOf(`IT04218730285_imp${n}.xml`, xml),
    })
    await press(page, 'Fai la prova')
    await importRows(page, 1)
    await expect(outcome(page, 'fatture')).toContainText('1')
  })
})

test('an address book of Google keeps names whole, and the check says what changes of who is there', async ({
  page,
}) => {
  const n = attempt()
  const name = `Rubrica ${n} S.r.l.`
  const head = 'First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Value,Phone 1 - Value'
  const address = 'Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country'
  const book = `${head},${address}
Anna,Maria,Rossi,${name},anna${n}@rubrica.example,'+39 333 5550101,Via Po 1,Padova,PD,35100,
,,,Condominio ${n},amministratore${n}@rubrica.example,0461 555002,Via Adige 3,Trento,TN,38100,
`
  await signInStaff(page, elenaConti)
  await page.goto('/staff/customers/import')
  await begin(page, csv('contacts.csv', book, 'utf8'))
  for (const column of ['First Name', 'Middle Name', 'Last Name'])
    await expect(page.getByRole('row', { name: new RegExp(column) })).toContainText('Persona: nome')
  await press(page, 'Fai la prova')
  await expect(counts(page)).toContainText('2clienti da creare')
  await expect(page.getByRole('heading', { name: /Valori già presenti/ })).toHaveCount(0)
  await importRows(page, 2)

  await page.goto('/staff/customers/import')
  const later = `Ragione sociale;Indirizzo;Telefono;Referente;E-mail\n${name};Via Po;0461 555009;Anna;anna${n}@rubrica.example\n`
  await begin(page, csv('rubrica.csv', later))
  await press(page, 'Fai la prova')
  const change = (field: string) => page.getByRole('row', { name: new RegExp(field) }).filter({ hasText: 'riga 2' })
  await expect(change('Cliente: indirizzo')).toContainText('Via Po 1, 35100 Padova (PD)')
  await expect(change('Persona: nome')).toContainText(/Anna Maria Rossi.*Anna.*Si accorcia/)
  await expect(change('Telefono')).not.toContainText('Si accorcia')
  await expect(page.getByText('2 nomi o indirizzi diventano più corti')).toBeVisible()
  expect(await foundByRuleEngines(page)).toEqual([])
})
