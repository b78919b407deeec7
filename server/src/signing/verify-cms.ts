import { constants, createHash, verify as verifySignature, type X509Certificate } from 'node:crypto'
import { OctetString, Sequence } from 'asn1js'
import { Certificate, IssuerAndSerialNumber, RSASSAPSSParams, type SignedData, type SignerInfo } from 'pkijs'

export const OID = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  pss: '1.2.840.113549.1.1.10',
}

/** The digests that a signature may use, by their object identifiers. */
export const DIGESTS: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** The first value of a signed attribute. */
export const attributeOf = (signer: SignerInfo, type: string) =>
  signer.signedAttrs?.attributes.find(attribute => attribute.type === type)?.values[0]

/** The certificate of a signer, among those that came with the signature. */
export const signerCertificate = (signed: SignedData, { sid }: SignerInfo) =>
  (signed.certificates ?? []).find(
    (one): one is Certificate =>
      one instanceof Certificate &&
      (sid instanceof IssuerAndSerialNumber
        ? one.serialNumber.isEqual(sid.serialNumber) && one.issuer.isEqual(sid.issuer)
        : true),
  )

/** Whether the certificate is the one that the signed attributes name, where they name one by SHA-256. */
export const isNamed = (signer: SignerInfo, certificate: Buffer) => {
  const inner = (value: unknown) => (value instanceof Sequence ? value.valueBlock.value[0] : undefined)
  const hash = inner(inner(inner(attributeOf(signer, OID.signingCertificateV2))))
  if (!(hash instanceof OctetString)) return true
  return createHash('sha256').update(certificate).digest().equals(Buffer.from(hash.valueBlock.valueHexView))
}

/** Whether the signature over the signed attributes is that of the certificate's key. */
export const isSigned = (signer: SignerInfo, certificate: X509Certificate, digest: string) => {
  const attributes = signer.signedAttrs
  if (!attributes) return false
  const der = Buffer.from(attributes.encodedValue)
  der[0] = 0x31
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView)
  if (signer.signatureAlgorithm.algorithmId !== OID.pss)
    return verifySignature(digest, der, certificate.publicKey, signature)
  const { saltLength } = new RSASSAPSSParams({ schema: signer.signatureAlgorithm.algorithmParams })
  const key = { key: certificate.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return verifySignature(digest, der, key, signature)
}
