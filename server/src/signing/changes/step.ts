import type { PdfFile } from '../pdf/file.ts'
import type { References } from '../pdf/references.ts'
import { eachReference, PdfRef, PdfStream, type PdfValue, sameDict, sameValue } from '../pdf/values.ts'

/** The kinds of changes that an update can make; `other` is any change that no rule explains. */
export type Change =
  | 'validation_data'
  | 'time_stamp'
  | 'signature'
  | 'visible_signature'
  | 'form_filling'
  | 'metadata'
  | 'other'

/** A signature that an update adds. `holds`: it is intact, and covers the file up to the end of that update. */
export type SignatureInUpdate = { kind: 'signature' | 'time_stamp'; holds: boolean }

/** A dictionary entry before and after, with references resolved. */
export type Replaced = { old: PdfValue; now: PdfValue; accept: () => void }

/**
 * One update under examination. Each rule claims the objects that it can explain; an object left unclaimed is a change that is not permitted.
 * `old` and `now` are indexes of cross-reference sections: the file before the update, and with it.
 */
export class Step {
  readonly file: PdfFile
  readonly old: number
  readonly now: number
  /** The objects that the update writes. */
  readonly touched: ReadonlySet<number>
  /** The place that referred to each object before the update. */
  readonly references: References
  readonly signatures: ReadonlyMap<number, SignatureInUpdate>
  readonly changes = new Set<Change>()
  /** Full names of the fields that were filled in. */
  readonly filled = new Set<string>()
  /** Full names of new signature fields without a signature. */
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
   * Whether an object is new with this update and nothing referred to its number before: a dangling reference means null until an update
   * supplies the object.
   */
  isNew(number: number): boolean {
    return this.touched.has(number) && !this.file.entry(number, this.old) && !this.references.has(number)
  }

  /** Whether only this place referred to an object before the update. */
  isOnlyAt(number: number, place: string): boolean {
    return this.references.get(number) === place
  }

  /** Claims all new objects that are reachable from a value through new objects only. */
  claimNew(value: PdfValue): void {
    eachReference(value, ({ number }) => {
      if (this.claimed.has(number) || !this.isNew(number)) return
      this.claim(number)
      this.claimNew(this.file.object(number, this.now))
    })
  }

  /**
   * The old and the new value of an entry, for the caller to compare; `accept` then claims the object that holds the new one. Undefined if
   * the entry was removed, or refers to another object that existed before. `place` is where the entry was.
   */
  replaced(old: PdfValue, now: PdfValue, place: string): Replaced | undefined {
    const values = { old: this.before(old), now: this.after(now) }
    if (now === null) return old === null ? { ...values, accept: () => {} } : undefined
    if (!(now instanceof PdfRef)) return { ...values, accept: () => {} }
    const { number } = now
    const same = sameValue(old, now)
    if (!this.touched.has(number)) return same ? { ...values, accept: () => {} } : undefined
    if (!this.isNew(number) && !(same && this.isOnlyAt(number, place))) return undefined
    // A stream must not be replaced under its number, because something else may use its data.
    return values.now instanceof PdfStream ? undefined : { ...values, accept: () => this.claim(number) }
  }

  /** Whether an object was rewritten without a change. */
  isUnchanged(number: number): boolean {
    if (!this.file.entry(number, this.old)) return false
    const [old, now] = [this.file.object(number, this.old), this.file.object(number, this.now)]
    if (!(old instanceof PdfStream) || !(now instanceof PdfStream)) return sameValue(old, now)
    return sameDict(old.dict, now.dict) && this.file.rawData(old, this.old).equals(this.file.rawData(now, this.now))
  }
}
