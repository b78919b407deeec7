import { createHash } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SealingKey } from './sealing-key.ts'

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

/** The unsigned attribute that holds the time stamp of a signature. */
export const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer })

/** ESSCertIDv2 without the optional issuer, and without the algorithm, because SHA-256 is its default. */
const signingCertificate = (certificate: Buffer) => {
  const essCertId = new Sequence({ value: [octets(createHash('sha256').update(certificate).digest())] })
  return new Sequence({ value: [new Sequence({ value: [essCertId] })] })
}

/** DER requires the elements of a set in byte order. */
const inOrder = (attributes: Attribute[]) =>
  attributes
    .map(attribute => ({ attribute, der: Buffer.from(attribute.toSchema().toBER()) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ attribute }) => attribute)

/** A detached CAdES baseline signature (CMS, DER) over content with this SHA-256. */
export const signDetached = async (digest: Uint8Array, { key, certificates }: SealingKey): Promise<Buffer> => {
  const [own] = certificates
  if (!own) throw new Error('A sealing key has no certificate')
  const chain = certificates.map(der => Certificate.fromBER(der))
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.data })] }),
    new Attribute({ type: OID.messageDigest, values: [octets(digest)] }),
    new Attribute({ type: OID.signingCertificateV2, values: [signingCertificate(own)] }),
  ]
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: chain[0]?.issuer, serialNumber: chain[0]?.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: inOrder(attributes) }),
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [signer],
    certificates: chain,
  })
  await signed.sign(key, 0, 'SHA-256')
  return derOf(signed)
}

const derOf = (signed: SignedData) => {
  const content = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

/** Parses a signature (CMS, DER); ignores bytes after it. */
export const readSignature = (cms: Uint8Array): SignedData =>
  new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms).buffer).content })

const soleSigner = ({ signerInfos }: SignedData): SignerInfo => {
  const [signer] = signerInfos
  if (!signer) throw new Error('A signature has no signer')
  return signer
}

/** The signature value, which its time stamp covers. */
export const signatureValue = (signed: SignedData): Buffer =>
  Buffer.from(soleSigner(signed).signature.valueBlock.valueHexView)

/** Whether a signature has a time stamp. */
export const hasTimeStamp = (signed: SignedData): boolean =>
  soleSigner(signed).unsignedAttrs?.attributes.some(({ type }) => type === TIME_STAMP_TOKEN) ?? false

/** Adds a time-stamp token (DER) to a signature, as an unsigned attribute; returns DER. */
export const withTimeStamp = (signed: SignedData, token: Buffer): Buffer => {
  soleSigner(signed).unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new Attribute({ type: TIME_STAMP_TOKEN, values: [ContentInfo.fromBER(token).toSchema()] })],
  })
  return derOf(signed)
}
