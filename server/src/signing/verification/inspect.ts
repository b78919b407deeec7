import type { Change } from '../changes/step.ts'
import { PdfFile } from '../pdf/file.ts'
import { namedSignatures, type SignatureValue } from '../pdf/signature-fields.ts'
import { PdfString, PdfUnreadable } from '../pdf/values.ts'
import { type CheckedSignature, checkSignature, type SignatureBudget } from './checked-signature.ts'
import { changesByPlace, type UpdateChanges } from './file-changes.ts'
import type { OwnChain } from './own-seal.ts'
import { removedSeals } from './removed-seals.ts'
import { forbids, policyOf, type SignaturePolicy } from './signature-policy.ts'

// More than any real file has. Each costs a hash over the whole file, and up to a third of a second for parsing.
const SIGNATURES_MAX = 30
const ELEMENTS_MAX = 20_000
const BLANKS_MAX = 100

/** A signature in an inspected file. Instants as in the API. */
export type InspectedSignature = Omit<CheckedSignature, 'closing' | 'number'> & {
  /** The end of the revision that it covers completely; null if it covers less. */
  end: number | null
  wholeFile: boolean
  /** The later changes, and whether the signature permits them. */
  later: Change[]
  permitted: boolean
}

/** The result of an inspection, made without network or database; plain data for a worker. */
export type Inspection = {
  readable: boolean
  /** In the order of their coverage. */
  signatures: InspectedSignature[]
  /** There is a trace of a signature with our certificate that is valid in no revision. */
  brokenSeal: boolean
  /** The signing times of our seals, including those of alleged ones. */
  sealedOn: string[]
  /** Size of the file in bytes. */
  size: number
}

type NamedSignature = { checked: CheckedSignature; policy: SignaturePolicy }

const openPdf = (bytes: Buffer): PdfFile | undefined => {
  try {
    return new PdfFile(bytes)
  } catch (error) {
    if (error instanceof PdfUnreadable || error instanceof RangeError) return undefined
    throw error
  }
}

/** The kind of bytes after the last update: undefined for none, or a change. */
const readBytesBehind = (bytes: Buffer, end: number | undefined): Change | undefined => {
  if (end === bytes.length) return undefined
  if (end === undefined || bytes.length - end > BLANKS_MAX) return 'other'
  return /^[\0\t\n\f\r ]*$/.test(bytes.toString('latin1', end)) ? 'metadata' : 'other'
}

/** A signature that the file's form names, with what was changed after it and whether the signature permits that. */
const inspectSignature = (
  { checked: { closing, number, ...signature }, policy }: NamedSignature,
  bytes: Buffer,
  { updates, behind }: { updates: readonly UpdateChanges[]; behind: Change | undefined },
): InspectedSignature => ({
  ...signature,
  end: closing?.end ?? null,
  wholeFile: closing?.end === bytes.length,
  later: [...new Set([...updates.flatMap(({ changes }) => [...changes]), ...(behind ? [behind] : [])])],
  permitted: behind !== 'other' && !updates.some(update => forbids(policy, update)),
})

/** Inspects each signature that the form names: what follows the revision that it closes was added after it. */
const inspectNamed = (file: PdfFile | undefined, named: readonly NamedSignature[], bytes: Buffer) => {
  const checked = named.map(one => one.checked)
  const changes = file && checked.some(({ closing }) => closing) ? changesByPlace(file, checked) : undefined
  return named.map(one => {
    const { closing } = one.checked
    if (!closing) return inspectSignature(one, bytes, { updates: [], behind: 'other' })
    const updates = [...(changes?.byPlace ?? [])].filter(([place]) => place > closing.place).map(([, update]) => update)
    const behind = readBytesBehind(bytes, closing.place === file?.newest ? closing.end : changes?.end)
    return inspectSignature(one, bytes, { updates, behind })
  })
}

/**
 * Finds the signatures of a PDF, and for each whether it is intact and what was changed after it. Reads only these bytes, within limits, and
 * never throws. `own` are the certificates of this installation.
 */
export const inspectPdf = (bytes: Buffer, own: readonly OwnChain[]): Inspection => {
  const budget: SignatureBudget = { elements: ELEMENTS_MAX }
  const file = openPdf(bytes)
  const named = file && findNamed(file, { own, budget })
  const checked = (named ?? []).map(one => one.checked)
  const removed = removedSeals(bytes, file, checked, own)
  const removedSignatures = removed.seals.map(({ closing, number, ...seal }): InspectedSignature => {
    return { ...seal, end: closing?.end ?? null, wholeFile: false, later: ['other'], permitted: false }
  })
  const signatures = [...inspectNamed(file, named ?? [], bytes), ...removedSignatures]
  signatures.sort((a, b) => (a.end ?? bytes.length) - (b.end ?? bytes.length))
  return {
    readable: named !== undefined,
    signatures,
    brokenSeal: removed.broken,
    sealedOn: [...new Set([...removed.madeOn, ...signatures.flatMap(one => one.signedOn ?? [])])],
    size: bytes.length,
  }
}

const findNamed = (
  file: PdfFile,
  checking: { own: readonly OwnChain[]; budget: SignatureBudget },
): NamedSignature[] | undefined => {
  try {
    const values = namedSignatures(file, file.newest)
    if (values.length > SIGNATURES_MAX) return undefined
    // Signatures that claim to be ours come first, because others may exhaust the budget.
    const claims = ({ dict }: SignatureValue) => {
      const contents = dict.get('Contents')
      return contents instanceof PdfString && checking.own.some(([first]) => first && contents.bytes.includes(first))
    }
    values.sort((a, b) => Number(claims(b)) - Number(claims(a)))
    return values.map(value => ({ checked: checkSignature(file, value, checking), policy: policyOf(file, value) }))
  } catch {
    return undefined
  }
}
