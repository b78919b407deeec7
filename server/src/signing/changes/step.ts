import type { PdfFile } from '../pdf/file.ts'
import type { References } from '../pdf/references.ts'
import { eachReference, PdfRef, PdfStream, type PdfValue, sameDict, sameValue } from '../pdf/values.ts'

/** What an update of a file can be, object by object; `other` is whatever none of the rules explains. */
export type Change =
  | 'validation_data'
  | 'time_stamp'
  | 'signature'
  | 'visible_signature'
  | 'form_filling'
  | 'metadata'
  | 'other'

/** What is known of a signature that an update brings: whether it holds, and covers the file up to the end of that update. */
export type SignatureInUpdate = { kind: 'signature' | 'time_stamp'; holds: boolean }

/** An entry before and after, references followed. */
export type Replaced = { old: PdfValue; now: PdfValue; accept: () => void }

/**
 * One update under examination. Each rule claims the objects that it can explain; what is left unclaimed in the end is a change that
 * nobody permits. `old` and `now` are places of sections: the file before the update, and with it.
 */
export class Step {
  readonly file: PdfFile
  readonly old: number
  readonly now: number
  /** The objects that the update writes. */
  readonly touched: ReadonlySet<number>
  /** What led to each object before the update. */
  readonly references: References
  readonly signatures: ReadonlyMap<number, SignatureInUpdate>
  readonly changes = new Set<Change>()
  /** The fields that were filled in, by their full names. */
  readonly filled = new Set<string>()
  /** The full names of new signature fields without a signature. */
  readonly emptyFields: string[] = []
  private readonly claimed = new Set<number>()

  constructor(
    file: PdfFile,
    now: number,
    known: { touched: ReadonlySet<number>; references: References; signatures: ReadonlyMap<number, SignatureInUpdate> },
  ) {
    this.file = file
    this.old = now - 1
    this.now = now
    this.touched = known.touched
    this.references = known.references
    this.signatures = known.signatures
  }

  /** The value of an object before the update. */
  before(value: PdfValue): PdfValue {
    return this.file.resolve(value, this.old)
  }

  /** The value of an object with the update. */
  after(value: PdfValue): PdfValue {
    return this.file.resolve(value, this.now)
  }

  claim(number: number): void {
    this.claimed.add(number)
  }

  /** How many objects are claimed so far. */
  get claims(): number {
    return this.claimed.size
  }

  get unclaimed(): number[] {
    return [...this.touched].filter(number => !this.claimed.has(number))
  }

  /**
   * Whether an object is new with this update, and nothing before it refers to its number: a reference to an object that is not there
   * means null, until somebody supplies the object.
   */
  isNew(number: number): boolean {
    return this.touched.has(number) && !this.file.entry(number, this.old) && !this.references.has(number)
  }

  /** Whether nothing but this place led to an object before the update. */
  isOnlyAt(number: number, place: string): boolean {
    return this.references.get(number) === place
  }

  /** Claims all new objects that a value leads to, through new objects alone. */
  claimNew(value: PdfValue): void {
    eachReference(value, ({ number }) => {
      if (this.claimed.has(number) || !this.isNew(number)) return
      this.claim(number)
      this.claimNew(this.file.object(number, this.now))
    })
  }

  /**
   * The old and the new value of an entry, for the caller to compare; `accept` then claims the object that holds the new one. Undefined
   * where the entry is gone, or leads to something else that was there before. `place` is where the entry stood.
   */
  replaced(old: PdfValue, now: PdfValue, place: string): Replaced | undefined {
    const values = { old: this.before(old), now: this.after(now) }
    if (now === null) return old === null ? { ...values, accept: () => {} } : undefined
    if (!(now instanceof PdfRef)) return { ...values, accept: () => {} }
    const { number } = now
    const same = sameValue(old, now)
    if (!this.touched.has(number)) return same ? { ...values, accept: () => {} } : undefined
    if (!this.isNew(number) && !(same && this.isOnlyAt(number, place))) return undefined
    // A stream is not replaced under its number: its data may serve for something else.
    return values.now instanceof PdfStream ? undefined : { ...values, accept: () => this.claim(number) }
  }

  /** Whether an object was only written once more, as it was. */
  isUnchanged(number: number): boolean {
    if (!this.file.entry(number, this.old)) return false
    const [old, now] = [this.file.object(number, this.old), this.file.object(number, this.now)]
    if (!(old instanceof PdfStream) || !(now instanceof PdfStream)) return sameValue(old, now)
    return sameDict(old.dict, now.dict) && this.file.rawData(old, this.old).equals(this.file.rawData(now, this.now))
  }
}
