import { decode } from './decode.ts'
import { PdfParser } from './parser.ts'
import { isInteger, isName, PdfDict, PdfRef, PdfStream, PdfUnreadable, type PdfValue } from './values.ts'
import { type ReadBudget, readSection, type XrefEntry, type XrefSection } from './xref-section.ts'

// More than any real file has. Limits, because anybody may upload a file.
const SECTIONS_MAX = 200
const ENTRIES_MAX = 600_000
const INFLATED_MAX = 100 * 1024 * 1024
const TAIL = 1024

/** The offset of the last cross-reference section, for bytes that end like a revision; undefined for others. */
export const lastSectionOf = (bytes: Buffer, end: number): number | undefined => {
  const tail = bytes.toString('latin1', Math.max(0, end - TAIL), end)
  const [, offset] = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/.exec(tail) ?? []
  return offset === undefined ? undefined : Number(offset)
}

/** Like {@link lastSectionOf}, for a file with possible bytes after its end. */
const sectionNamedLast = (bytes: Buffer): number => {
  const at = bytes.lastIndexOf('startxref')
  if (at < 0) throw new PdfUnreadable('No `startxref`')
  const parser = new PdfParser(bytes, at + 'startxref'.length)
  parser.skipSpace()
  return parser.takeInteger()
}

/** The version in the header of a file; 1.7 where it says none. */
export const versionOf = (bytes: Buffer): string =>
  /%PDF-(\d\.\d)/.exec(bytes.toString('latin1', 0, 1024))?.[1] ?? '1.7'

type Packed = { data: Buffer; first: number; numbers: number[]; offsets: number[] }

/**
 * A PDF read through its cross-reference sections, oldest first; objects are read as of one section, by its index in `sections`. Strict: it
 * reads only what the sections list, and repairs nothing. Throws {@link PdfUnreadable}.
 */
export class PdfFile {
  readonly bytes: Buffer
  readonly sections: XrefSection[]
  private readonly budget: ReadBudget = { inflate: { left: INFLATED_MAX }, entries: ENTRIES_MAX }
  private readonly packed = new Map<number, Packed>()

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.sections = this.readSections(sectionNamedLast(bytes))
    if (this.trailer(this.newest).get('Encrypt') !== null) throw new PdfUnreadable('Encrypted')
  }

  /** The index of the newest section. */
  get newest(): number {
    return this.sections.length - 1
  }

  private readSections(last: number): XrefSection[] {
    const sections: XrefSection[] = []
    const seen = new Set<number>()
    for (let offset: PdfValue = last; isInteger(offset) && offset > 0; ) {
      if (seen.has(offset) || seen.size >= SECTIONS_MAX) throw new PdfUnreadable('A chain of sections without end')
      seen.add(offset)
      const section = readSection(this.bytes, offset, this.budget)
      sections.unshift(section)
      offset = section.trailer.get('Prev')
    }
    if (sections.length === 0) throw new PdfUnreadable('No section')
    return sections
  }

  /** The section at an index. */
  section(at: number): XrefSection {
    return this.sections[at] ?? this.fail('No such section')
  }

  trailer(at: number): PdfDict {
    return this.section(at).trailer
  }

  private fail(what: string): never {
    throw new PdfUnreadable(what)
  }

  /** The location of an object as of a section; undefined if it does not exist, so that a reference to it means null. */
  entry(number: number, at: number): XrefEntry | undefined {
    for (let place = at; place >= 0; place -= 1) {
      const entry = this.sections[place]?.entries.get(number)
      if (entry) return entry.kind === 'free' ? undefined : entry
    }
    return undefined
  }

  /** The object with this number as of a section. */
  object(number: number, at: number): PdfValue {
    const entry = this.entry(number, at)
    if (!entry || entry.kind === 'free') return null
    return entry.kind === 'at'
      ? this.objectAt(entry.offset, number, entry.generation)
      : this.packedObject(entry, number, at)
  }

  private objectAt(offset: number, number: number, generation: number): PdfValue {
    const parser = new PdfParser(this.bytes, offset)
    parser.skipSpace()
    const head = parser.objectHead()
    if (head.number !== number || head.generation !== generation) parser.fail('Another object')
    return parser.objectValue()
  }

  private packedObject(
    { container, index }: { container: number; index: number },
    number: number,
    at: number,
  ): PdfValue {
    const { data, first, numbers, offsets } = this.objectStream(container, at)
    if (numbers[index] !== number) this.fail('Another object in an object stream')
    return new PdfParser(data, first + (offsets[index] ?? data.length)).value()
  }

  /** The object numbers in an object stream, in order. */
  numbersIn(container: number, at: number): readonly number[] {
    return this.objectStream(container, at).numbers
  }

  private objectStream(container: number, at: number): Packed {
    const entry = this.entry(container, at)
    if (entry?.kind !== 'at') return this.fail('No object stream')
    const known = this.packed.get(entry.offset)
    if (known) return known
    const stream = this.objectAt(entry.offset, container, entry.generation)
    if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'ObjStm'))
      return this.fail('No object stream')
    const data = this.data(stream, at)
    const [count, first] = [stream.dict.get('N'), stream.dict.get('First')]
    if (!isInteger(count) || !isInteger(first) || count < 0 || count > ENTRIES_MAX) return this.fail('An object stream')
    const parser = new PdfParser(data, 0)
    const packed: Packed = { data, first, numbers: [], offsets: [] }
    for (let n = 0; n < count; n += 1) {
      parser.skipSpace()
      packed.numbers.push(parser.takeInteger())
      parser.skipSpace()
      packed.offsets.push(parser.takeInteger())
    }
    this.packed.set(entry.offset, packed)
    return packed
  }

  /** A value with references resolved. */
  resolve(value: PdfValue, at: number): PdfValue {
    let found = value
    for (let steps = 0; found instanceof PdfRef; steps += 1) {
      if (steps > 10) this.fail('References in a circle')
      found = this.referred(found, at)
    }
    return found
  }

  /** Whether a reference leads to an object as of a section; one with another generation refers to a deleted object. */
  isCurrent({ number, generation }: PdfRef, at: number): boolean {
    const entry = this.entry(number, at)
    return entry !== undefined && (entry.kind === 'at' ? entry.generation : 0) === generation
  }

  private referred(ref: PdfRef, at: number): PdfValue {
    return this.isCurrent(ref, at) ? this.object(ref.number, at) : null
  }

  /** A dictionary entry with references resolved. */
  get(dict: PdfDict, key: string, at: number): PdfValue {
    return this.resolve(dict.get(key), at)
  }

  /** The raw bytes of a stream in the file. */
  rawData({ dict, from }: PdfStream, at: number): Buffer {
    const length = this.get(dict, 'Length', at)
    if (!isInteger(length) || length < 0 || from + length > this.bytes.length)
      return this.fail('The length of a stream')
    return this.bytes.subarray(from, from + length)
  }

  /** The decoded data of a stream. */
  data(stream: PdfStream, at: number): Buffer {
    const dict = new PdfDict(new Map(stream.dict.entries))
    for (const key of ['Filter', 'DecodeParms']) dict.entries.set(key, this.get(dict, key, at))
    return decode(this.rawData(stream, at), dict, this.budget.inflate)
  }

  /** The document's catalog. */
  catalog(at: number): PdfDict {
    const catalog = this.get(this.trailer(at), 'Root', at)
    return catalog instanceof PdfDict ? catalog : this.fail('No catalog')
  }
}
