import type { X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { attributeOf, checkSigner, digestOf, OID } from '../cms/verify-cms.ts'
import type { PdfFile } from '../pdf/file.ts'
import { type SignatureValue, shownText } from '../pdf/signature-fields.ts'
import { isName, PdfString } from '../pdf/values.ts'
import { type Closing, closingOf, contentOf } from './coverage.ts'
import { elementsIn } from './der-size.ts'
import { isWrittenAsOurs, type OwnChain } from './own-seal.ts'
import { checkTimeStamp } from './time-stamp-token.ts'

// More than real signatures have, including certificates, a time stamp and revocation data.
const SIGNATURE_MAX = 100_000
const ELEMENTS_MAX = 4000

/** How many more ASN.1 elements of signatures may be read in one file. */
export type SignatureBudget = { elements: number }

/** A signature of the form, checked without regard to later updates. Instants as in the API. */
export type CheckedSignature = {
  field: string
  kind: 'signature' | 'time_stamp'
  /** Its object number. */
  number: number
  signedBy: string | null
  certificate: string | null
  issuer: string | null
  signedOn: string | null
  timeStampedOn: string | null
  reason: string | null
  /** Whether it was made with a certificate of this installation. */
  ours: boolean
  /** Whether it is also byte for byte what this installation writes: see {@link isWrittenAsOurs}. */
  writtenAsOurs: boolean
  /** Whether the content that it claims to cover is unchanged, and signed with its certificate's key. */
  intact: boolean
  closing: Closing | undefined
}

/** Parses a PDF date. */
export const dateIn = (text: string | null): Date | undefined => {
  const [, y, mo, d, h = '00', mi = '00', s = '00', sign, zh = '00', zm = '00'] =
    /^D:(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text ?? '') ?? []
  const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}${sign ? `${sign}${zh}:${zm}` : 'Z'}`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** An instant as the API writes it. */
export const wireInstant = (date: Date | null | undefined) => (date ? `${date.toISOString().slice(0, 19)}Z` : null)

const nameIn = (certificate: X509Certificate, part: 'subject' | 'issuer') => {
  const line = (wanted: string) =>
    certificate[part]
      .split('\n')
      .find(one => one.startsWith(`${wanted}=`))
      ?.slice(wanted.length + 1)
  return line('CN') ?? line('O') ?? certificate[part].replaceAll('\n', ', ')
}

/** The signature without its zero padding; throws for anything but zeros after its end. */
const withoutRoom = (room: Buffer): Buffer => {
  const long = room[1] ?? 0
  // With an indefinite length only the parser finds the end.
  if (long === 0x80) return room
  const more = long > 0x80 ? Math.min(long & 0x7f, 4) : 0
  const end = 2 + more + (more > 0 ? room.readUIntBE(2, more) : long)
  if (end > room.length || room.subarray(end).some(byte => byte !== 0))
    throw new Error('A signature is cut short, or something lies behind it')
  return room.subarray(0, end)
}

/** Parses the CMS of a signature, within the budget. */
const signedDataIn = (contents: PdfString, budget: SignatureBudget): { cms: Buffer; signed: SignedData } => {
  const cms = withoutRoom(contents.bytes)
  const elements = elementsIn(cms, ELEMENTS_MAX)
  budget.elements -= elements
  if (cms.length > SIGNATURE_MAX || elements > ELEMENTS_MAX || budget.elements < 0)
    throw new Error('A signature of more than is read')
  const info = ContentInfo.fromBER(Uint8Array.from(cms).buffer)
  if (info.contentType !== OID.signedData) throw new Error('No signed data')
  return { cms, signed: new SignedData({ schema: info.content }) }
}

/** The time of a valid time stamp in the signature, if there is one. */
const stampOf = (signer: SignerInfo): Date | undefined => {
  const token = signer.unsignedAttrs?.attributes.find(({ type }) => type === OID.timeStampToken)?.values[0]
  if (!token) return undefined
  const value = Buffer.from(signer.signature.valueBlock.valueHexView)
  const checked = checkTimeStamp(new SignedData({ schema: new ContentInfo({ schema: token }).content }), {
    digest: name => digestOf(name, value),
    whole: () => value,
  })
  return checked?.contentHolds && checked.signatureHolds ? checked.time : undefined
}

/** Checks one signature. Unreadable parts are null, and the signature is then not intact. */
export const checkSignature = (
  file: PdfFile,
  value: SignatureValue,
  { own, budget }: { own: readonly OwnChain[]; budget: SignatureBudget },
): CheckedSignature => {
  const { field, number, dict } = value
  const text = (key: string) => shownText(file.get(dict, key, file.newest))
  const stamp = isName(dict.get('Type'), 'DocTimeStamp') || isName(dict.get('SubFilter'), 'ETSI.RFC3161')
  const unread: CheckedSignature = {
    field,
    kind: stamp ? 'time_stamp' : 'signature',
    number,
    signedBy: text('Name'),
    certificate: null,
    issuer: null,
    signedOn: wireInstant(dateIn(text('M'))),
    timeStampedOn: null,
    reason: text('Reason'),
    ours: false,
    writtenAsOurs: false,
    intact: false,
    closing: closingOf(file, value),
  }
  const content = contentOf(file.bytes, value)
  const contents = dict.get('Contents')
  if (!content || !(contents instanceof PdfString)) return unread
  try {
    const { cms, signed } = signedDataIn(contents, budget)
    const [signer, ...others] = signed.signerInfos
    if (!signer || others.length > 0) return unread
    // The signature must be detached; embedded content would be signed instead of the file.
    if (!stamp && signed.encapContentInfo.eContent) return unread
    const stamped = stamp ? checkTimeStamp(signed, content) : undefined
    const checked = stamp ? stamped : checkSigner(signed, signer, content)
    if (!checked) return unread
    const intact = checked.contentHolds && checked.signatureHolds
    const signingTime = attributeOf(signer, OID.signingTime) as { toDate?: () => Date } | undefined
    const stampedOn = stamp ? stamped?.time : stampOf(signer)
    const chain = stamp ? undefined : own.find(([first]) => first && checked.der.equals(first))
    const token = file.bytes.subarray(contents.from, contents.to)
    return {
      ...unread,
      certificate: nameIn(checked.certificate, 'subject'),
      issuer: nameIn(checked.certificate, 'issuer'),
      signedOn: unread.signedOn ?? wireInstant(signingTime?.toDate?.() ?? (stamp ? stampedOn : undefined)),
      timeStampedOn: intact ? wireInstant(stampedOn) : null,
      ours: chain !== undefined,
      writtenAsOurs:
        chain !== undefined &&
        isWrittenAsOurs({ token, cms }, signer, chain) &&
        // The signature does not cover its time stamp, so a malformed one must be rejected here.
        (!signer.unsignedAttrs || stampedOn !== undefined),
      intact,
    }
  } catch {
    return unread
  }
}
