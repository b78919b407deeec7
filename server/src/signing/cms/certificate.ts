import { X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, CRLDistributionPoints, ExtKeyUsage, InfoAccess, SignedData } from 'pkijs'

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  crlDistributionPoints: '2.5.29.31',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
}

/** Extensions that exempt a certificate from revocation checks: RFC 6960 4.2.2.2.1, RFC 9608, EN 319 412-1 5.2.2. */
const NEVER_REVOKED = ['1.3.6.1.5.5.7.48.1.5', '2.5.29.56', '0.4.0.194121.2.1']

/** A certificate parsed twice: by Node, which verifies, and by pkijs, which reads extensions. */
export type ReadCertificate = { der: Buffer; x509: X509Certificate; parsed: Certificate }

const bytes = (der: Uint8Array) => Uint8Array.from(der).buffer

/** Parses a certificate in DER; throws if it is malformed. */
export const readCertificate = (der: Uint8Array): ReadCertificate => ({
  der: Buffer.from(der),
  x509: new X509Certificate(der),
  parsed: Certificate.fromBER(bytes(der)),
})

/** The certificates in a signature, in its order. */
export const certificatesOf = (signed: SignedData): ReadCertificate[] =>
  (signed.certificates ?? []).flatMap(one =>
    one instanceof Certificate ? [readCertificate(Buffer.from(one.toSchema().toBER()))] : [],
  )

/** The certificates in a file that an authority publishes: one in DER, or several in a PKCS #7 (RFC 5280, 4.2.2.1). */
export const publishedCertificates = (file: Buffer): ReadCertificate[] => {
  try {
    return [readCertificate(file)]
  } catch {
    const info = ContentInfo.fromBER(bytes(file))
    if (info.contentType !== OID.signedData) throw new Error('is no certificate')
    return certificatesOf(new SignedData({ schema: info.content }))
  }
}

/** A readable name: the common name, else the organisation, else the whole subject. */
export const subjectOf = ({ x509 }: ReadCertificate): string => {
  const line = (name: string) =>
    x509.subject
      .split('\n')
      .find(one => one.startsWith(`${name}=`))
      ?.slice(name.length + 1)
  return line('CN') ?? line('O') ?? x509.subject.replaceAll('\n', ', ')
}

/** Whether a certificate was signed by its own key, as are roots and the certificate that the installation creates for itself. */
export const isSelfSigned = ({ x509 }: ReadCertificate): boolean => {
  try {
    // Not `checkIssued`, which requires the key usage for signing certificates.
    return x509.subject === x509.issuer && x509.verify(x509.publicKey)
  } catch {
    return false
  }
}

/** Whether a certificate was signed by another. */
export const isIssuedBy = ({ x509 }: ReadCertificate, issuer: ReadCertificate): boolean => {
  try {
    return x509.checkIssued(issuer.x509) && x509.verify(issuer.x509.publicKey)
  } catch {
    // This version of Node does not support the kind of key.
    return false
  }
}

const extensionOf = ({ parsed }: ReadCertificate, id: string) =>
  parsed.extensions?.find(({ extnID }) => extnID === id)?.parsedValue as unknown

/** Whether this certificate needs no revocation check. */
export const isNeverRevoked = ({ parsed }: ReadCertificate): boolean =>
  parsed.extensions?.some(({ extnID }) => NEVER_REVOKED.includes(extnID)) ?? false

/** Whether a certificate may issue time stamps. */
export const mayStampTimes = (certificate: ReadCertificate): boolean => {
  const usage = extensionOf(certificate, OID.extendedKeyUsage)
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(OID.timeStamping)
}

const isWeb = (address: unknown): address is string => typeof address === 'string' && /^https?:/i.test(address)

/** The web addresses in a certificate: of its issuer's certificate, OCSP responders and CRLs. */
export const addressesIn = (certificate: ReadCertificate): Record<'issuers' | 'ocsp' | 'crls', string[]> => {
  const access = extensionOf(certificate, OID.authorityInfoAccess)
  const points = extensionOf(certificate, OID.crlDistributionPoints)
  const accessBy = (method: string) =>
    access instanceof InfoAccess
      ? access.accessDescriptions.flatMap(({ accessMethod, accessLocation }) =>
          accessMethod === method && isWeb(accessLocation.value) ? [accessLocation.value] : [],
        )
      : []
  const crls =
    points instanceof CRLDistributionPoints
      ? points.distributionPoints.flatMap(({ distributionPoint }) =>
          Array.isArray(distributionPoint) ? distributionPoint.map(name => name.value).filter(isWeb) : [],
        )
      : []
  return { issuers: accessBy(OID.caIssuers), ocsp: accessBy(OID.ocsp), crls }
}
