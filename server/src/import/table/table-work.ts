import type { ImportFault, RowFault, TableKind } from '@portico/contract/staff/imports'
import { importColumnsMax, importRowsMax, repeatedFields } from '@portico/contract/staff/imports'
import { OperatorError } from '../../kernel/errors/operator-error.ts'
import { withoutGuard } from '../../kernel/http/formula-guard.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { type CsvForm, type CsvRow, fitsWidth, formOf, rowsOf } from '../csv/csv-rows.ts'
import { type DecimalSign, decimalSignIn } from '../csv/csv-values.ts'
import { joinValues } from '../csv/name-titles.ts'
import { settleCustomerRow } from './customer-row.ts'
import { findHeadings } from './find-headings.ts'
import { type CellFault, type CellFields, RowRefused, readCell } from './read-cells.ts'

/** How a table is read: its charset, its separator, and the line of its headings. */
export type TableForm = CsvForm & { headerLine: number }

/** Why a table cannot be read. */
type Refused = { refused: ImportFault; line?: number | undefined }

/** A table of which nothing is known but what somebody chose. */
export type SampleInput = { bytes: Uint8Array; asked: { [Part in keyof TableForm]?: TableForm[Part] | undefined } }

/** What the head of a table shows; `decimals` are the signs that the numbers of a column agree on. */
export type Sample = {
  form: TableForm
  head: { line: number; cells: string[] }[]
  titles: string[]
  samples: string[][]
  filled: number[]
  decimals: (DecimalSign | null)[]
  rows: number
}
export type Sampled = Sample | Refused

/** Which field each column fills, and what is read in place of some cells: line, column, value. */
export type RowsInput = {
  bytes: Uint8Array
  form: TableForm
  kind: TableKind
  titles: string[]
  columns: (string | null)[]
  decimals: DecimalSign[]
  mended: [line: number, column: number, value: string][]
}

/**
 * A row as `readTable` writes it, one JSON text a line: its line in the file, its cells, the fields that can be read, and what is wrong with
 * it. `properties` are the columns that fill `property`, with their titles.
 */
export type ReadRow = {
  line: number
  cells: string[]
  fields?: CellFields
  properties?: [title: string, value: string][]
  fault?: { column: number | null; field?: string; code: RowFault; detail?: string | undefined; more?: CellFault[] }
}

/** The rows, as lines of JSON: a list of many objects would hold up the server when it arrives. */
export type ReadRows = { rows: Uint8Array; count: number } | Refused

const SAMPLES = 3
const SAMPLE_LENGTH = 60
const TITLE_LENGTH = 200
const HEAD_ROWS = 8
const HEAD_CELLS = 12

const lineIn = (text: string): number | undefined => {
  const line = /line (\d+)/i.exec(text)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** The fault of a file as a whole. */
const faultOf = (error: unknown): Refused => {
  if (!(error instanceof OperatorError)) throw error
  const { message } = error
  if (/is longer than/.test(message)) return { refused: 'lineTooLong', line: lineIn(message) }
  if (/quote/.test(message)) return { refused: 'quotes', line: lineIn(message) }
  return { refused: 'charset', line: lineIn(message) }
}

const isBinary = (bytes: Uint8Array) => {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return !isUtf16 && bytes.subarray(0, 4096).includes(0)
}

/** A text for the eye: shortened, without NUL and halves of characters, which PostgreSQL does not store. */
const cut = (text: string, length: number) =>
  (text.length > length ? `${text.slice(0, length)}…` : text).replace(/\0|\p{Cs}/gu, '\ufffd')

/** The cells of a row that cannot be parsed, as far as they can be read. */
const roughCells = (text: string, separator: string): string[] =>
  text.split(separator).map(cell => withoutGuard(cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"')))

const cellsOf = ({ cells, text }: CsvRow, separator: string): string[] =>
  cells instanceof Refusal ? roughCells(text, separator) : cells

const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex(cell => cell !== '') + 1)

const sample = async (bytes: Uint8Array, asked: SampleInput['asked']): Promise<Sampled> => {
  if (bytes.length === 0) return { refused: 'empty' }
  if (isBinary(bytes)) return { refused: 'binary' }
  const found = await formOf(bytes, asked.charset)
  const form = { charset: found.charset, separator: asked.separator ?? found.separator }
  const first: { line: number; cells: string[] }[] = []
  for await (const row of rowsOf(bytes, form)) {
    first.push({ line: row.line, cells: cellsOf(row, form.separator) })
    if (first.length === 30) break
  }
  const headerLine = asked.headerLine ?? findHeadings(first)
  let titles: string[] | undefined
  const samples: string[][] = []
  const signs: Set<DecimalSign>[] = []
  const filled: number[] = []
  let rows = 0
  for await (const row of rowsOf(bytes, form, headerLine)) {
    const cells = cellsOf(row, form.separator)
    if (!titles) {
      titles = withoutEnd(cells).map(title => cut(title.replace(/\s+/g, ' '), TITLE_LENGTH))
      if (titles.length > importColumnsMax) return { refused: 'tooManyColumns' }
      for (const _ of titles) {
        samples.push([])
        signs.push(new Set())
        filled.push(0)
      }
      continue
    }
    rows += 1
    if (rows > importRowsMax) return { refused: 'tooManyRows' }
    for (const [at, values] of samples.entries()) {
      const cell = cells[at] ?? ''
      if (cell !== '') filled[at] = (filled[at] ?? 0) + 1
      const shown = cut(cell, SAMPLE_LENGTH)
      if (values.length < SAMPLES && !values.includes(shown)) values.push(shown)
      const sign = decimalSignIn(cell)
      if (sign) signs[at]?.add(sign)
    }
  }
  if (!titles || titles.length === 0) return { refused: 'empty' }
  return {
    form: { ...form, headerLine },
    head: first.slice(0, HEAD_ROWS).map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, HEAD_CELLS).map(cell => cut(cell, SAMPLE_LENGTH)),
    })),
    titles,
    samples,
    filled,
    decimals: signs.map(found => (found.size === 1 ? ([...found][0] ?? null) : null)),
    rows,
  }
}

