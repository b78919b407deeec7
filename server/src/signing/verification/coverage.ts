import { digestOf, type SignedContent } from '../cms/verify-cms.ts'
import { lastSectionOf, type PdfFile } from '../pdf/file.ts'
import type { SignatureValue } from '../pdf/signature-fields.ts'
import { isInteger, PdfString, type PdfValue } from '../pdf/values.ts'

// Real signatures have two ranges; a limit, because each is hashed.
const RANGES_MAX = 4

const LESS_THAN = 0x3c

/** The byte ranges that a signature claims to cover, in order; undefined if they are invalid. */
const rangesOf = (value: PdfValue, size: number): { from: number; to: number }[] | undefined => {
  if (!Array.isArray(value) || value.length === 0 || value.length % 2 !== 0 || value.length > 2 * RANGES_MAX)
    return undefined
  const ranges: { from: number; to: number }[] = []
  for (let n = 0; n < value.length; n += 2) {
    const [from = null, length = null] = value.slice(n, n + 2)
    if (!isInteger(from) || !isInteger(length) || length < 0 || from + length > size) return undefined
    if (from < (ranges.at(-1)?.to ?? 0)) return undefined
    ranges.push({ from, to: from + length })
  }
  return ranges
}

/** The covered content of a signature, for hashing. */
export const contentOf = (bytes: Buffer, { dict }: SignatureValue): SignedContent | undefined => {
  const ranges = rangesOf(dict.get('ByteRange'), bytes.length)
  if (!ranges) return undefined
  const pieces = ranges.map(({ from, to }) => bytes.subarray(from, to))
  return { digest: algorithm => digestOf(algorithm, ...pieces), whole: () => Buffer.concat(pieces) }
}

/** The end of a signature's coverage: the offset after it, and the index of the section that it closes. */
export type Closing = { end: number; place: number }

/**
 * The revision that a signature covers completely: from the first byte of the file to the end of the revision, except exactly the text of the
 * signature itself. Undefined if it covers less.
 */
export const closingOf = (file: PdfFile, { dict, number }: SignatureValue): Closing | undefined => {
  const [ranges, contents] = [rangesOf(dict.get('ByteRange'), file.bytes.length), dict.get('Contents')]
  const [first, second] = ranges ?? []
  if (!first || !second || ranges?.length !== 2 || !(contents instanceof PdfString)) return undefined
  if (first.from !== 0 || first.to !== contents.from || second.from !== contents.to) return undefined
  if (file.bytes[contents.from] !== LESS_THAN) return undefined
  // In an object stream the offsets would refer to the decoded data.
  if (file.entry(number, file.newest)?.kind !== 'at') return undefined
  const end = second.to
  const named = lastSectionOf(file.bytes, end)
  const place = file.sections.findIndex(({ offset }) => offset === named)
  if (place < 0 || file.sections.some(({ start }, at) => start < end !== at <= place)) return undefined
  // The signature dictionary itself must be part of the revision.
  return file.entry(number, place) === file.entry(number, file.newest) ? { end, place } : undefined
}
