import { ContentInfo, SignedData } from 'pkijs'
import {
  addressesIn,
  certificatesOf,
  isIssuedBy,
  isNeverRevoked,
  isSelfSigned,
  publishedCertificates,
  type ReadCertificate,
  readCertificate,
  subjectOf,
} from '../cms/certificate.ts'
import { checkCrl, checkOcsp, ocspRequest } from '../cms/revocation.ts'
import { readSignature, TIME_STAMP_TOKEN } from '../cms/sign-cms.ts'
import { Revoked, Unproven } from '../cms/validation-errors.ts'
import { signerCertificate } from '../cms/verify-cms.ts'
import type { SignatureProof, ValidationData } from './document-security-store.ts'

/** Maximum certificates from a signer to its root; no real chain is longer. */
const CHAIN_MAX = 8
const CERTIFICATE_BYTES = 100_000
const OCSP_BYTES = 100_000
const CRL_BYTES = 2_000_000

/** Requests an address in a certificate; returns at most `most` bytes. */
export type Ask = (address: string, most: number, body?: { type: string; content: Buffer }) => Promise<Buffer>

type Source = { ask: Ask; now: Date }

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The result of the first address that succeeds. Adds the errors of the others to `faults`. */
const firstOf = async <T>(addresses: string[], faults: string[], read: (address: string) => Promise<T>) => {
  for (const address of addresses) {
    try {
      return await read(address)
    } catch (error) {
      if (error instanceof Revoked) throw error
      faults.push(`${address} ${reasonOf(error)}`)
    }
  }
  return undefined
}

/** The issuer of a certificate: a known one, or fetched from the address in the certificate. */
const issuerOf = async (certificate: ReadCertificate, known: ReadCertificate[], { ask }: Source) => {
  const found = known.find(one => isIssuedBy(certificate, one))
  if (found) return found
  const { issuers } = addressesIn(certificate)
  const whose = `the issuer of the certificate of "${subjectOf(certificate)}"`
  if (issuers.length === 0) throw new Unproven(`It is not known who is ${whose}`, { final: true })
  const faults: string[] = []
  const fetched = await firstOf(issuers, faults, async address => {
    const issuer = publishedCertificates(await ask(address, CERTIFICATE_BYTES)).find(one =>
      isIssuedBy(certificate, one),
    )
    if (!issuer) throw new Error('is not the certificate of the issuer')
    return issuer
  })
  if (!fetched) throw new Unproven(`The certificate of ${whose} could not be fetched: ${faults.join('; ')}`)
  return fetched
}

/** The chain from a certificate to its self-signed root. */
const chainOf = async (first: ReadCertificate, known: ReadCertificate[], source: Source) => {
  const chain = [first]
  for (let last = first; !isSelfSigned(last); chain.push(last)) {
    if (chain.length === CHAIN_MAX) throw new Unproven('A chain of certificates has no end', { final: true })
    last = await issuerOf(last, known, source)
  }
  return chain
}

type Collected = { certificates: Map<string, Buffer>; ocsps: Buffer[]; crls: Buffer[] }

/** Proves by OCSP that a certificate is not revoked, if a responder answers. */
const proveByOcsp = async (
  certificate: ReadCertificate,
  issuer: ReadCertificate,
  { collected, faults, source }: { collected: Collected; faults: string[]; source: Source },
) => {
  const content = await ocspRequest(certificate, issuer)
  return firstOf(addressesIn(certificate).ocsp, faults, async address => {
    const ocsp = await source.ask(address, OCSP_BYTES, { type: 'application/ocsp-request', content })
    const responders = await checkOcsp(ocsp, { certificate, issuer, now: source.now })
    // The responder's own certificate needs proof by a CRL, unless it is exempt from revocation checks.
    for (const responder of responders)
      if (!responder.der.equals(issuer.der) && !isNeverRevoked(responder)) {
        const proven = await proveByCrl(responder, issuer, { collected, faults, source })
        if (!proven) throw new Error('has a responder whose own certificate cannot be proven')
      }
    for (const responder of responders) collected.certificates.set(responder.x509.fingerprint256, responder.der)
    collected.ocsps.push(ocsp)
    return true
  })
}

/** Proves by a CRL that a certificate is not revoked, if one can be fetched. */
const proveByCrl = (
  certificate: ReadCertificate,
  issuer: ReadCertificate,
  { collected, faults, source }: { collected: Collected; faults: string[]; source: Source },
) =>
  firstOf(addressesIn(certificate).crls, faults, async address => {
    const crl = await source.ask(address, CRL_BYTES)
    await checkCrl(crl, { certificate, issuer, now: source.now })
    if (!collected.crls.some(one => one.equals(crl))) collected.crls.push(crl)
    return true
  })

/** Collects the chain of a signer, and the proof of non-revocation for each certificate except the root. */
const prove = async (signer: ReadCertificate, known: ReadCertificate[], collected: Collected, source: Source) => {
  const chain = await chainOf(signer, known, source)
  for (const [n, certificate] of chain.entries()) {
    collected.certificates.set(certificate.x509.fingerprint256, certificate.der)
    const issuer = chain[n + 1]
    if (!issuer || isNeverRevoked(certificate)) continue
    const faults: string[] = []
    const sources = { collected, faults, source }
    if (await proveByOcsp(certificate, issuer, sources)) continue
    if (await proveByCrl(certificate, issuer, sources)) continue
    const whose = `the certificate of "${subjectOf(certificate)}"`
    throw faults.length === 0
      ? new Unproven(`Nothing tells whether ${whose} was revoked: it names no address to ask`, { final: true })
      : new Unproven(`Nothing tells whether ${whose} was revoked: ${faults.join('; ')}`)
  }
}

/** A signature, and its time stamp if it has one. */
const signaturesIn = (contents: Buffer): SignedData[] => {
  const signed = readSignature(contents)
  const stamps = signed.signerInfos.flatMap(
    ({ unsignedAttrs }) => unsignedAttrs?.attributes.filter(({ type }) => type === TIME_STAMP_TOKEN) ?? [],
  )
  return [
    signed,
    ...stamps.map(({ values }) => new SignedData({ schema: new ContentInfo({ schema: values[0] }).content })),
  ]
}

/**
 * Collects the long-term validation data of a signature (`contents` as in {@link SignatureProof}): for its signer and for that of its time
 * stamp, the certificates up to the root and the proofs that they were not revoked. Throws {@link Unproven} if something is missing, and
 * {@link Revoked}.
 */
export const proofOf = async (contents: Buffer, source: Source): Promise<SignatureProof> => {
  const collected: Collected = { certificates: new Map(), ocsps: [], crls: [] }
  for (const signed of signaturesIn(contents)) {
    const known = certificatesOf(signed)
    for (const info of signed.signerInfos) {
      const found = signerCertificate(signed, info)
      if (!found) throw new Unproven('A signature does not bring the certificate of its signer along', { final: true })
      await prove(readCertificate(Buffer.from(found.toSchema().toBER())), known, collected, source)
    }
  }
  const data: ValidationData = { ...collected, certificates: [...collected.certificates.values()] }
  return { contents, ...data }
}
