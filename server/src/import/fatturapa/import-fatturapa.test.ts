import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

const samples = fileURLToPath(new URL('../../../test/fatturapa', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'portico-fatturapa-test-'))
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

const portal = { type: 'portal', serviceCompany: 'sc', webPortalName: 'Portal' }
const contact = { type: 'contact', portal: 'p' }
const base = [
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { ...portal, externalId: 'p', webPortalKey: 'portal' },
  { ...portal, externalId: 'other', webPortalKey: 'other' },
  { ...contact, externalId: 'beta', companyName: 'Beta Gamma', fiscalCode: '09876543210' },
  { ...contact, externalId: 'cir', companyName: 'CIR 2000', vatNumber: 'IT 01180680397' },
  {
    ...contact,
    externalId: 'leoni',
    companyName: 'Mario Leoni',
    vatNumber: '09876543217',
    fiscalCode: 'mralne80e05h501c',
  },
  { ...contact, externalId: 'acme', companyName: 'Acme', vatNumber: 'DE111111125' },
  { ...contact, portal: 'other', externalId: 'elsewhere', companyName: 'Elsewhere', vatNumber: '09876543210' },
]
const file = async (name: string, content: string | Buffer) => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}
expect(
  await importFile(deps, await file('base.jsonl', base.map(line => JSON.stringify(line)).join('\n'))),
).toMatchObject({
  created: base.length,
})

const run = async (path: string, key = 'portal') => {
  let out = ''
  let err = ''
  const stdout = { write: (text: string) => (out += text) }
  const stderr = { write: (text: string) => (err += text) }
  const code = await importCommand([path, '--portal', key, '--json'], deps, { stdout, stderr })
  return { code, err, report: out ? JSON.parse(out) : undefined }
}
const refusal = async (name: string, content: string | Buffer) => {
  const { code, report } = await run(await file(name, content))
  expect(code).toBe(1)
  expect(report).toMatchObject({ created: 0, changed: 0 })
  return `${report.refused[0].file}: ${report.refused[0].field ?? ''} ${report.refused[0].reason}`
}
type Stored = {
  externalId: string
  contact: string
  number: string
  date: string
  total: number
  file: string
  key: string
}
const invoices = () =>
  database.many<Stored>(sql`select i.external_id as "externalId", c.external_id as contact, i.document_number as number,
      (i.invoice_date at time zone 'Europe/Rome')::date::text as date, i.total, f.name as file, f.storage_key as key
    from invoice i join contact c on c.id = i.contact_id join file f on f.id = i.file_id order by i.id`)
const originals = async () => {
  const files = await database.many<{ name: string; key: string }>(sql`select f.name, f.storage_key as key
    from invoice i join file f on f.id = i.original_file_id order by i.id`)
  return Promise.all(files.map(async ({ name, key }) => ({ name, content: await buffer(await storage.get(key)) })))
}
const clear = () => database.run(sql`delete from invoice`)
const sample = (name: string) => readFile(join(samples, name))

