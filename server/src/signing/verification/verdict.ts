import type { FoundSignature, LaterChange, Outcome, Verification } from '@portico/contract/signing'
import type { InspectedSignature, Inspection } from './inspect.ts'

/** Changes that may follow our seal, because they alter neither the pages nor the statements of the document. */
const PERMITTED: readonly LaterChange[] = ['validation_data', 'time_stamp', 'signature']

/** The record that this installation has of an uploaded file. */
export type SealedRecord = {
  /** The size of the longest prefix of the upload that is a sealed file of this installation; 0 for none. */
  issued: number
  /** The upload begins with a sealed revision of ours, but lacks what this installation added to it later. */
  additionsLost: boolean
}

/** The verdict on a file: {@link Verification} without the fields that need the database. */
export type Verdict = Omit<Verification, 'fileName' | 'onRecord' | 'evidence' | 'sealedUrl'>

const outcomeOf = (readable: boolean, hasSeal: boolean, changed: boolean | null, count: number): Outcome => {
  if (hasSeal) return changed ? 'changed' : 'sealed'
  if (!readable) return 'unreadable'
  return count > 0 ? 'others' : 'none'
}

/**
 * Judges an inspected file. A file that we issued, byte for byte, is ours whatever certificate we have today; any other is ours if it has our
 * certificate and is written as we write.
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
    // In a signature with our certificate any byte that differs from what we write was changed.
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
