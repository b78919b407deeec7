import { OctetString } from 'asn1js'
import { BasicOCSPResponse, OCSPRequest, OCSPResponse } from 'pkijs'
import { type ReadCertificate, readCertificate, subjectOf } from './certificate.ts'
import { readRevocationList } from './revocation-list.ts'
import { Revoked } from './validation-errors.ts'

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
/** Tolerated clock difference of authorities, in milliseconds. */
const CLOCK_MS = 5 * 60_000

const bytes = (buffer: Uint8Array) => Uint8Array.from(buffer).buffer

const checkTimes = (thisUpdate: Date, nextUpdate: Date | undefined, now: Date) => {
  if (thisUpdate.getTime() > now.getTime() + CLOCK_MS) throw new Error('is from the future')
  if (nextUpdate && nextUpdate.getTime() < now.getTime() - CLOCK_MS) throw new Error('is out of date')
}

/** An OCSP request (RFC 6960) for one certificate. Identifies the issuer by SHA-1, which every responder supports. */
export const ocspRequest = async (certificate: ReadCertificate, issuer: ReadCertificate): Promise<Buffer> => {
  const request = new OCSPRequest()
  await request.createForCertificate(certificate.parsed, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer.parsed })
  return Buffer.from(request.toSchema(true).toBER())
}

/**
 * Checks an OCSP response: signed by the issuer or its delegated responder, current, and about this certificate. Returns the responder's
 * certificates. Throws {@link Revoked}, or an Error for a response that proves nothing.
 */
export const checkOcsp = async (
  der: Buffer,
  { certificate, issuer, now }: { certificate: ReadCertificate; issuer: ReadCertificate; now: Date },
): Promise<ReadCertificate[]> => {
  const response = OCSPResponse.fromBER(bytes(der))
  const content = response.responseBytes
  if (response.responseStatus.valueBlock.valueDec !== 0 || content?.responseType !== BASIC_RESPONSE)
    throw new Error('gives no answer about it')
  if (!(content.response instanceof OctetString)) throw new Error('cannot be read')
  const basic = BasicOCSPResponse.fromBER(bytes(content.response.valueBlock.valueHexView))
  const responders = (basic.certs ?? []).map(one => readCertificate(Buffer.from(one.toSchema().toBER())))
  // A response signed by the issuer itself may omit its certificate.
  basic.certs ??= []
  if (!responders.some(({ der: own }) => own.equals(issuer.der))) basic.certs.push(issuer.parsed)
  if (!(await basic.verify({ trustedCerts: [issuer.parsed] }))) throw new Error('is not signed by who may')
  const { isForCertificate, status } = await basic.getCertificateStatus(certificate.parsed, issuer.parsed)
  if (!isForCertificate) throw new Error('is about another certificate')
  if (status === 1) throw new Revoked(`The certificate of "${subjectOf(certificate)}" was revoked`)
  if (status !== 0) throw new Error('does not know the certificate')
  for (const { thisUpdate, nextUpdate } of basic.tbsResponseData.responses) checkTimes(thisUpdate, nextUpdate, now)
  return responders
}

/** Checks that a CRL is from the issuer, current, and does not list this certificate. Throws like {@link checkOcsp}. */
export const checkCrl = async (
  der: Buffer,
  { certificate, issuer, now }: { certificate: ReadCertificate; issuer: ReadCertificate; now: Date },
): Promise<void> => {
  const list = await readRevocationList(der, issuer)
  checkTimes(list.thisUpdate, list.nextUpdate, now)
  if (list.includes(Buffer.from(certificate.parsed.serialNumber.valueBlock.valueHexView)))
    throw new Revoked(`The certificate of "${subjectOf(certificate)}" was revoked`)
}
