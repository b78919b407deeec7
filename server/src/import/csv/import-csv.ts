import { OperatorError } from '../../kernel/errors/operator-error.ts'
import type { FileSource } from '../../records/definition/files.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import type { TextLine } from '../../records/definition/text-lines.ts'
import { fileSource } from '../../records/files/file-source.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFrom } from '../import.ts'
import { clientsOf, type NamedPortal } from '../import-clients.ts'
import { type CsvMap, type Mapping, mappingOf } from './csv-columns.ts'
import { externalIdsOf, type Fields, keyFieldsOf } from './csv-keys.ts'
import { lineMaker, type TableRow } from './csv-lines.ts'
import { type CsvForm, fitsWidth, formOf, rowsOf } from './csv-rows.ts'
import { type DecimalSign, dateOf, decimalSignIn, flagOf, numberOf } from './csv-values.ts'
import { isShortened, shortened, warningsOf } from './csv-warnings.ts'
import { joinValues } from './name-titles.ts'

/** What the caller says about a CSV file. `portal` is that of its contacts, `serviceCompany` that of its users. */
export type CsvAsked = {
  type: string
  portal?: NamedPortal
  serviceCompany?: { id: number; externalId: string }
  map: CsvMap
  /** The files that rows refer to; those of the CSV file's folder by default. */
  files?: FileSource
  charset?: string
  decimal?: DecimalSign
}

/** The report of a CSV import: `lines` counts the rows without the header row; `form` and `columns` say how the file was read. */
export type CsvReport = ImportReport & { columns: { column: string; field: string }[]; form: CsvForm }

type ClientOf = Awaited<ReturnType<typeof clientsOf>>

/** Reads the header row, and detects the decimal separator of each number column if all its unambiguous values agree. */
const scan = async (path: string, form: CsvForm, { type, map, decimal }: CsvAsked) => {
  let mapping: Mapping | undefined
  let width = 0
  const signs = new Map<number, Set<DecimalSign>>()
  for await (const { line, cells } of rowsOf(path, form)) {
    if (cells instanceof Refusal) {
      if (!mapping) throw new OperatorError(`The first row, line ${line}, ${cells.reason}.`)
      continue
    }
    if (!mapping) {
      mapping = mappingOf(type, cells, map)
      width = cells.length
      continue
    }
    for (const { at, form } of mapping.columns) {
      const sign = form === 'number' ? decimalSignIn(cells[at] ?? '') : undefined
      if (sign) signs.set(at, (signs.get(at) ?? new Set()).add(sign))
    }
  }
  if (!mapping) throw new OperatorError('The file has no rows.')
  const agreed = (at: number) => {
    const [sign, other] = signs.get(at) ?? []
    return decimal ?? (other ? undefined : sign)
  }
  return { mapping, width, decimals: new Map(mapping.columns.map(({ at }) => [at, agreed(at)])) }
}

type Scanned = Awaited<ReturnType<typeof scan>>

/** Parses the cells of a row into fields. */
const fieldsOf = (cells: string[], { mapping, width, decimals }: Scanned): Fields => {
  if (!fitsWidth(cells, width))
    throw new Refusal(undefined, `has ${cells.length} cells, where the first row has ${width}`)
  const fields: Fields = { ...mapping.constants }
  const texts = new Map<string, { title: string; value: string }[]>()
  for (const { at, title, field, form } of mapping.columns) {
    const cell = cells[at] ?? ''
    if (form === 'flag') fields[field] = flagOf(cell, title)
    else if (cell === '') continue
    else if (form === 'number') fields[field] = numberOf(cell, title, decimals.get(at))
    else if (form === 'date') fields[field] = dateOf(cell)
    else texts.set(field, [...(texts.get(field) ?? []), { title, value: cell }])
  }
  for (const [field, values] of texts) fields[field] = joinValues(values)
  return fields
}

