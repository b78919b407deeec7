import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact } from '../../../test/fixtures/factories.ts'
import { cmsOfSmallObjects } from '../../../test/fixtures/hostile-pdfs.ts'
import { longestBlock } from '../../../test/servers/event-loop.ts'
import { workerEntry } from '../../../test/servers/workers.ts'
import { sql } from '../../kernel/database/db.ts'
import { openWorkerPool } from '../../kernel/workers/worker-pool.ts'
import { portalByKey } from '../import-clients.ts'
import { importFatturapa } from './import-fatturapa.ts'
import { invoicesIn } from './read-fatturapa.ts'
import { readXml } from './read-xml.ts'

// These inputs take seconds of CPU time, in worker processes of low priority.
vi.setConfig({ testTimeout: 240_000 })

const app = await testApp()
const { database } = app
const MB = 1024 * 1024
const BLOCK_MAX_MS = 500

const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length))
const body =
  '<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Numero>1</Numero><Data>2026-02-01</Data></DatiGeneraliDocumento></DatiGenerali></FatturaElettronicaBody>'
const header = `<FatturaElettronicaHeader><CedentePrestatore/><CessionarioCommittente>${'<x/>'.repeat(90_000)}</CessionarioCommittente></FatturaElettronicaHeader>`

/** Files made to be slow or large, and why each is refused. */
const hostile: Record<string, [content: string | Buffer, reason: RegExp]> = {
  'attributes.xml': [`<a ${Array.from({ length: 200_000 }, (_, n) => `b${n}=""`).join(' ')}/>`, /root is "a"|too much/],
  'attribute.xml': [`<a b="${filled('&amp;', 3 * MB)}"/>`, /root is "a"|too much/],
  'entities.xml': [`<!DOCTYPE a [<!ENTITY b "${filled('x', 3 * MB)}">]><a>&b;</a>`, /DOCTYPE/],
  'nested.xml': [filled('<a>', 3 * MB), /50 deep/],
  'pieces.xml': [`<a>${filled('&lt;', 9 * MB)}</a>`, /too much time or memory/],
  'nested.xml.p7m': [Buffer.alloc(3 * MB, Buffer.from('3080', 'hex')), /neither XML nor a signed file/],
  'objects.xml.p7m': [cmsOfSmallObjects(3 * MB), /neither XML nor a signed file|too much/],
}

test.runIf(process.env.FULL === '1')('electronic invoices made to be slow affect only their own lines', async () => {
  const contact = await aContact(database)
  await database.run(sql`update contact set fiscal_code = '09876543210' where id = ${contact.contactId}`)
  const portal = (await portalByKey(database, contact.company)) ?? expect.fail()
  const small = openWorkerPool({
    entry: workerEntry,
    log: () => undefined,
    memory: { heap: 64 * MB, resident: 768 * MB },
  })
  onTestFinished(() => small.stop())
  const folder = await mkdtemp(join(tmpdir(), 'portico-hostile-invoices-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'in')
  await mkdir(path)
  for (const [name, [content]] of Object.entries(hostile)) await writeFile(join(path, name), content)
  const honest = fileURLToPath(new URL('../../../test/fatturapa/IT01234567890_FPA02.xml', import.meta.url))
  await copyFile(honest, join(path, 'z.xml'))
  let report: Awaited<ReturnType<typeof importFatturapa>> | undefined
  const block = await longestBlock(async () => {
    report = await importFatturapa({ ...app.deps, workers: small, log: () => {} }, path, portal)
  })
  expect(report).toMatchObject({ created: expect.any(Number) })
  expect(report?.created).toBeGreaterThan(0)
  for (const [name, [, reason]] of Object.entries(hostile))
    expect(report?.refused.filter(({ file }) => file === name)).toMatchObject([
      { reason: expect.stringMatching(reason) },
    ])
  expect(report?.refused).toHaveLength(Object.keys(hostile).length)
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})

test('the header is read once, whatever the number of invoices', () => {
  const file = readXml(Buffer.from(`<FatturaElettronica>${header}${body.repeat(2000)}</FatturaElettronica>`))
  const since = performance.now()
  expect(invoicesIn(file)).toHaveLength(2000)
  expect(performance.now() - since).toBeLessThan(3000)
})

test('the signs of Windows-1252 are read', () => {
  const xml = '<?xml version="1.0" encoding="windows-1252"?><Causale>L\x92ufficio: 100 \x80 \x96 perch\xe9</Causale>'
  expect(readXml(Buffer.from(xml, 'latin1')).text).toBe('L’ufficio: 100 € – perché')
})
