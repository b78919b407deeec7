import { constants, createHash, verify as verifySignature, X509Certificate } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { Certificate, IssuerAndSerialNumber, RSASSAPSSParams, type SignedData, type SignerInfo } from 'pkijs'

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  pss: '1.2.840.113549.1.1.10',
}

const DIGESTS: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  // With 64 bytes of output, as RFC 8419 requires for Ed448.
  '2.16.840.1.101.3.4.2.12': 'shake256',
}

/** The digest that a signature algorithm implies; the others use the signer's digest. */
const SIGNATURE_DIGESTS: Record<string, string> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.10040.4.3': 'sha1',
  '2.16.840.1.101.3.4.3.2': 'sha256',
}

/** The content digests that Edwards curves require; the signature itself uses none (RFC 8419). */
const EDWARDS_DIGESTS: Record<string, string> = { ed25519: 'sha512', ed448: 'shake256' }

/** The signed content, whole or as its digest. */
export type SignedContent = { digest(algorithm: string): Buffer; whole(): Buffer }

/** The digest of one or more pieces of bytes. */
export const digestOf = (algorithm: string, ...pieces: Uint8Array[]): Buffer => {
  const hash = createHash(algorithm, algorithm === 'shake256' ? { outputLength: 64 } : {})
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

/** The name of a digest by its OID; undefined for one that is not accepted. */
export const digestNamed = (algorithmId: string): string | undefined => DIGESTS[algorithmId]

/** The values of a signed attribute; none if it occurs more than once, because readers would differ. */
const valuesOf = (signer: SignerInfo, type: string) => {
  const found = signer.signedAttrs?.attributes.filter(attribute => attribute.type === type) ?? []
  return found.length === 1 ? (found[0]?.values ?? []) : []
}

/** The first value of a signed attribute. */
export const attributeOf = (signer: SignerInfo, type: string) => valuesOf(signer, type)[0]

const bytesOf = (octets: OctetString) => Buffer.from(octets.valueBlock.valueHexView)

const keyIdentifierOf = (certificate: Certificate): Buffer => {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.14')?.parsedValue
  return extension instanceof OctetString
    ? bytesOf(extension)
    : digestOf('sha1', certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
}

/** The signer's certificate in the signature, by issuer and serial number or by key identifier. */
export const signerCertificate = (signed: SignedData, { sid }: SignerInfo) => {
  const certificates = (signed.certificates ?? []).filter(one => one instanceof Certificate)
  if (sid instanceof IssuerAndSerialNumber)
    return certificates.find(one => one.serialNumber.isEqual(sid.serialNumber) && one.issuer.isEqual(sid.issuer))
  const named = Buffer.from((sid as { valueBlock: { valueHexView: Uint8Array } }).valueBlock.valueHexView)
  return certificates.find(one => keyIdentifierOf(one).equals(named))
}

const inner = (value: unknown, at = 0) => (value instanceof Sequence ? value.valueBlock.value[at] : undefined)

/** Whether the certificate is the one in the signed attributes (ESSCertID, RFC 2634, or ESSCertIDv2, RFC 5035), if they have one. */
const matchesSigningCertificate = (signer: SignerInfo, certificate: Buffer) => {
  const version1 = inner(inner(inner(attributeOf(signer, OID.signingCertificate))))
  if (version1 instanceof OctetString && !digestOf('sha1', certificate).equals(bytesOf(version1))) return false
  const entry = inner(inner(attributeOf(signer, OID.signingCertificateV2)))
  if (!entry) return true
  // The algorithm is absent if it is SHA-256, the default.
  const algorithm = inner(inner(entry))
  const digest = algorithm instanceof ObjectIdentifier ? digestNamed(algorithm.getValue()) : 'sha256'
  const hash = inner(entry, algorithm ? 1 : 0)
  return digest !== undefined && hash instanceof OctetString && digestOf(digest, certificate).equals(bytesOf(hash))
}

/** Whether the signature value is valid for these bytes with the certificate's key. */
const isSigned = (signer: SignerInfo, { publicKey: key }: X509Certificate, digest: string, bytes: Buffer): boolean => {
  const { algorithmId, algorithmParams } = signer.signatureAlgorithm
  const value = bytesOf(signer.signature)
  const edwards = EDWARDS_DIGESTS[key.asymmetricKeyType ?? '']
  if (edwards) return digest === edwards && verifySignature(null, bytes, key, value)
  if (algorithmId !== OID.pss) return verifySignature(SIGNATURE_DIGESTS[algorithmId] ?? digest, bytes, key, value)
  const { saltLength, hashAlgorithm } = new RSASSAPSSParams({ schema: algorithmParams })
  const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return verifySignature(digestNamed(hashAlgorithm.algorithmId) ?? digest, bytes, pss, value)
}

/** A checked signer: its certificate, and whether the signature is over that content and made with that key. */
export type CheckedSigner = {
  certificate: X509Certificate
  /** The certificate in DER. */
  der: Buffer
  contentHolds: boolean
  signatureHolds: boolean
}

/**
 * Checks a signer of CMS signed data against the content. Undefined if the digest is unknown or the certificate is missing. Throws for a
 * malformed certificate or key. Does not check whether the certificate is trusted.
 */
export const checkSigner = (
  signed: SignedData,
  signer: SignerInfo,
  content: SignedContent,
): CheckedSigner | undefined => {
  const found = signerCertificate(signed, signer)
  const digest = digestNamed(signer.digestAlgorithm.algorithmId)
  if (!found || !digest) return undefined
  const der = Buffer.from(found.toSchema().toBER())
  const certificate = new X509Certificate(der)
  const attributes = signer.signedAttrs
  if (!attributes)
    return {
      certificate,
      der,
      contentHolds: true,
      signatureHolds: isSigned(signer, certificate, digest, content.whole()),
    }
  const claimed = attributeOf(signer, OID.messageDigest)
  const type = attributeOf(signer, OID.contentType)
  const contentHolds =
    claimed instanceof OctetString &&
    type instanceof ObjectIdentifier &&
    type.getValue() === signed.encapContentInfo.eContentType &&
    content.digest(digest).equals(bytesOf(claimed))
  const signedBytes = Buffer.from(attributes.encodedValue)
  signedBytes[0] = 0x31
  const signatureHolds = matchesSigningCertificate(signer, der) && isSigned(signer, certificate, digest, signedBytes)
  return { certificate, der, contentHolds, signatureHolds }
}