/** The external id of a row's contact, found by external id, VAT number or fiscal code. */
const contactOf = (
  { contact, contactVatNumber, contactFiscalCode }: Fields,
  clientOf: ClientOf,
  { mapping }: Scanned,
): string | undefined => {
  const given = [contact, contactVatNumber, contactFiscalCode].filter(one => one !== undefined).map(String)
  const column = mapping.columns.find(({ field }) => field.startsWith('contact'))
  return given.length > 0 ? clientOf(given, column?.title ?? 'contact') : undefined
}

/**
 * Imports the rows of a CSV file as contacts, web users, invoices or contracts. The report has the line numbers of the file, and each
 * refused row once, with the title of its column. Throws an OperatorError if the file as a whole cannot be imported.
 */
export const importCsv = async (
  deps: ImportDeps,
  path: string,
  asked: CsvAsked,
  options: ImportOptions = {},
): Promise<CsvReport> => {
  const { type, portal } = asked
  const source = await fileSource(path)
  const form = await formOf(path, asked.charset)
  const scanned = await scan(path, form, asked)
  const { mapping } = scanned
  const clientOf = portal && (await clientsOf(deps.database, portal))
  const externalIdOf = await externalIdsOf(deps.database, type, portal)
  let rows = 0
  let warnings: ImportReport['warnings'] = []

  const rowOf = (line: number, cells: string[]): TableRow => {
    const fields = fieldsOf(cells, scanned)
    const contact = clientOf && contactOf(fields, clientOf, scanned)
    const keys: Fields = { ...fields, ...(contact !== undefined && { contact }) }
    const lost = keyFieldsOf(type, keys).find(name => isShortened(keys[name]))
    if (lost) throw new Refusal(lost, shortened(keys[lost]))
    const serviceCompany = asked.serviceCompany?.externalId ?? portal?.serviceCompany
    return { line, type, fields, externalId: externalIdOf(keys), contact, portal: portal?.externalId, serviceCompany }
  }

  const lines = async function* (): AsyncGenerator<TextLine> {
    const linesOf = lineMaker()
    // The header row is not counted.
    rows = -1
    warnings = []
    for await (const { line, cells } of rowsOf(path, form)) {
      rows += 1
      if (rows === 0) continue
      const position = { number: line, open: false, bytes: 0 }
      try {
        if (cells instanceof Refusal) throw cells
        const row = rowOf(line, cells)
        for (const made of linesOf(row)) yield { ...position, text: JSON.stringify(made) }
        for (const warning of warningsOf(row.fields, mapping))
          warnings.push({ line, externalId: row.externalId, ...warning })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        yield { ...position, text: error }
      }
    }
  }

  const company = asked.serviceCompany?.id ?? portal?.company
  const portals = portal && type !== 'webUser' ? [portal.id] : undefined
  const tenantScope = company === undefined ? undefined : { company, ...(portals && { portals }) }
  const report = await importFrom(
    deps,
    { lines, files: asked.files ?? source.files },
    { ...options, ...(tenantScope && { tenantScope: { ...options.tenantScope, ...tenantScope } }) },
  )
  const titled = (field: string) => mapping.columns.find(column => column.field === field)?.title ?? field
  const refused = report.refused.filter(({ line }, n, all) => all[n - 1]?.line !== line)
  const refusedLines = new Set(refused.map(({ line }) => line))
  return {
    ...report,
    lines: rows,
    refused: refused.map(({ field, ...refusal }) => ({
      ...refusal,
      ...(field !== undefined && { field: titled(field) }),
    })),
    warnings: [
      ...mapping.unknown.map(field => ({
        line: 1,
        field,
        reason: 'is a column that is not taken: name its field in a map',
      })),
      ...[...warnings.filter(({ line }) => !refusedLines.has(line)), ...report.warnings].sort(
        (a, b) => a.line - b.line,
      ),
    ],
    columns: mapping.columns.map(({ title, field }) => ({ column: title, field })),
    form,
  }
}
