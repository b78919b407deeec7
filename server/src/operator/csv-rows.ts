import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { OperatorError } from '../kernel/operator-error.ts'
import { Refusal } from './refusal.ts'

const SEPARATORS = [';', ',', '\t']
const MAX_ROW_CHARACTERS = 1024 * 1024
const HEAD_CHARACTERS = 64 * 1024

/** A row of a table: the line of the file that it begins on, and its cells, or why it has none. */
export type CsvRow = { line: number; cells: string[] | Refusal }

/** How a file of rows is written. */
export type CsvForm = { charset: string; separator: string }

const decoded = async function* (path: string, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset, { fatal: true })
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const fits = async (path: string, charset: string) => {
  try {
    for await (const _ of decoded(path, charset));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const charsetOf = async (path: string, asked: string | undefined): Promise<string> => {
  if (asked !== undefined) {
    try {
      new TextDecoder(asked)
    } catch {
      throw new OperatorError(`"${asked}" is no known charset: utf-8 or windows-1252, for example.`)
    }
    if (await fits(path, asked)) return asked
    throw new OperatorError(`The file is not in ${asked}.`)
  }
  for await (const chunk of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>)
    if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return (await fits(path, 'utf-8')) ? 'utf-8' : 'windows-1252'
}

/** The sign that parts most cells of the first row. */
const separatorOf = async (path: string, charset: string): Promise<string> => {
  let head = ''
  for await (const text of decoded(path, charset)) {
    head += text
    if (head.length >= HEAD_CHARACTERS) break
  }
  const [first = ''] = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/)
  const counts = SEPARATORS.map(sign => first.split(sign).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';'
}

/** How a file is written: its charset (UTF-8 unless it cannot be, then Windows-1252) and its separator. */
export const formOf = async (path: string, charset?: string): Promise<CsvForm> => {
  const found = await charsetOf(path, charset)
  return { charset: found, separator: await separatorOf(path, found) }
}

/** The rows of a file that are not empty, one at a time, quoted line breaks and all. */
export const rowsOf = async function* (path: string, { charset, separator }: CsvForm): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  // What fails in reading is thrown where the rows are read.
  const rows = pipeline(Readable.from(decoded(path, charset)), parser, () => {})
  let line = 0
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines - record.join('').split('\n').length + 1
      if (record.some(cell => cell !== '')) yield { line, cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { line: line + 1, cells: new Refusal(undefined, `and all after it cannot be read: ${error.message}`) }
  }
}
