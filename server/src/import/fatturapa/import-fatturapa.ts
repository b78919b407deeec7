import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { TOO_MUCH_TO_READ, WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { NamedFile } from '../../records/definition/record-type.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import type { TextLine } from '../../records/definition/text-lines.ts'
import { folderFiles } from '../../records/files/file-source.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFrom } from '../import.ts'
import { clientsOf, type NamedPortal } from '../import-clients.ts'
import { drawInvoice, readInvoices } from './fatturapa-tasks.ts'
import type { ReadInvoices } from './fatturapa-work.ts'
import type { ElectronicInvoice } from './read-fatturapa.ts'

/** The largest file that is read as an electronic invoice. */
export const MAX_INVOICE_BYTES = 10 * 1024 * 1024
const EXTENSION = /\.(?:xml|p7m)$/i

/** The externalId of an electronic invoice: whoever brings it, it is the same record. */
export const externalIdOf = ({ supplier, number, date, documentType }: ElectronicInvoice) =>
  [`${supplier.vatCountry ?? ''}${supplier.vatCode ?? supplier.fiscalCode ?? ''}`, number, date, documentType].join('/')

/** A single file, or the electronic invoices of a folder, sorted by name. */
const filesAt = async (path: string) => {
  if (!(await stat(path)).isDirectory()) return { folder: dirname(path), names: [basename(path)] }
  const names = (await readdir(path)).filter(name => EXTENSION.test(name)).sort()
  return { folder: path, names }
}

/** The name of an electronic invoice's file without its extensions. */
export const stemOf = (name: string) => name.replace(/(?<!\.xml|\.p7m|\.base64)(?:\.xml|\.p7m|\.base64)+$/i, '')

/** The name of the original, with the extension that matches its content. */
export const originalName = (name: string, { isSigned }: Pick<ReadInvoices, 'isSigned'>) => {
  if (isSigned) return /\.p7m$/i.test(name) ? name : `${name}.p7m`
  return /\.xml$/i.test(name) ? name : `${stemOf(name)}.xml`
}

const contentOf = async (folder: string, name: string): Promise<Buffer> => {
  const file = await folderFiles(folder).find(name, 'file')
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of await file.open()) {
    size += piece.length
    if (size > MAX_INVOICE_BYTES) throw new Refusal(undefined, `is larger than ${MAX_INVOICE_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Imports electronic invoices (FatturaPA, plain or signed) into a portal: one file, or those of a folder. Each becomes an invoice of
 * the contact with its client's VAT number or fiscal code, with a rendered PDF and the original file. `givenNames`: what files are
 * called that bear another name in the folder.
 */
export const importFatturapa = async (
  deps: ImportDeps,
  path: string,
  portal: NamedPortal,
  { givenNames, ...options }: ImportOptions & { givenNames?: ReadonlyMap<string, string> } = {},
): Promise<ImportReport> => {
  const { folder, names } = await filesAt(path)
  const clientOf = await clientsOf(deps.database, portal)
  const made = await mkdtemp(join(tmpdir(), 'portico-fatturapa-'))
  const files: string[] = []
  const warnings: ImportReport['warnings'] = []

  /** Runs a worker task; if it exceeds its limits, only the line of its file is refused. */
  const run = async <Input, Output>(task: WorkerTask<Input, Output>, input: Input): Promise<Output> => {
    try {
      return await deps.workers.run(task, () => input, { serviceCompanyId: portal.company })
    } catch (error) {
      if (error instanceof WorkerLimitExceeded) throw new Refusal(undefined, TOO_MUCH_TO_READ)
      throw error
    }
  }

  const lineOf = async (invoice: ElectronicInvoice, name: string, original: Required<NamedFile>) => {
    const { vatCountry = '', vatCode, fiscalCode } = invoice.client
    const numbers = [vatCode && `${vatCountry}${vatCode}`, vatCountry === 'IT' ? undefined : vatCode, fiscalCode]
    const contact = clientOf(numbers, 'CessionarioCommittente')
    const page = `${files.length}.pdf`
    await writeFile(join(made, page), await run(drawInvoice, { invoice, original: original.name }))
    return JSON.stringify({
      type: 'invoice',
      externalId: externalIdOf(invoice),
      serviceCompany: portal.serviceCompany,
      contact,
      documentNumber: invoice.number,
      total: invoice.total,
      invoiceDate: invoice.date,
      file: { path: page, name },
      original,
    })
  }

  const lines = async function* (): AsyncGenerator<TextLine> {
    files.length = 0
    warnings.length = 0
    let bytes = 0
    const line = (name: string, text: string | Refusal): TextLine => {
      files.push(name)
      return { number: files.length, text, open: false, bytes }
    }
    for (const stored of names) {
      const name = givenNames?.get(stored) ?? stored
      bytes += 1
      try {
        const content = await contentOf(folder, stored)
        const found = await run(readInvoices, { file: content, now: options.now ?? new Date() })
        if ('refused' in found) throw new Refusal(found.refused.field, found.refused.reason)
        const original = { path: `${files.length}.original`, name: originalName(name, found) }
        await writeFile(join(made, original.path), content)
        for (const [n, invoice] of found.invoices.entries()) {
          const nth = found.invoices.length > 1 ? `-${n + 1}` : ''
          try {
            if ('refused' in invoice) throw new Refusal(invoice.refused.field, invoice.refused.reason)
            const text = await lineOf(invoice, `${stemOf(name)}${nth}.pdf`, original)
            yield line(name, text)
            const externalId = externalIdOf(invoice)
            for (const reason of found.warnings) warnings.push({ line: files.length, externalId, reason })
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            yield line(name, error)
          }
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        yield line(name, error)
      }
    }
  }

  try {
    const source = { lines, size: names.length, files: folderFiles(made) }
    const tenantScope = { ...options.tenantScope, company: portal.company, portals: [portal.id] }
    const report = await importFrom(deps, source, { ...options, tenantScope })
    const named = <Row extends { line: number }>(rows: Row[]) =>
      rows.map(one => ({ ...one, file: files[one.line - 1] ?? '' }))
    return { ...report, refused: named(report.refused), warnings: named([...report.warnings, ...warnings]) }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}
