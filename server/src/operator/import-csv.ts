import { flags } from '@portico/contract/permissions'
import { OperatorError } from '../kernel/operator-error.ts'
import { type CsvMap, type Mapping, mappingOf } from './csv-columns.ts'
import { type CsvForm, formOf, rowsOf } from './csv-rows.ts'
import { type DecimalSign, dateOf, decimalSignIn, flagOf, numberOf } from './csv-values.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFrom } from './import.ts'
import { clientsOf, type NamedPortal } from './import-clients.ts'
import type { TextLine } from './import-lines.ts'
import { fileSource } from './import-source.ts'
import { Refusal } from './refusal.ts'

/** What a file of rows is said to hold. `portal` is that of its contacts, `serviceCompany` that of its users. */
export type CsvAsked = {
  type: string
  portal?: NamedPortal
  serviceCompany?: { id: number; externalId: string }
  map: CsvMap
  charset?: string
  decimal?: DecimalSign
}

/** A report, and what the columns were taken for. */
export type CsvReport = ImportReport & { columns: { column: string; field: string }[]; form: CsvForm }

type Fields = Record<string, string | number | boolean>
type ClientOf = Awaited<ReturnType<typeof clientsOf>>

/** The header row, and of each column of numbers the sign before its decimals, where all that show it agree. */
const scan = async (path: string, form: CsvForm, { type, map, decimal }: CsvAsked) => {
  let mapping: Mapping | undefined
  let width = 0
  const signs = new Map<number, Set<DecimalSign>>()
  for await (const { cells } of rowsOf(path, form)) {
    if (cells instanceof Refusal) break
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

/** The fields of a row, by what its columns are. */
const fieldsOf = (cells: string[], { mapping, width, decimals }: Scanned): Fields => {
  if (cells.length < width || cells.slice(width).some(cell => cell !== ''))
    throw new Refusal(undefined, `has ${cells.length} cells, where the first row has ${width}`)
  const fields: Fields = { ...mapping.constants }
  for (const { at, title, field, form } of mapping.columns) {
    const cell = cells[at] ?? ''
    if (form === 'flag') fields[field] = flagOf(cell, title)
    else if (cell === '') continue
    else if (form === 'number') fields[field] = numberOf(cell, title, decimals.get(at))
    else fields[field] = form === 'date' ? dateOf(cell) : cell
  }
  return fields
}

/** Of what the external id is made where no column gives it: one of these, each of one field or more. */
const derivedFrom = (type: string): string[][] => {
  if (type === 'contact') return [['vatNumber'], ['fiscalCode']]
  if (type === 'webUser') return [['userName']]
  if (type === 'invoice') return [['documentNumber', 'invoiceDate']]
  return [['contact', 'name', type === 'activityContract' ? 'start' : 'activeFrom']]
}

const derivedId = (type: string, fields: Fields): string => {
  const ways = derivedFrom(type)
  const given = ways.find(names => names.every(name => fields[name] !== undefined))
  if (given) return given.map(name => fields[name]).join('/')
  throw new Refusal(['externalId', ...ways.map(names => names.join(' and '))].join(' or '), 'is missing')
}

/** A row's contact, by its external id or one of its numbers. */
const contactOf = (
  { contact, contactVatNumber, contactFiscalCode }: Fields,
  clientOf: ClientOf,
  { mapping }: Scanned,
): string | undefined => {
  const given = [contact, contactVatNumber, contactFiscalCode].filter(one => one !== undefined).map(String)
  const column = mapping.columns.find(({ field }) => field.startsWith('contact'))
  return given.length > 0 ? clientOf(given, column?.title ?? 'contact') : undefined
}

/** The lines of the import that a row makes. */
const linesOf = (fields: Fields, asked: CsvAsked, contact: string | undefined): Record<string, unknown>[] => {
  const { type, portal, serviceCompany } = asked
  const { contactVatNumber: _vat, contactFiscalCode: _fiscal, contact: _contact, ...own } = fields
  const externalId = fields.externalId ?? derivedId(type, { ...own, ...(contact !== undefined && { contact }) })
  const base = { type, externalId, serviceCompany: serviceCompany?.externalId ?? portal?.serviceCompany }
  if (type === 'contact') return [{ ...own, ...base, portal: portal?.externalId }]
  if (type === 'invoice') {
    const [file, original] = [own.file, own.original].map(path => path && { path })
    return [{ ...own, ...base, contact, file, original }]
  }
  if (type !== 'webUser') return [{ ...own, ...base, contact }]
  const { referentName, ...user } = own
  for (const flag of flags) delete user[flag]
  const line = { ...user, ...base }
  if (contact === undefined) return [line]
  const granted = flags.filter(flag => own[flag] === true)
  const name = referentName ?? own.userName
  const { serviceCompany: company } = base
  const membership = { type: 'membership', externalId: `${externalId}/${contact}`, serviceCompany: company, contact }
  return [line, { ...membership, webUser: externalId, referentName: name, flags: granted }]
}

/**
 * Takes in the rows of a CSV file as contacts, web users, invoices or contracts. Numbers of lines are those of the file; a refused
 * one is said by its column. Throws a sentence where the file as a whole cannot be taken.
 */
export const importCsv = async (
  deps: ImportDeps,
  path: string,
  asked: CsvAsked,
  options: ImportOptions = {},
): Promise<CsvReport> => {
  const source = await fileSource(path)
  const form = await formOf(path, asked.charset)
  const scanned = await scan(path, form, asked)
  const { mapping } = scanned
  const clientOf = asked.portal && (await clientsOf(deps.database, asked.portal))

  const lines = async function* (): AsyncGenerator<TextLine> {
    let isHead = true
    for await (const { line, cells } of rowsOf(path, form)) {
      const told = { number: line, open: false, bytes: 0 }
      if (isHead) {
        isHead = false
        continue
      }
      try {
        if (cells instanceof Refusal) throw cells
        const fields = fieldsOf(cells, scanned)
        const contact = clientOf && contactOf(fields, clientOf, scanned)
        for (const made of linesOf(fields, asked, contact)) yield { ...told, text: JSON.stringify(made) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        yield { ...told, text: error }
      }
    }
  }

  const company = asked.serviceCompany?.id ?? asked.portal?.company
  const portals = asked.portal && asked.type !== 'webUser' ? [asked.portal.id] : undefined
  const reach = company === undefined ? undefined : { company, ...(portals && { portals }) }
  const report = await importFrom(deps, { lines, files: source.files }, { ...options, ...(reach && { reach }) })
  const titled = (field: string | undefined) => mapping.columns.find(column => column.field === field)?.title ?? field
  return {
    ...report,
    refused: report.refused.map(({ field, ...refusal }) => ({
      ...refusal,
      ...(field !== undefined && { field: titled(field) ?? field }),
    })),
    warnings: [
      ...mapping.unknown.map(field => ({
        line: 1,
        field,
        reason: 'is a column that is not taken: name its field in a map',
      })),
      ...report.warnings,
    ],
    columns: mapping.columns.map(({ title, field }) => ({ column: title, field })),
    form,
  }
}
