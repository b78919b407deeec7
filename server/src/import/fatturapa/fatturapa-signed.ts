import type { X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { Refusal } from '../../records/definition/refusal.ts'
import { checkSigner, digestOf, OID } from '../../signing/cms/verify-cms.ts'

const MAX_LAYERS = 3
const BASE64 = /^(?:-----BEGIN [^-]+-----)?([\sA-Za-z0-9+/=]+)(?:-----END [^-]+-----\s*)?$/

/** The signed content, and warnings about its signers. */
export type Unsigned = { content: Buffer; warnings: string[] }

const derOf = (bytes: Buffer): Buffer => {
  if (bytes[0] === 0x30) return bytes
  const [, text] = BASE64.exec(bytes.toString('latin1')) ?? []
  return text === undefined ? bytes : Buffer.from(text, 'base64')
}

const signedDataIn = (bytes: Buffer): SignedData => {
  try {
    const info = ContentInfo.fromBER(Uint8Array.from(derOf(bytes)).buffer)
    if (info.contentType !== OID.signedData) throw new Error('it holds something else')
    return new SignedData({ schema: info.content })
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new Refusal(undefined, `is neither XML nor a signed file that can be read (CAdES, DER or Base64): ${reason}`)
  }
}

/** An octet string is stored whole or split into pieces. */
const bytesOf = (octets: OctetString): Buffer => {
  const pieces = octets.valueBlock.value.filter(piece => piece instanceof OctetString)
  return pieces.length > 0 ? Buffer.concat(pieces.map(bytesOf)) : Buffer.from(octets.valueBlock.valueHexView)
}

const nameOf = ({ subject }: X509Certificate) =>
  /(?:^|\n)CN=([^\n]*)/.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')

const warningsOf = (certificate: X509Certificate, now: Date): string[] => {
  const name = nameOf(certificate)
  const until = new Date(certificate.validTo)
  return [
    ...(until < now
      ? [`is signed by "${name}", whose certificate was valid until ${until.toISOString().slice(0, 10)}`]
      : []),
    ...(certificate.subject === certificate.issuer ? [`is signed by "${name}", for whom nobody else vouches`] : []),
  ]
}

/** The result of {@link checkSigner}; undefined for a certificate or key that cannot be parsed. */
const checked = (signed: SignedData, signer: SignerInfo, content: Buffer) => {
  try {
    return checkSigner(signed, signer, { digest: name => digestOf(name, content), whole: () => content })
  } catch {
    return undefined
  }
}

/** The certificate of the signer of exactly this content; throws a {@link Refusal}. */
const signerOf = (signed: SignedData, signer: SignerInfo, content: Buffer): X509Certificate => {
  const found = checked(signed, signer, content)
  if (!found) throw new Refusal(undefined, 'bears a signature that cannot be checked')
  if (!found.contentHolds) throw new Refusal(undefined, 'has been changed since it was signed')
  if (!found.signatureHolds) throw new Refusal(undefined, 'bears a signature that is not that of its certificate')
  return found.certificate
}

/** Removes one signature; throws a {@link Refusal} unless every one of its signers signed exactly this content. */
const opened = (bytes: Buffer, now: Date): Unsigned => {
  const signed = signedDataIn(bytes)
  const octets = signed.encapContentInfo.eContent
  if (!(octets instanceof OctetString)) throw new Refusal(undefined, 'is a signature without the invoice in it')
  const content = bytesOf(octets)
  const warnings: string[] = []
  if (signed.signerInfos.length === 0) throw new Refusal(undefined, 'bears no signature')
  for (const signer of signed.signerInfos) {
    const certificate = signerOf(signed, signer, content)
    warnings.push(...warningsOf(certificate, now))
  }
  return { content, warnings }
}

const isXml = (bytes: Buffer) => /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff\0)?\s*</.test(bytes.toString('latin1', 0, 100))

/** Extracts the XML of a file after verifying and removing every signature around it (CAdES, DER or Base64). */
export const unsign = (bytes: Buffer, now: Date): Unsigned => {
  const warnings: string[] = []
  let content = bytes
  for (let layer = 0; layer < MAX_LAYERS && !isXml(content); layer += 1) {
    const inner = opened(content, now)
    content = inner.content
    warnings.push(...inner.warnings)
  }
  return { content, warnings }
}
