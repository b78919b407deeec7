import { BitString, fromBER } from 'asn1js'
import { AlgorithmIdentifier, Extension, getCrypto, RelativeDistinguishedNames } from 'pkijs'
import type { ReadCertificate } from './certificate.ts'

const SEQUENCE = 0x30
const INTEGER = 0x02
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const EXTENSIONS = 0xa0
/** The extension that limits a list to some of the issuer's certificates (RFC 5280, 5.2.5). Accepted, because the certificate itself names the list. */
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'

/** A DER element: its tag, its content, and all its bytes. */
type Element = { tag: number; content: Buffer; whole: Buffer }

/**
 * The elements of a sequence. Own code, because a parser that keeps all entries takes some ten seconds for a list of tens of thousands; only
 * the outline of the list is read with it.
 */
function* elementsOf(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    const octets = first < 0x80 ? 0 : first & 0x7f
    if ((tag & 0x1f) === 0x1f || octets > 4 || first === 0x80 || at + 2 + octets > bytes.length)
      throw new Error('cannot be read')
    const start = at + 2 + octets
    const end = start + (octets === 0 ? first : bytes.readUIntBE(at + 2, octets))
    if (end > bytes.length) throw new Error('is cut off')
    yield { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) }
    at = end
  }
}

const sequence = (element: Element | undefined): Element[] => {
  if (element?.tag !== SEQUENCE) throw new Error('is no list of revocations')
  return [...elementsOf(element.content)]
}

const timeOf = ({ tag, content }: Element): Date => {
  const text = content.toString('latin1')
  const [, year = '', rest = ''] = (tag === UTC_TIME ? /^(\d\d)(\d{10})Z$/ : /^(\d{4})(\d{10})Z$/).exec(text) ?? []
  const full = tag === UTC_TIME ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  const [month, day, hour, minute, second] = rest.match(/../g) ?? []
  const time = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime())) throw new Error('has no time that can be read')
  return time
}

const parsed = <T>({ whole }: Element, read: (schema: ReturnType<typeof fromBER>['result']) => T): T => {
  const { offset, result } = fromBER(Uint8Array.from(whole))
  if (offset === -1) throw new Error('cannot be read')
  return read(result)
}

/** A certificate revocation list (RFC 5280, 5): time of issue, time of the next list, and a test for serial numbers. */
export type RevocationList = { thisUpdate: Date; nextUpdate: Date | undefined; includes: (serial: Buffer) => boolean }

/** Parses a CRL in DER. Throws if `issuer` has not signed it, or if it is a delta or has unknown critical extensions. */
export const readRevocationList = async (der: Buffer, issuer: ReadCertificate): Promise<RevocationList> => {
  const [list] = elementsOf(der)
  const [signed, algorithm, signature] = sequence(list)
  const parts = sequence(signed)
  if (parts[0]?.tag === INTEGER) parts.shift()
  const [, name, thisUpdate, ...others] = parts
  if (!signed || !algorithm || !signature || !name || !thisUpdate) throw new Error('is no list of revocations')
  const nextUpdate = others.find(({ tag }) => tag === UTC_TIME || tag === GENERALIZED_TIME)
  const entries = others.find(({ tag }) => tag === SEQUENCE)
  const [extensions] = elementsOf(others.find(({ tag }) => tag === EXTENSIONS)?.content ?? Buffer.alloc(0))

  const isOfIssuer = parsed(name, schema => new RelativeDistinguishedNames({ schema })).isEqual(issuer.parsed.subject)
  const isSigned = await getCrypto(true).verifyWithPublicKey(
    Uint8Array.from(signed.whole),
    parsed(signature, value => (value instanceof BitString ? value : new BitString())),
    issuer.parsed.subjectPublicKeyInfo,
    parsed(algorithm, schema => new AlgorithmIdentifier({ schema })),
  )
  if (!isOfIssuer || !isSigned) throw new Error('is not signed by the issuer')
  for (const extension of extensions ? sequence(extensions) : []) {
    const { critical, extnID } = parsed(extension, schema => new Extension({ schema }))
    if (critical && extnID !== ISSUING_DISTRIBUTION_POINT) throw new Error('is not a whole list of revocations')
  }
  return {
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate && timeOf(nextUpdate),
    includes(serial) {
      const entry = entries?.content ?? Buffer.alloc(0)
      // The bytes not being found proves the absence of the entry; if found, they may still be part of something else.
      if (!entry.includes(Buffer.concat([Buffer.of(INTEGER, serial.length), serial]))) return false
      for (const { content } of elementsOf(entry)) {
        const [number] = elementsOf(content)
        if (number?.content.equals(serial)) return true
      }
      return false
    },
  }
}
