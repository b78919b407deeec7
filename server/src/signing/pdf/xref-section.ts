import { decode, type InflateBudget } from './decode.ts'
import { PdfParser } from './parser.ts'
import { isInteger, isName, type PdfDict, PdfStream, PdfUnreadable, type PdfValue } from './values.ts'

/** The location of an object: an offset in the file, or an index in an object stream. */
export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'at'; offset: number; generation: number }
  | { kind: 'packed'; container: number; index: number }

/** A cross-reference section: the objects that one revision has added (ISO 32000-2, 7.5.4 and 7.5.8). */
export type XrefSection = {
  /** The offset that refers to it, and its actual offset after white space. */
  offset: number
  start: number
  entries: Map<number, XrefEntry>
  trailer: PdfDict
  /** The object number of a cross-reference stream; undefined for a table. */
  stream: number | undefined
  /** The offset after the trailer of a table. */
  end: number
  /** Whether each line of a table has the standard length, because some readers count bytes. */
  exact: boolean
}

/** A line of a table. */
const LINE = 20

/** The remaining limits for reading a file. */
export type ReadBudget = { inflate: InflateBudget; entries: number }

const spend = (budget: ReadBudget, entries: number) => {
  budget.entries -= entries
  if (budget.entries < 0) throw new PdfUnreadable('Too many objects')
}

const readTable = (parser: PdfParser, budget: ReadBudget): XrefSection => {
  const entries = new Map<number, XrefEntry>()
  const start = parser.at - 'xref'.length
  let exact = true
  for (;;) {
    parser.skipSpace()
    if (parser.takeWord('trailer')) break
    const first = parser.takeInteger()
    parser.skipSpace()
    const count = parser.takeInteger()
    spend(budget, count)
    const header = parser.at
    parser.skipSpace(false)
    const lines = parser.at
    if (count > 0) exact &&= /^ ?(\r\n?|\n)$/.test(parser.bytes.toString('latin1', header, lines))
    for (let number = first; number < first + count; number += 1) {
      parser.skipSpace(false)
      const line = parser.bytes.toString('latin1', parser.at, parser.at + LINE)
      exact &&= parser.at === lines + LINE * (number - first) && /^\d{10} \d{5} [nf]( \r| \n|\r\n)$/.test(line)
      const position = parser.takeInteger()
      parser.skipSpace(false)
      const generation = parser.takeInteger()
      parser.skipSpace(false)
      const free = parser.takeWord('f')
      if (!free && !parser.takeWord('n')) parser.fail('No entry')
      if (entries.has(number)) parser.fail('An object twice')
      entries.set(number, free ? { kind: 'free' } : { kind: 'at', offset: position, generation })
    }
  }
  parser.skipSpace()
  const trailer = parser.dict()
  return { offset: start, start, entries, trailer, stream: undefined, end: parser.at, exact }
}

const integers = (value: PdfValue): number[] => {
  if (!Array.isArray(value) || !value.every(one => isInteger(one) && one >= 0))
    throw new PdfUnreadable('A cross-reference stream')
  return value as number[]
}

const readStream = (parser: PdfParser, budget: ReadBudget): XrefSection => {
  const start = parser.at
  const { number } = parser.objectHead()
  const stream = parser.objectValue()
  if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'XRef'))
    return parser.fail('No cross-reference section')
  const { dict, from } = stream
  const length = dict.get('Length')
  if (!isInteger(length) || length < 0 || from + length > parser.end) return parser.fail('A length')
  const data = decode(parser.bytes.subarray(from, from + length), dict, budget.inflate)
  const widths = integers(dict.get('W'))
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = widths
  const row = kindWidth + firstWidth + secondWidth
  if (widths.length !== 3 || row === 0 || widths.some(width => width > 8)) return parser.fail('Widths')
  const ranges = integers(dict.get('Index') ?? [0, dict.get('Size')])
  const entries = new Map<number, XrefEntry>()
  let at = 0
  const field = (width: number, otherwise: number) => {
    let value = width === 0 ? otherwise : 0
    for (const end = at + width; at < end; at += 1) value = value * 256 + (data[at] as number)
    return value
  }
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [first = 0, count = 0] = ranges.slice(range, range + 2)
    if (at + count * row > data.length) return parser.fail('A cross-reference stream that is cut short')
    spend(budget, count)
    for (let number = first; number < first + count; number += 1) {
      const [kind, one, other] = [field(kindWidth, 1), field(firstWidth, 0), field(secondWidth, 0)]
      if (entries.has(number)) return parser.fail('An object twice')
      if (kind === 0) entries.set(number, { kind: 'free' })
      else if (kind === 1) entries.set(number, { kind: 'at', offset: one, generation: other })
      else if (kind === 2) entries.set(number, { kind: 'packed', container: one, index: other })
      // By the standard the object is null; some readers skip the entry and find an earlier version of the object.
      else return parser.fail('A kind of entry that is not known')
    }
  }
  return { offset: start, start, entries, trailer: dict, stream: number, end: from + length, exact: true }
}

/** Reads the section at an offset. The table of a hybrid file includes the objects of the stream that it names. */
export const readSection = (bytes: Buffer, offset: number, budget: ReadBudget): XrefSection => {
  const parser = new PdfParser(bytes, offset)
  parser.skipSpace()
  const section = parser.takeWord('xref') ? readTable(parser, budget) : readStream(parser, budget)
  section.offset = offset
  if (section.stream !== undefined) return section
  const beside = section.trailer.get('XRefStm')
  if (!isInteger(beside)) return section
  const hidden = readStream(new PdfParser(bytes, beside), budget)
  for (const [number, entry] of hidden.entries)
    if ((section.entries.get(number)?.kind ?? 'free') === 'free') section.entries.set(number, entry)
  return section
}
