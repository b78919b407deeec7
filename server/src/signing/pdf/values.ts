/** The types of PDF objects (ISO 32000-2, 7.3). A string has its position in the bytes. */
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfValue[] | PdfDict | PdfStream

export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class PdfString {
  readonly bytes: Buffer
  /** The offset of its token, including the bracket, and the offset after it. */
  readonly from: number
  readonly to: number
  constructor(bytes: Buffer, from: number, to: number) {
    this.bytes = bytes
    this.from = from
    this.to = to
  }
}

export class PdfRef {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export class PdfDict {
  readonly entries: Map<string, PdfValue>
  constructor(entries: Map<string, PdfValue>) {
    this.entries = entries
  }
  get(key: string): PdfValue {
    return this.entries.get(key) ?? null
  }
}

/** A stream whose data begin at offset `from`; `Length` has their size. */
export class PdfStream {
  readonly dict: PdfDict
  readonly from: number
  constructor(dict: PdfDict, from: number) {
    this.dict = dict
    this.from = from
  }
}

/** The file violates the standard or exceeds our limits. The message is for developers. */
export class PdfUnreadable extends Error {
  override name = 'PdfUnreadable'
}

export const isName = (value: PdfValue, name: string): boolean => value instanceof PdfName && value.name === name

export const isInteger = (value: PdfValue): value is number => Number.isSafeInteger(value)

export const emptyDict = new PdfDict(new Map())

/** Whether a value contains no reference and no stream. */
export const isPlain = (value: PdfValue): boolean => {
  if (Array.isArray(value)) return value.every(isPlain)
  if (value instanceof PdfDict) return [...value.entries.values()].every(isPlain)
  return !(value instanceof PdfRef || value instanceof PdfStream)
}

/** Whether two values are equal; references are equal if they refer to the same object number. */
export const sameValue = (a: PdfValue, b: PdfValue): boolean => {
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes.equals(b.bytes)
  if (a instanceof PdfRef) return b instanceof PdfRef && a.number === b.number && a.generation === b.generation
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => sameValue(one, b[at] ?? null))
  if (a instanceof PdfDict) return b instanceof PdfDict && sameDict(a, b)
  // Streams are compared by their data, which only their file can read.
  if (a instanceof PdfStream) return a === b
  return a === b
}

/** Whether two dictionaries have equal entries, except for some keys. A null value means that the key is absent. */
export const sameDict = (a: PdfDict, b: PdfDict, except: readonly string[] = []): boolean =>
  [...new Set([...a.entries.keys(), ...b.entries.keys()])].every(
    key => except.includes(key) || sameValue(a.get(key), b.get(key)),
  )

/** Calls back for each reference in a value, with the key of the innermost dictionary that leads to it. */
export const eachReference = (value: PdfValue, found: (ref: PdfRef, key: string) => void, key = ''): void => {
  if (value instanceof PdfRef) found(value, key)
  else if (Array.isArray(value)) for (const one of value) eachReference(one, found, key)
  else if (value instanceof PdfDict) for (const [name, one] of value.entries) eachReference(one, found, name)
  else if (value instanceof PdfStream) eachReference(value.dict, found, key)
}