/** The implementation of the task `sampleTable`; runs in a worker process. */
export const sampleTable = async ({ bytes, asked }: SampleInput): Promise<Sampled> => {
  try {
    return await sample(bytes, asked)
  } catch (error) {
    return faultOf(error)
  }
}

/** The cells of a row as they were mended; one that could not be parsed, or is too short, counts as whole once somebody has mended it. */
const mendCells = (row: CsvRow, input: RowsInput, mended: Map<number, string> | undefined): string[] => {
  const { titles, form } = input
  const cells = cellsOf(row, form.separator)
  if (!mended) {
    if (row.cells instanceof Refusal) throw new RowRefused('quote')
    if (!fitsWidth(cells, titles.length)) throw new RowRefused('width', `${cells.length}/${titles.length}`)
    return cells
  }
  const whole = titles.map((_, at) => cells[at] ?? '')
  for (const [column, value] of mended) whole[column] = withoutGuard(value)
  return whole
}

const readOrRefuse = <Value>(read: () => Value): Value | RowRefused => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RowRefused) return error
    throw error
  }
}

/** Reads the fields of a row's cells, and finds all cells that are refused. */
const readFields = (cells: string[], { kind, columns, titles, decimals }: RowsInput) => {
  const fields: CellFields = {}
  const properties: [string, string][] = []
  const texts = new Map<string, { title: string; value: string }[]>()
  const faults: CellFault[] = []
  for (const [column, field] of columns.entries()) {
    if (field === null) continue
    const value = readOrRefuse(() => readCell(kind, field, cells[column] ?? '', decimals[column] ?? ','))
    if (value instanceof RowRefused) faults.push({ column, field, code: value.code, detail: value.detail })
    if (value === undefined || value instanceof RowRefused) continue
    const text = { title: titles[column] ?? '', value: String(value) }
    if (field === 'property') properties.push([text.title, text.value])
    else if (repeatedFields.includes(field)) texts.set(field, [...(texts.get(field) ?? []), text])
    else fields[field] = value
  }
  for (const [field, values] of texts) fields[field] = joinValues(values)
  if (kind === 'contact') faults.push(...settleCustomerRow(fields, { columns, titles }))
  const [first, ...more] = faults
  if (first) return { fields, fault: { ...first, more } }
  return { fields, ...(properties.length > 0 && { properties }) }
}

const mendedByLine = (mended: RowsInput['mended']) => {
  const lines = new Map<number, Map<number, string>>()
  for (const [line, column, value] of mended)
    lines.set(line, (lines.get(line) ?? new Map<number, string>()).set(column, value))
  return lines
}

const readRows = async (input: RowsInput): Promise<ReadRows> => {
  const { bytes, form, titles } = input
  const mended = mendedByLine(input.mended)
  const known = new Map<string, number>()
  const texts: string[] = []
  let isHead = true
  for await (const row of rowsOf(bytes, form, form.headerLine)) {
    if (isHead) {
      isHead = false
      continue
    }
    if (texts.length >= importRowsMax) return { refused: 'tooManyRows' }
    const { line } = row
    let read: ReadRow
    try {
      const cells = mendCells(row, input, mended.get(line))
      const key = cells.join('\u0001')
      const before = known.get(key)
      if (before !== undefined) throw new RowRefused('same', String(before))
      known.set(key, line)
      read = { line, cells: cells.slice(0, titles.length), ...readFields(cells, input) }
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      const rough = cellsOf(row, form.separator)
      const cells = titles.map((_, at) => mended.get(line)?.get(at) ?? rough[at] ?? '')
      read = { line, cells, fault: { column: null, code: error.code, detail: error.detail } }
    }
    texts.push(JSON.stringify(read))
  }
  return { rows: Buffer.from(texts.join('\n')), count: texts.length }
}

/** The implementation of the task `readTable`; runs in a worker process. */
export const readTable = async (input: RowsInput): Promise<ReadRows> => {
  try {
    return await readRows(input)
  } catch (error) {
    return faultOf(error)
  }
}
