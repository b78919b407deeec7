import { Null } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { OID } from '../cms/verify-cms.ts'

/** The certificate chain of a sealing key in DER, its own certificate first. */
export type OwnChain = readonly Buffer[]

const plain = ({ algorithmId, algorithmParams }: AlgorithmIdentifier) =>
  new AlgorithmIdentifier({ algorithmId, ...(algorithmParams && { algorithmParams: new Null() }) })

/** The signature as this installation would encode it, with the signed attributes and value that were found. */
const encoded = (found: SignerInfo, chain: OwnChain): Buffer => {
  const certificates = chain.map(der => Certificate.fromBER(der))
  const { issuer, serialNumber } = certificates[0] as Certificate
  const stamps = found.unsignedAttrs?.attributes.filter(({ type }) => type === OID.timeStampToken)
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: plain(found.digestAlgorithm),
    signatureAlgorithm: plain(found.signatureAlgorithm),
    signature: found.signature,
    ...(found.signedAttrs && { signedAttrs: found.signedAttrs }),
    ...(stamps && { unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes: stamps }) }),
  })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [plain(found.digestAlgorithm)],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [signer],
    certificates,
  })
  const content = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

/**
 * Whether a signature with our certificate is, byte for byte, what this installation writes. Parts of a signature are not protected (versions,
 * further certificates, the case of hexadecimal digits) and could be changed without breaking it.
 */
export const isWrittenAsOurs = (
  { token, cms }: { token: Buffer; cms: Buffer },
  signer: SignerInfo,
  chain: OwnChain,
): boolean =>
  token.toString('latin1') === `<${cms.toString('hex').padEnd(token.length - 2, '0')}>` &&
  encoded(signer, chain).equals(cms)
