import { webcrypto } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'

const { subtle } = webcrypto
const KEY = { name: 'ECDSA', namedCurve: 'P-256' }
const YEARS = 15

/** digitalSignature and nonRepudiation, the first two bits. */
const KEY_USAGE = new BitString({ valueHex: Uint8Array.of(0b1100_0000).buffer, unusedBits: 6 })

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

/** Creates a key (PKCS #8) and its self-signed certificate, both in DER. */
export const makeSelfSigned = async (now: Date): Promise<{ privateKey: Buffer; certificate: Buffer }> => {
  const pair = await subtle.generateKey(KEY, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  // RFC 5280 requires a positive serial number.
  const serial = webcrypto.getRandomValues(new Uint8Array(16))
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  const commonName = `Portico document seal ${Buffer.from(serial).toString('hex').slice(0, 8)}`
  const names = [new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: commonName }) })]
  certificate.subject.typesAndValues = names
  certificate.issuer.typesAndValues = names
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000)
  certificate.notAfter.value = new Date(Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth(), now.getUTCDate()))
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  const { valueHexView } = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock
  const keyId = await subtle.digest('SHA-1', Uint8Array.from(valueHexView))
  certificate.extensions = [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema()),
    extension('2.5.29.15', true, KEY_USAGE),
    extension('2.5.29.14', false, new OctetString({ valueHex: keyId })),
  ]
  await certificate.sign(pair.privateKey, 'SHA-256')
  return {
    privateKey: Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey)),
    certificate: Buffer.from(certificate.toSchema(true).toBER()),
  }
}