describe('an electronic invoice', () => {
  test('with invalid values is shown as written, long texts truncated', async () => {
    await clear()
    const text = (await sample('invoice-irpef.xml')).toString()
    const put = (xml: string, tag: string, value: string) =>
      xml.replace(new RegExp(`<${tag}>[^<]*</${tag}>`), `<${tag}>${value}</${tag}>`)
    const xml = put(put(text, 'ModalitaPagamento', 'constructor'), 'Descrizione', 'x'.repeat(200_000))
    const begun = performance.now()
    expect((await run(await file('nonsense.xml', xml))).report).toMatchObject({ created: 1, refused: [] })
    // This took a minute once.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test('with an invalid certificate is refused, the others imported', async () => {
    await clear()
    const inner = await mkdtemp(join(folder, 'broken-'))
    const signed = await sample('IT02182030391_31.xml.p7m')
    // Corrupts the parameters of the certificate's algorithm.
    const at = signed.indexOf(Buffer.from('0500308185', 'hex'))
    signed[at] = 0
    expect(at).toBeGreaterThan(0)
    await writeFile(join(inner, 'a.xml.p7m'), signed)
    await writeFile(join(inner, 'b.xml'), await sample('invoice-irpef.xml'))
    const { report } = await run(inner)
    expect(report).toMatchObject({
      created: 1,
      refused: [{ file: 'a.xml.p7m', reason: 'bears a signature that cannot be checked' }],
    })
  })

  test.each<[string, [contact: string, number: string, date: string, total: number][]]>([
    ['IT01234567890_FPA02.xml', [['beta', '123', '2014-12-18', 44.02]]],
    ['IT01234567890_FPR02.xml', [['beta', '123', '2014-12-18', 44.02]]],
    ['IT01234567890_FSM10.xml', [['beta', '123', '2019-01-01', 25]]],
    ['IT02182030391_31.xml.p7m', [['cir', '2', '2018-06-08', 122]]],
    ['IT02182030391_31.Base64.xml.p7m', [['cir', '2', '2018-06-08', 122]]],
    [
      'IT02182030391_32.windows-1252.xml',
      [
        ['cir', '3', '2017-01-27', 174.8],
        ['cir', '4', '2017-01-27', 174.8],
      ],
    ],
    ['invoice-credit-note.xml', [['leoni', 'CN-001', '2024-10-09', -1388.4]]],
    ['invoice-irpef.xml', [['leoni', 'SAMPLE-001', '2023-03-02', 1026.74]]],
    ['invoice-reverse-charge.xml', [['acme', 'SAMPLE-010', '2024-02-15', 2300]]],
    ['invoice-simple-rounding.xml', [['leoni', 'SAMPLE-001', '2023-03-02', 1388.41]]],
  ])('%s has the right client, number, date and total; again nothing changes', async (name, expected) => {
    await clear()
    const first = await run(join(samples, name))
    expect(first.report).toMatchObject({ created: expected.length, refused: [] })
    const stored = await invoices()
    expect(stored.map(({ contact, number, date, total }) => [contact, number, date, total])).toEqual(expected)
    expect((await run(join(samples, name))).report).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: expected.length,
    })
    expect(await invoices()).toEqual(stored)
  })

  test('without a total and with a rounding has the total of its summaries', async () => {
    await clear()
    const text = (await sample('IT01234567890_FPR02.xml')).toString()
    await run(
      await file('rounded.xml', text.replace('<Numero>123', '<Arrotondamento>-0.02</Arrotondamento><Numero>R1')),
    )
    expect(await invoices()).toMatchObject([{ number: 'R1', total: 44 }])
  })

  test('is imported as a rendered PDF and as the original file', async () => {
    await clear()
    await run(join(samples, 'IT02182030391_31.xml.p7m'))
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ externalId: 'IT02182030391/2/2018-06-08/TD01', file: 'IT02182030391_31.pdf' })
    const pdf = await file('read.pdf', await buffer(await storage.get(invoice?.key ?? '')))
    const { stdout: text } = await promisify(execFile)('pdftotext', ['-layout', pdf, '-'])
    for (const part of ['Fattura 2', '08/06/2018', 'Azienda di esempio', 'CIR 2000 snc', '01180680397', '€ 122,00'])
      expect(text).toContain(part)
    expect(text.replace(/\s+/g, ' ')).toContain("L'originale si scarica a parte: IT02182030391_31.xml.p7m.")
    expect((await promisify(execFile)('pdfdetach', ['-list', pdf])).stdout).toContain('0 embedded files')
    expect(await originals()).toEqual([
      { name: 'IT02182030391_31.xml.p7m', content: await sample('IT02182030391_31.xml.p7m') },
    ])
  })

  test('of a file with two invoices has the file as the original of both', async () => {
    await clear()
    await run(join(samples, 'IT02182030391_32.windows-1252.xml'))
    expect((await invoices()).map(({ file }) => file)).toEqual([
      'IT02182030391_32.windows-1252-1.pdf',
      'IT02182030391_32.windows-1252-2.pdf',
    ])
    const both = {
      name: 'IT02182030391_32.windows-1252.xml',
      content: await sample('IT02182030391_32.windows-1252.xml'),
    }
    expect(await originals()).toEqual([both, both])
  })

  test('has an original whose name matches its content', async () => {
    await clear()
    const inner = await mkdtemp(join(folder, 'named-'))
    await writeFile(join(inner, 'firmata.xml'), await sample('IT02182030391_31.xml.p7m'))
    await writeFile(join(inner, 'semplice.xml.p7m'), await sample('IT01234567890_FPR02.xml'))
    expect((await run(inner)).report).toMatchObject({ created: 2, refused: [] })
    expect((await originals()).map(({ name }) => name)).toEqual(['firmata.xml.p7m', 'semplice.xml'])
  })

  test('without an original gets it by another import', async () => {
    await clear()
    const path = join(samples, 'invoice-irpef.xml')
    await run(path)
    await database.run(sql`update invoice set original_file_id = null`)
    expect(await originals()).toEqual([])
    expect((await run(path)).report).toMatchObject({ created: 0, changed: 1 })
    expect(await originals()).toEqual([{ name: 'invoice-irpef.xml', content: await sample('invoice-irpef.xml') }])
  })

  test('characters beyond Latin are rendered', async () => {
    const text = (await sample('IT01234567890_FPR02.xml')).toString()
    const { report } = await run(
      await file('lit.xml', text.replace('BETA GAMMA', 'Łódź Žižkov Ω 株式会社').replace('123<', 'L1<')),
    )
    expect(report).toMatchObject({ created: 1, refused: [] })
  })
})

