import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { listTickets } from '@portico/contract/tickets'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { aBomb, cmsOfSmallObjects, endlessReferences } from '../../test/fixtures/hostile-pdfs.ts'
import { aPublisher } from '../../test/fixtures/publishing.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'
import { longestBlock } from '../../test/servers/event-loop.ts'

// Hostile work takes seconds of a processor, in processes that give way to others.
vi.setConfig({ testTimeout: 240_000 })

const app = await testApp()
const MB = 1024 * 1024
const BLOCK_MAX_MS = 500

/** A PDF of one page whose text inflates to so many megabytes. */
const textBomb = (megabytes: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(megabytes * MB, ' '))
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n' +
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>\nendobj\n' +
        `4 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** An electronic invoice of a day and a total. */
const invoiceOf = (day: string, total: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"><FatturaElettronicaHeader>
<CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>01234567890</IdCodice></IdFiscaleIVA><Anagrafica><Denominazione>Noi</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici><CodiceFiscale>09876543210</CodiceFiscale><Anagrafica><Denominazione>Rossi</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente>
</FatturaElettronicaHeader><FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa><Data>${day}</Data><Numero>1</Numero><ImportoTotaleDocumento>${total}</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
<DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Lavoro</Descrizione><PrezzoUnitario>100.00</PrezzoUnitario><PrezzoTotale>100.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee></DatiBeniServizi>
</FatturaElettronicaBody></p:FatturaElettronica>`

const encrypted = async (): Promise<Buffer> => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'segreta', ownerPassword: 'altra' })
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;&c;</a>`

const office = async () => {
  const person = await aUser(app.database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office' })
  return { person, ...(await aPublisher(app, account)) }
}

type Content = string | Buffer | (() => Promise<Buffer> | Buffer)

const hostile: [name: string, content: Content, code: string][] = [
  ['scansione.pdf', () => Buffer.from(`MZ${'\0'.repeat(100)}`), 'program'],
  ['script.sh', '#!/bin/sh\nrm', 'program'],
  ['setup.exe', 'anything', 'program'],
  ['testo.pdf', 'Buongiorno', 'otherContent'],
  ['vuoto.pdf', '', 'empty'],
  ['rotto.pdf', '%PDF-1.7\nnothing else', 'broken'],
  ['chiuso.pdf', encrypted, 'encrypted'],
  ['pagina.xml', '<!DOCTYPE html><html/>', 'otherContent'],
  ['risate.xml', laughs, 'otherContent'],
  ['ricevuta.xml', '<RicevutaConsegna/>', 'noInvoice'],
  ['profondo.xml', '<a>'.repeat(100_000), 'tooMuch'],
  ['busta.xml.p7m', () => cmsOfSmallObjects(100_000), 'broken'],
  ['grande.bin', () => Buffer.alloc(26 * MB, 1), 'tooLarge'],
]

test.each(hostile)('%s is a row that says why it is not taken', async (name, content, code) => {
  const { drop } = await office()
  const before = (await app.storedKeys()).length
  const rows = await drop(name, typeof content === 'function' ? await content() : content)
  expect(rows).toMatchObject([{ state: 'refused', fileName: name, refusal: { code }, url: null }])
  expect(await app.storedKeys()).toHaveLength(before)
})

test.each([
  ['a day that does not exist', invoiceOf('2026-02-31', '122.00'), 'Data'],
  ['a total beyond what is kept', invoiceOf('2026-02-01', '123456789012345.00'), 'ImportoTotaleDocumento'],
])('an electronic invoice of %s is a row that names the field', async (_, content, field) => {
  const { drop } = await office()
  expect(await drop('IT01234567890_1.xml', content)).toMatchObject([
    { state: 'refused', refusal: { code: 'incomplete', field } },
  ])
})

test.runIf(process.env.FULL === '1')(
  'files made to be slow or to inflate are refused without delaying other requests, and the next one is read',
  async () => {
    const { drop, person } = await office()
    const reader = await app.as(person)
    const read = async () => {
      expect((await reader(listTickets, { params: person.here })).status).toBe(200)
      expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    }
    // Made before the measurement: to make them blocks the event loop for seconds.
    const files: [name: string, content: Buffer][] = [
      ['testo.pdf', textBomb(400)],
      ['oggetti.pdf', aBomb({ megabytes: 300 })],
      ['riferimenti.pdf', endlessReferences()],
    ]
    const before = process.memoryUsage.rss()
    const block = await longestBlock(async () => {
      const dropped = files.map(([name, content]) => drop(name, content))
      for (let times = 0; times < 20; times += 1) await read()
      const [[text]] = (await Promise.all(dropped)) as [[{ refusal: unknown }], ...unknown[]]
      expect(text).toMatchObject({ state: 'refused', refusal: { code: 'tooMuch' } })
    })
    expect(block).toBeLessThan(BLOCK_MAX_MS)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB)
    const document = await PDFDocument.create()
    document.addPage().drawText('Preventivo n. 7')
    const [item] = await drop('buono.pdf', Buffer.from(await document.save()))
    expect(item).toMatchObject({ state: 'open', kind: 'estimate', number: '7' })
  },
)
