import { createHash, X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FoundSignature } from '@portico/contract/signing'
import { OctetString } from 'asn1js'
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { readToken } from './time-stamp.ts'
import { attributeOf, DIGESTS, isNamed, isSigned, OID, signerCertificate } from './verify-cms.ts'

// More than any real file has. Anybody may send a file, and each signature costs a hash over the whole of it.
const SIGNATURES_MAX = 20
const RANGES_LOOKED_AT = 500
const SIGNATURE_MAX = 400_000
const DICTIONARY_MAX = 20_000

/** The part of a file that a signature covers: all from 0 to `end` but the signature itself, which lies from `from` to `to`. */
type Range = { at: number; from: number; to: number; end: number }

/** The ranges in a file, in their order; one that leaves out anything but a signature is `undefined`. */
const rangesIn = (pdf: Buffer): (Range | undefined)[] => {
  const ranges: (Range | undefined)[] = []
  let at = pdf.indexOf('/ByteRange')
  for (let looked = 0; at >= 0 && ranges.length < SIGNATURES_MAX && looked < RANGES_LOOKED_AT; looked += 1) {
    const text = pdf.toString('latin1', at, at + 200)
    const [, ...numbers] = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text) ?? []
    const [start = -1, from = 0, to = 0, length = 0] = numbers.map(Number)
    const fits = start === 0 && from < to && to - from < SIGNATURE_MAX && to + length <= pdf.length
    const sound = fits && /^<[\s0-9a-f]+>$/i.test(pdf.toString('latin1', from, to))
    if (numbers.length > 0) ranges.push(sound ? { at, from, to, end: to + length } : undefined)
    at = pdf.indexOf('/ByteRange', at + 10)
  }
  return ranges
}

const digestOf = (pdf: Buffer, { from, to, end }: Range, algorithm: string) =>
  createHash(algorithm).update(pdf.subarray(0, from)).update(pdf.subarray(to, end)).digest()

const decodedText = (bytes: Buffer) =>
  bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes
        .subarray(2, bytes.length - (bytes.length % 2))
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1')

const unescaped = (text: string) =>
  text.replace(/\\([nrtbf()\\]|[0-7]{1,3}|\r?\n)/g, (_, sign: string) => {
    const known: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
    if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 0xff)
    return known[sign] ?? (/[()\\]/.test(sign) ? sign : '')
  })

/** The texts of a signature's dictionary, read from around its range, the signature itself left out. */
const entriesOf = (pdf: Buffer, { at, from, to }: Range) => {
  const before = pdf.toString('latin1', Math.max(0, Math.min(at, from) - DICTIONARY_MAX), from)
  const head = before.slice(before.lastIndexOf(' obj') + 1)
  const after = pdf.toString('latin1', to, to + DICTIONARY_MAX)
  const body = `${head} ${after.slice(0, Math.max(0, after.indexOf('endobj')))}`
  return (name: string): string | null => {
    const [, plain, hex] =
      new RegExp(`/${name}\\s*(?:\\(((?:[^\\\\()]|\\\\[^])*)\\)|<([\\s0-9a-fA-F]*)>)`).exec(body) ?? []
    const bytes =
      plain === undefined ? Buffer.from((hex ?? '').replace(/\s/g, ''), 'hex') : Buffer.from(unescaped(plain), 'latin1')
    return (
      decodedText(bytes)
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, 300) || null
    )
  }
}

const dateOf = (text: string | null): Date | undefined => {
  const [, y, mo, d, h = '00', mi = '00', s = '00', sign, zh = '00', zm = '00'] =
    /^D:(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text ?? '') ?? []
  const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}${sign ? `${sign}${zh}:${zm}` : 'Z'}`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The signature out of the room that was left for it; behind its end there must be nothing but zeros. */
const cmsIn = (room: Buffer): Buffer => {
  const long = room[1] ?? 0
  const end = long < 0x80 ? 2 + long : 2 + (long & 0x7f) + room.readUIntBE(2, Math.min(long & 0x7f, 4))
  // An indefinite length ends where the reader finds its end.
  if (long === 0x80) return room
  if (room.subarray(end).some(byte => byte !== 0)) throw new Error('Something lies behind a signature')
  return room.subarray(0, end)
}

/** When a trusted third party has seen the signature's value, if it carries such a stamp over it. */
const stampOf = (signer: SignerInfo): Date | null => {
  const token = signer.unsignedAttrs?.attributes.find(({ type }) => type === OID.timeStampToken)?.values[0]
  if (!token) return null
  const { digest, time } = readToken(new SignedData({ schema: new ContentInfo({ schema: token }).content }))
  const expected = createHash('sha256').update(Buffer.from(signer.signature.valueBlock.valueHexView)).digest()
  return digest.equals(expected) ? time : null
}

const nameIn = (certificate: X509Certificate, part: 'subject' | 'issuer') => {
  const line = (wanted: string) =>
    certificate[part]
      .split('\n')
      .find(one => one.startsWith(`${wanted}=`))
      ?.slice(wanted.length + 1)
  return line('CN') ?? line('O') ?? certificate[part].replaceAll('\n', ', ')
}

const wireInstant = (date: Date | null | undefined) => (date ? `${date.toISOString().slice(0, 19)}Z` : null)

const unreadable: FoundSignature = {
  signedBy: null,
  certificate: null,
  issuer: null,
  signedOn: null,
  timeStampedOn: null,
  reason: null,
  ours: false,
  intact: false,
  wholeFile: false,
}

const read = (pdf: Buffer, range: Range, ownCertificate: Buffer): FoundSignature => {
  const entry = entriesOf(pdf, range)
  const hex = pdf.toString('latin1', range.from + 1, range.to - 1).replace(/\s/g, '')
  const info = ContentInfo.fromBER(Uint8Array.from(cmsIn(Buffer.from(hex, 'hex'))).buffer)
  const signed = new SignedData({ schema: info.content })
  const [signer] = signed.signerInfos
  const found = signer && signerCertificate(signed, signer)
  if (!signer || !found) return unreadable
  const der = Buffer.from(found.toSchema().toBER())
  const certificate = new X509Certificate(der)
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId]
  const claimed = attributeOf(signer, OID.messageDigest)
  const intact =
    digest !== undefined &&
    claimed instanceof OctetString &&
    digestOf(pdf, range, digest).equals(Buffer.from(claimed.valueBlock.valueHexView)) &&
    isNamed(signer, der) &&
    isSigned(signer, certificate, digest)
  const time = attributeOf(signer, OID.signingTime) as { toDate?: () => Date } | undefined
  return {
    signedBy: entry('Name'),
    certificate: nameIn(certificate, 'subject'),
    issuer: nameIn(certificate, 'issuer'),
    signedOn: wireInstant(dateOf(entry('M')) ?? time?.toDate?.()),
    timeStampedOn: intact ? wireInstant(stampOf(signer)) : null,
    reason: entry('Reason'),
    ours: der.equals(ownCertificate),
    intact,
    wholeFile: range.end === pdf.length,
  }
}

/**
 * The signatures in a file, in their order: who, when, and whether a byte of what each covers has changed. `ours` is what
 * `ownCertificate` has sealed; of the others it is not told whether their certificates deserve trust.
 */
export const signaturesIn = async (pdf: Buffer, ownCertificate: Buffer): Promise<FoundSignature[]> => {
  const found: FoundSignature[] = []
  for (const range of rangesIn(pdf)) {
    // Other requests have their turn between two hashes.
    await setImmediate()
    try {
      found.push(range ? read(pdf, range, ownCertificate) : unreadable)
    } catch {
      found.push(unreadable)
    }
  }
  return found
}