describe('refused', async () => {
  const signed = await sample('IT02182030391_31.xml.p7m')
  const plain = (await sample('IT01234567890_FPR02.xml')).toString()
  const changed = (at: number) => {
    const copy = Buffer.from(signed)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }

  test.each<[string, string | Buffer, RegExp]>([
    ['changed.xml.p7m', changed(signed.indexOf('2018-06-08') + 3), /changed since it was signed/],
    ['forged.xml.p7m', changed(signed.length - 60), /signature that is not that of its certificate/],
    ['broken.p7m', signed.subarray(0, 3000), /neither XML nor a signed file/],
    ['text.p7m', 'no signature at all', /neither XML nor a signed file/],
    ['half.xml', plain.slice(0, 2000), /not well-formed XML/],
    ['other.xml', '<a/>', /its root is "a"/],
    ['empty.xml', ' ', /neither XML nor/],
    ['bomb.xml', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(999)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`, /DOCTYPE/],
    ['external.xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /DOCTYPE/],
    ['entity.xml', '<a>&b;</a>', /not well-formed/],
    ['deep.xml', '<a>'.repeat(60), /50 deep/],
    ['charset.xml', '<?xml version="1.0" encoding="martian"?><a/>', /unknown charset "martian"/],
    ['latin.xml', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>è</a>', 'latin1'), /not in UTF-8, as it says/],
    ['dollars.xml', plain.replace('EUR', 'USD'), /Divisa is USD/],
    ['nobody.xml', plain.replace('09876543210', '00000000000'), /CessionarioCommittente .*no contact/],
  ])('%s', async (name, content, reason) => {
    expect(await refusal(name, content)).toMatch(reason)
  })

  test('a client whose number several contacts have', async () => {
    const twin = { ...contact, externalId: 'twin', companyName: 'Twin', vatNumber: 'IT09876543210' }
    await importFile(deps, await file('twin.jsonl', JSON.stringify(twin)))
    expect(await refusal('several.xml', plain)).toMatch(/several contacts of the portal have: beta, twin/)
    await database.run(sql`delete from contact where external_id = 'twin'`)
  })

  test('a client of another portal, and an unknown portal', async () => {
    const path = await file('elsewhere.xml', plain.replaceAll('09876543210', '01180680397'))
    expect((await run(path, 'other')).report.refused).toHaveLength(1)
    expect(await run(path, 'nowhere')).toMatchObject({ code: 2, err: expect.stringContaining('"nowhere"') })
  })

  test('a symbolic link out of the folder; the others are imported', async () => {
    await clear()
    const inbox = join(folder, 'inbox')
    await mkdir(inbox)
    await writeFile(join(inbox, 'good.xml'), plain)
    await writeFile(join(inbox, 'notes.txt'), 'no invoice')
    await symlink(join(samples, 'invoice-irpef.xml'), join(inbox, 'out.xml'))
    const { report } = await run(inbox)
    expect(report).toMatchObject({ lines: 2, created: 1, refused: [{ file: 'out.xml', field: 'file' }] })
    expect(report.refused[0].reason).toMatch(/leads out/)
  })

  test('an expired certificate is a warning', async () => {
    const { code, report } = await run(join(samples, 'IT02182030391_31.xml.p7m'))
    expect(code).toBe(0)
    expect(report.warnings[0]).toMatchObject({ reason: expect.stringMatching(/valid until 2021-09-03/) })
  })
})
