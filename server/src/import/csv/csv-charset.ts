import { createReadStream } from 'node:fs'
import { OperatorError } from '../../kernel/errors/operator-error.ts'

/** Byte-order marks by charset. */
const BYTE_ORDER_MARKS: Record<string, number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

/**
 * In Windows-1252 text, few accented letters happen to form valid UTF-8 sequences. If more than one in this many is valid, the file is
 * damaged UTF-8, or two files in different charsets joined together.
 */
const CHANCE = 10

/** A table: the path of its file, or its bytes. */
export type TableBytes = string | Uint8Array

const CHUNK = 64 * 1024

const chunksOf = async function* (table: TableBytes): AsyncGenerator<Uint8Array> {
  if (typeof table === 'string') yield* createReadStream(table) as AsyncIterable<Buffer>
  else for (let at = 0; at < table.length; at += CHUNK) yield table.subarray(at, at + CHUNK)
}

/** Decodes a file in chunks, without its byte-order mark; throws a TypeError if the file is not in the charset. */
export const decoded = async function* (table: TableBytes, charset: string, fatal = true): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset, { fatal })
  for await (const chunk of chunksOf(table)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const fits = async (table: TableBytes, charset: string): Promise<boolean> => {
  try {
    for await (const _ of decoded(table, charset));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Counts the non-ASCII characters of a file that are valid in a charset and those that are not, and finds the line of the first
 * invalid one.
 */
const faultsOf = async (table: TableBytes, charset: string) => {
  const found = { valid: 0, wrong: 0, line: 1 }
  for await (const text of decoded(table, charset, false)) {
    if (found.wrong === 0) found.line += count(text.split('\ufffd', 1)[0] ?? '', /\n/g)
    found.wrong += count(text, /\ufffd/g)
    found.valid += count(text, /[^\0-\x7f\ufffd]/g)
  }
  return found
}

const markOf = async (table: TableBytes): Promise<string | undefined> => {
  for await (const first of chunksOf(table))
    return Object.keys(BYTE_ORDER_MARKS).find(charset =>
      BYTE_ORDER_MARKS[charset]?.every((byte, n) => first[n] === byte),
    )
  return undefined
}

const encodingNamed = (label: string): string => {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new OperatorError(`"${label}" is no known charset: utf-8 or windows-1252, for example.`)
  }
}

const guess = async (table: TableBytes): Promise<string> => {
  if (await fits(table, 'utf-8')) return 'utf-8'
  const { valid, wrong, line } = await faultsOf(table, 'utf-8')
  if (valid * CHANCE < wrong) return 'windows-1252'
  throw new OperatorError(
    `Line ${line} holds what is not UTF-8, though other lines are: save the file as UTF-8 again, or give its charset, windows-1252 for example.`,
  )
}

/**
 * The charset of a file: that of its byte-order mark, or else `asked`, or else UTF-8, or Windows-1252 if hardly any sequence is valid
 * UTF-8. Throws an OperatorError that names the first invalid line if the file is not in that charset.
 */
export const charsetOf = async (table: TableBytes, asked: string | undefined): Promise<string> => {
  const wanted = asked === undefined ? undefined : encodingNamed(asked)
  const mark = await markOf(table)
  if (wanted !== undefined && mark !== undefined && wanted !== mark)
    throw new OperatorError(`The file is not in ${asked}: it begins with the byte-order mark of ${mark}.`)
  const charset = mark ?? wanted
  if (charset === undefined) return guess(table)
  if (await fits(table, charset)) return charset
  const { line } = await faultsOf(table, charset)
  throw new OperatorError(
    `The file is not in ${charset}${mark ? ', though it begins with its byte-order mark' : ''}: see line ${line}.`,
  )
}
