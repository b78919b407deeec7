import { PdfFile } from '../pdf/file.ts'
import { PdfParser } from '../pdf/parser.ts'
import { namedSignatures } from '../pdf/signature-fields.ts'
import { PdfDict } from '../pdf/values.ts'
import {
  type CheckedSignature,
  checkSignature,
  dateIn,
  type SignatureBudget,
  wireInstant,
} from './checked-signature.ts'
import { closingOf } from './coverage.ts'
import type { OwnChain } from './own-seal.ts'

const TRACES_MAX = 10
const ELEMENTS_MAX = 20_000
const DICTIONARY_MAX = 2000

/**
 * A trace of our certificate as it appears in signatures: its offset, the end of the signed content if known, and the signing time that the
 * signature states.
 */
type Trace = { at: number; end: number | undefined; madeOn: string | null }

const traceAt = (bytes: Buffer, at: number): Trace => {
  const from = Math.max(0, bytes.lastIndexOf('<', at))
  const to = bytes.indexOf('>', at)
  const before = bytes.toString('latin1', Math.max(0, from - DICTIONARY_MAX), from)
  const after = to < 0 ? '' : bytes.toString('latin1', to, to + DICTIONARY_MAX)
  const dictionary = `${before.slice(before.lastIndexOf(' obj') + 1)} ${after.split('endobj')[0]}`
  const [, start, length] = /\/ByteRange\s*\[\s*0\s+\d{1,10}\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(dictionary) ?? []
  const [, date = null] = /\/M\s*\((D:\d{14}Z)\)/.exec(dictionary) ?? []
  return { at, end: start && length ? Number(start) + Number(length) : undefined, madeOn: wireInstant(dateIn(date)) }
}

const tracesIn = (bytes: Buffer, own: readonly OwnChain[]): Trace[] => {
  const traces: Trace[] = []
  for (const [certificate] of own) {
    const hex = certificate?.toString('hex') ?? ''
    for (let at = bytes.indexOf(hex); hex && at >= 0 && traces.length < TRACES_MAX; at = bytes.indexOf(hex, at + 1))
      traces.push(traceAt(bytes, at))
  }
  return traces
}

/** Whether an offset is behind everything that the file names, as in a revision whose end was cut off. */
const isBehindSections = ({ sections }: PdfFile, at: number): boolean => sections.every(({ end }) => end <= at)

/** Whether an offset is in an object that the file lists, and not, for example, in an embedded file. */
const isInObject = (file: PdfFile, at: number): boolean => {
  let nearest = -1
  for (const { entries } of file.sections)
    for (const entry of entries.values())
      if (entry.kind === 'at' && entry.offset <= at && entry.offset > nearest) nearest = entry.offset
  if (nearest < 0) return false
  try {
    const parser = new PdfParser(file.bytes, nearest)
    parser.objectHead()
    return parser.objectValue() instanceof PdfDict && parser.at > at
  } catch {
    // The object is damaged, which a broken seal may be.
    return true
  }
}

/**
 * Looks for seals of ours that the form no longer refers to, or whose file is unreadable. `seals` are valid in the revision that they close;
 * `broken`: there are traces of an invalid one; `madeOn`: the signing times of all traces.
 */
export const removedSeals = (
  bytes: Buffer,
  file: PdfFile | undefined,
  known: readonly CheckedSignature[],
  own: readonly OwnChain[],
): { seals: CheckedSignature[]; broken: boolean; madeOn: string[] } => {
  const traces = tracesIn(bytes, own)
  const budget: SignatureBudget = { elements: ELEMENTS_MAX }
  const seals: CheckedSignature[] = []
  let broken = false
  for (const { at, end } of traces) {
    if (known.some(({ ours, closing }) => ours && closing && closing.end === end)) continue
    const seal = end === undefined ? undefined : sealClosing(bytes.subarray(0, end), { own, budget })
    if (seal) seals.push(seal)
    else broken ||= !file || isBehindSections(file, at) || isInObject(file, at)
  }
  return { seals, broken, madeOn: traces.flatMap(({ madeOn }) => (madeOn ? [madeOn] : [])) }
}

const sealClosing = (
  revision: Buffer,
  checking: { own: readonly OwnChain[]; budget: SignatureBudget },
): CheckedSignature | undefined => {
  try {
    const file = new PdfFile(revision)
    const value = namedSignatures(file, file.newest).find(one => closingOf(file, one)?.end === revision.length)
    const seal = value && checkSignature(file, value, checking)
    return seal?.ours && seal.intact ? seal : undefined
  } catch {
    return undefined
  }
}
