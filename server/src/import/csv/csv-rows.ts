import { OperatorError } from '../../kernel/errors/operator-error.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { type ReadRow, rowReader } from './csv-cells.ts'
import { charsetOf, decoded, type TableBytes } from './csv-charset.ts'

const SEPARATORS = [';', ',', '\t']
/** Maximum length of a line, and of a row with line breaks in its cells. */
const MAX_ROW_CHARACTERS = 256 * 1024
const HEAD_CHARACTERS = 64 * 1024
const HEAD_LINES = 20
/** How many lines may be read again because a quote before them was not closed; reading that many takes some seconds. */
const MAX_LINES_AGAIN = 5_000_000

/** A row of a table: the number of its first line, that line, and its cells, or the reason why it cannot be parsed. */
export type CsvRow = { line: number; text: string; cells: string[] | Refusal }

/** The format of a CSV file. */
export type CsvForm = { charset: string; separator: string }

type Line = { number: number; text: string }

/** The lines of a file with their line ends: `\n`, `\r\n`, or `\r` in a file without `\n`. */
const linesOf = async function* (table: TableBytes, charset: string): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  let end: string | undefined
  for await (const text of decoded(table, charset)) {
    rest += text
    end ??= ['\n', '\r'].find(sign => rest.includes(sign))
    const lines = end === undefined ? [] : rest.split(end)
    for (const line of lines.slice(0, -1)) yield { number: ++number, text: line + end }
    rest = lines.at(-1) ?? rest
    if (rest.length > MAX_ROW_CHARACTERS)
      throw new OperatorError(`Line ${number + 1} is longer than ${MAX_ROW_CHARACTERS} characters: is this a CSV file?`)
  }
  if (rest !== '') yield { number: number + 1, text: rest }
}

/** How many lines of the head, without what is quoted, a separator splits into the same number of cells, and into how many. */
const splitsOf = (lines: string[], separator: string) => {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const cells = line.split(separator).length
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  const [cells = 1, count = 0] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? []
  return { cells, count }
}

/** The separator that splits most of the first lines into the same number of cells; of several, that which gives most cells. */
const separatorOf = async (table: TableBytes, charset: string): Promise<string> => {
  let head = ''
  for await (const text of decoded(table, charset)) {
    head += text
    if (head.length >= HEAD_CHARACTERS) break
  }
  const unquoted = head.slice(0, HEAD_CHARACTERS).replace(/"(?:[^"]|"")*"/g, '')
  const lines = unquoted
    .split(/[\r\n]+/)
    .filter(line => line.trim() !== '')
    .slice(0, HEAD_LINES)
  const splits = SEPARATORS.map(separator => ({ separator, ...splitsOf(lines, separator) }))
  const [best] = splits.toSorted((a, b) => b.count - a.count || b.cells - a.cells)
  return best?.separator ?? ';'
}

/** Detects the charset and the separator of a file; throws an OperatorError if the file is not in a single charset. */
export const formOf = async (table: TableBytes, charset?: string): Promise<CsvForm> => {
  const found = await charsetOf(table, charset)
  return { charset: found, separator: await separatorOf(table, found) }
}

/** Whether a row has as many cells as the header row, ignoring empty cells at its end. */
export const fitsWidth = (cells: string[], width: number): boolean =>
  cells.length >= width && cells.slice(width).every(cell => cell === '')

/** How the rows of a file are written: how many cells they have, and whether a blank stands behind separators. */
type RowShape = { width: number; separator: string; isSpaced: boolean }

const shapeOf = (width: number, firstRow: string, separator: string): RowShape => ({
  width,
  separator,
  isSpaced: separatorsIn(firstRow, { separator, isSpaced: false }) < width - 1,
})

/** How many separators stand in a text; one before a blank belongs to the text, as in `Trento, TN`, unless the file is written so. */
const separatorsIn = (text: string, { separator, isSpaced }: Pick<RowShape, 'separator' | 'isSpaced'>) =>
  text.split(separator).filter((part, at) => at > 0 && (isSpaced || !part.startsWith(' '))).length

/**
 * Whether a row over several lines may be several rows, because a quote that was never closed was matched with one of a later row: its
 * quoted cell goes on behind a separator in the line that opens it, and each line has as many separators as a row. Where all cells are
 * quoted, no quote is there by chance.
 */
const mayBeRows = ({ cells, isAllQuoted }: Exclude<ReadRow, string>, lines: Line[], shape: RowShape): boolean => {
  if (isAllQuoted || shape.width < 2) return false
  const opened = cells.find(cell => /[\r\n]/.test(cell))?.split(/[\r\n]/)[0] ?? ''
  return separatorsIn(opened, shape) > 0 && lines.every(({ text }) => separatorsIn(text, shape) === shape.width - 1)
}

/** An iterator over lines that can step back to lines it has returned. */
const rewindable = (lines: AsyncGenerator<Line>) => {
  let kept: Line[] = []
  let at = 0
  return {
    async next(): Promise<Line | undefined> {
      if (at === kept.length) {
        const { value } = await lines.next()
        if (value) kept.push(value)
      }
      const line = kept[at]
      if (line) at += 1
      return line
    },
    /** Drops the lines before the current position once there are many. */
    forget() {
      if (at < kept.length && at < 1000) return
      kept = kept.slice(at)
      at = 0
    },
    back(count: number) {
      at -= count
    },
  }
}

/**
 * The rows of a file that are not empty, one at a time. A quoted cell may contain line breaks. If its quote is not closed correctly,
 * only the row's first line is refused and parsing continues with the next line, so that a stray quote affects no other row. A
 * following line with a misplaced quote is refused too, because it may be the rest of that cell. Lines before `firstLine` are left out.
 */
export const rowsOf = async function* (
  table: TableBytes,
  { charset, separator }: CsvForm,
  firstLine = 1,
): AsyncGenerator<CsvRow> {
  const lines = rewindable(linesOf(table, charset))
  let readAgain = 0
  let shape: RowShape | undefined
  let doubted: number | undefined
  for (let first = await lines.next(); first; first = await lines.next()) {
    const { number: line } = first
    if (line < firstLine) continue
    const text = first.text.trimEnd()
    const add = rowReader(separator)
    const taken = [first]
    let read = add(first.text)
    for (let size = first.text.length; read === 'open' && size < MAX_ROW_CHARACTERS; ) {
      const more = await lines.next()
      if (!more) break
      taken.push(more)
      size += more.text.length
      read = add(more.text)
    }
    if (typeof read !== 'string' && taken.length > 1 && shape)
      if (!fitsWidth(read.cells, shape.width) || mayBeRows(read, taken, shape)) read = 'broken'
    if (typeof read === 'string') {
      lines.back(taken.length - 1)
      readAgain += taken.length - 1
      if (readAgain > MAX_LINES_AGAIN)
        throw new OperatorError(
          `Line ${line}, like many before it, has a quote that is not closed: is this a CSV file, its cells separated by "${separator}"?`,
        )
      doubted = line
      const why = 'has a quote that is not closed, or one within a quoted cell: double it ("") or take it out'
      yield { line, text, cells: new Refusal(undefined, why) }
    } else if (doubted !== undefined && read.hasStrayQuote) {
      yield { line, text, cells: new Refusal(undefined, `has a quote that may belong to the row of line ${doubted}`) }
      doubted = undefined
    } else if (read.cells.some(cell => cell !== '')) {
      shape ??= shapeOf(read.cells.length, text, separator)
      if (fitsWidth(read.cells, shape.width)) doubted = undefined
      yield { line, text, cells: read.cells }
    }
    lines.forget()
  }
}
