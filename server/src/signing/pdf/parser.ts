import { PdfDict, PdfName, PdfRef, PdfStream, PdfString, PdfUnreadable, type PdfValue } from './values.ts'

/** Far above any real file; recursion of several thousand levels would overflow the stack. */
const DEPTH_MAX = 100

const table = (characters: string) => {
  const known = new Uint8Array(256)
  for (const character of Buffer.from(characters, 'latin1')) known[character] = 1
  return known
}
const SPACE = table('\0\t\n\f\r ')
const DELIMITER = table('()<>[]{}/%')

const LF = 0x0a
const CR = 0x0d

/** The value of a hexadecimal digit, or -1. */
const hexDigit = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const ESCAPES: Record<string, number> = { n: LF, r: CR, t: 9, b: 8, f: 12, '(': 0x28, ')': 0x29, '\\': 0x5c }

/**
 * A strict parser of PDF values: anything that two readers could interpret differently is a {@link PdfUnreadable}. `at` is always the exact
 * position, so that every byte can be accounted for.
 */
export class PdfParser {
  readonly bytes: Buffer
  readonly end: number
  at: number
  /** Whether comments are allowed between values. */
  allowsComments = true

  constructor(bytes: Buffer, at: number, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  fail(what: string): never {
    throw new PdfUnreadable(`${what} at byte ${this.at}`)
  }

  private byte(): number {
    return this.at < this.end ? (this.bytes[this.at] as number) : -1
  }

  /** Skips white space, and comments if they are allowed. */
  skipSpace(comments = this.allowsComments): void {
    for (; this.at < this.end; this.at += 1) {
      const byte = this.bytes[this.at] as number
      if (byte === 0x25 && comments)
        while (this.at + 1 < this.end && this.bytes[this.at + 1] !== LF && this.bytes[this.at + 1] !== CR) this.at += 1
      else if (!SPACE[byte]) return
    }
  }

  /** Skips a delimited keyword; returns whether it was there. */
  takeWord(word: string): boolean {
    const end = this.at + word.length
    if (end > this.end || this.bytes.toString('latin1', this.at, end) !== word) return false
    const next = this.bytes[end]
    if (end < this.end && next !== undefined && !SPACE[next] && !DELIMITER[next]) return false
    this.at = end
    return true
  }

  /** Skips one end of line, if there is one. */
  takeEndOfLine(): boolean {
    const from = this.at
    if (this.byte() === CR) this.at += 1
    if (this.byte() === LF) this.at += 1
    return this.at > from
  }

  /** An unsigned integer of at most ten digits, as offsets and object numbers have. */
  takeInteger(): number {
    const from = this.at
    while (this.at < this.end && this.at - from < 11 && (this.byte() - 0x30) >>> 0 < 10) this.at += 1
    if (this.at === from || this.at - from > 10) this.fail('No integer')
    return Number(this.bytes.toString('latin1', from, this.at))
  }

  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) this.fail('Nested too deeply')
    this.skipSpace()
    const byte = this.byte()
    if (byte === 0x2f) return new PdfName(this.name())
    if (byte === 0x28) return this.literalString()
    if (byte === 0x5b) return this.array(depth)
    if (byte === 0x3c) return this.bytes[this.at + 1] === 0x3c ? this.dict(depth) : this.hexString()
    if (byte === 0x74 && this.takeWord('true')) return true
    if (byte === 0x66 && this.takeWord('false')) return false
    if (byte === 0x6e && this.takeWord('null')) return null
    return this.numberOrReference()
  }

  private token(): string {
    const from = this.at
    while (this.at < this.end && !SPACE[this.byte()] && !DELIMITER[this.byte()]) this.at += 1
    return this.bytes.toString('latin1', from, this.at)
  }

  private numberOrReference(): number | PdfRef {
    const text = this.token()
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) this.fail('No value')
    const number = Number(text)
    if (!/^\d{1,10}$/.test(text)) return number
    // `12 0 R` is a reference; otherwise it is a plain number.
    const behind = this.at
    this.skipSpace()
    const generation = this.token()
    if (/^\d{1,5}$/.test(generation)) {
      this.skipSpace()
      if (this.takeWord('R')) return new PdfRef(number, Number(generation))
    }
    this.at = behind
    return number
  }

  private name(): string {
    this.at += 1
    const text = this.token()
    return text.includes('#')
      ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : text
  }

  private array(depth: number): PdfValue[] {
    this.at += 1
    const values: PdfValue[] = []
    for (;;) {
      this.skipSpace()
      if (this.byte() === 0x5d) {
        this.at += 1
        return values
      }
      values.push(this.value(depth + 1))
    }
  }

  dict(depth = 0): PdfDict {
    if (this.byte() !== 0x3c || this.bytes[this.at + 1] !== 0x3c) this.fail('No dictionary')
    this.at += 2
    const entries = new Map<string, PdfValue>()
    for (;;) {
      this.skipSpace()
      if (this.byte() === 0x3e && this.bytes[this.at + 1] === 0x3e) {
        this.at += 2
        return new PdfDict(entries)
      }
      if (this.byte() !== 0x2f) this.fail('No key')
      const key = this.name()
      // Of duplicate keys some readers take the first, others the last.
      if (entries.has(key)) this.fail('A key twice')
      entries.set(key, this.value(depth + 1))
    }
  }

  private hexString(): PdfString {
    const from = this.at
    const close = this.bytes.indexOf(0x3e, from)
    if (close < 0 || close >= this.end) this.fail('No end of a string')
    const bytes = Buffer.alloc((close - from) >> 1)
    let digits = 0
    for (this.at = from + 1; this.at < close; this.at += 1) {
      const byte = this.bytes[this.at] as number
      if (SPACE[byte]) continue
      const digit = hexDigit(byte)
      if (digit < 0) this.fail('No hexadecimal digit')
      bytes[digits >> 1] = (bytes[digits >> 1] as number) | (digits % 2 === 0 ? digit << 4 : digit)
      digits += 1
    }
    this.at = close + 1
    return new PdfString(bytes.subarray(0, (digits + 1) >> 1), from, this.at)
  }

  private literalString(): PdfString {
    const from = this.at
    const out: number[] = []
    let open = 0
    for (; this.at < this.end; this.at += 1) {
      const byte = this.byte()
      if (byte === 0x5c) this.escape(out)
      else if (byte === 0x28) {
        if (open > 0) out.push(byte)
        open += 1
      } else if (byte === 0x29) {
        open -= 1
        if (open === 0) {
          this.at += 1
          return new PdfString(Buffer.from(out), from, this.at)
        }
        out.push(byte)
      } else out.push(byte)
    }
    return this.fail('No end of a string')
  }

  /** Reads an escape sequence such as `\n` or `\053`; the caller skips its last byte. */
  private escape(out: number[]): void {
    this.at += 1
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3))?.[0]
    if (octal) {
      out.push(Number.parseInt(octal, 8) & 0xff)
      this.at += octal.length - 1
    } else if (this.byte() === CR || this.byte() === LF) {
      if (this.byte() === CR && this.bytes[this.at + 1] === LF) this.at += 1
    } else out.push(ESCAPES[String.fromCharCode(this.byte())] ?? this.byte())
  }

  /** The header of an object, `12 0 obj`: its number and generation. */
  objectHead(): PdfRef {
    const number = this.takeInteger()
    this.skipSpace(false)
    const generation = this.takeInteger()
    this.skipSpace(false)
    if (!this.takeWord('obj')) this.fail('No object')
    return new PdfRef(number, generation)
  }

  /** The value of an object; of a stream only up to the start of its data. */
  objectValue(): PdfValue {
    const value = this.value()
    if (!(value instanceof PdfDict)) return value
    const behind = this.at
    this.skipSpace()
    if (!this.takeWord('stream')) {
      this.at = behind
      return value
    }
    if (!this.takeEndOfLine()) this.fail('No line after `stream`')
    return new PdfStream(value, this.at)
  }
}
