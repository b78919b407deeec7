import type { FoundSignature, LaterChange, Outcome, Verification } from '@portico/contract/signing'
import type { InspectedSignature, Inspection } from './inspect.ts'

/** What may follow our seal: nothing of it changes what the pages show, or what the document says. */
const PERMITTED: readonly LaterChange[] = ['validation_data', 'time_stamp', 'signature']

/** What is kept here of a file that somebody has shown. */
export type SealedRecord = {
  /** The longest beginning of the file, in bytes, that is a file which was sealed here; 0 for none. */
  issued: number
  /** The file begins with what was sealed here, but what this installation then added to it itself is not there as it was. */
  additionsLost: boolean
}

/** What is said of a file: see {@link Verification}, without what needs a database. */
export type Verdict = Omit<Verification, 'fileName' | 'onRecord' | 'sealedUrl'>

const outcomeOf = (readable: boolean, hasSeal: boolean, changed: boolean | null, count: number): Outcome => {
  if (hasSeal) return changed ? 'changed' : 'sealed'
  if (!readable) return 'unreadable'
  return count > 0 ? 'others' : 'none'
}

/**
 * Judges what was found in a file. What was issued here, byte by byte, needs no proof, and is ours whatever certificate we have today;
 * anything else is ours where it has our certificate and is written as we write.
 */
export const judge = (inspection: Inspection, { issued, additionsLost }: SealedRecord): Verdict => {
  const { readable, signatures, brokenSeal, size } = inspection
  const isIssued = ({ end }: InspectedSignature) => end !== null && end <= issued
  const recorded = signatures.findLast(one => one.kind === 'signature' && isIssued(one))
  const isSeal = (one: InspectedSignature) =>
    one === recorded || (one.ours && one.intact && (one.writtenAsOurs || isIssued(one)))
  const newest = signatures.findLast(isSeal)
  const found = signatures.map((one): FoundSignature => {
    const { end, permitted, writtenAsOurs, ...shown } = one
    const ours = one.ours || isSeal(one)
    // Of a signature with our certificate, any byte that is not as we write it has been changed.
    const intact = one.intact && (!ours || isSeal(one))
    const allowed = ours ? one.later.every(change => PERMITTED.includes(change)) : permitted
    const covers = one.wholeFile ? 'file' : end === null ? 'part' : 'revision'
    return { ...shown, covers, ours, intact, changed: !intact || !allowed || (one === newest && additionsLost) }
  })
  const claimsOurs = brokenSeal || found.some(({ ours, intact }) => ours && !intact)
  const changed = (() => {
    if (issued === size) return false
    if (claimsOurs) return true
    if (newest) return found[signatures.indexOf(newest)]?.changed ?? true
    return found.some(one => one.changed) ? true : null
  })()
  const hasSeal = issued === size || claimsOurs || newest !== undefined
  return {
    outcome: outcomeOf(readable, hasSeal, changed, found.length),
    changed,
    sealedSize: newest?.end ?? (issued === size ? size : null),
    signatures: found,
  }
}
