import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import { openForUpdate } from '../reading/open-pdf.ts'
import { savePdf } from './signature-field.ts'

/** Data for validating signatures later, each in DER: certificates, OCSP responses (RFC 6960) and CRLs (RFC 5280). */
export type ValidationData = { certificates: Uint8Array[]; ocsps: Uint8Array[]; crls: Uint8Array[] }

/** Validation data of one signature; `contents` is the whole value of its `Contents` in the file, including the zero padding. */
export type SignatureProof = ValidationData & { contents: Uint8Array }

const ARRAYS = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const
const VRI_ARRAYS = { certificates: 'Cert', ocsps: 'OCSP', crls: 'CRL' } as const
const KINDS = ['certificates', 'ocsps', 'crls'] as const

const dictIn = (document: PDFDocument, parent: PDFDict, name: string): PDFDict => {
  const there = parent.lookupMaybe(PDFName.of(name), PDFDict)
  if (there) return there
  const made = document.context.obj({})
  parent.set(PDFName.of(name), document.context.register(made))
  return made
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Adds missing values to an array of streams of the store; returns the references of all values, by digest. */
const store = (document: PDFDocument, dss: PDFDict, name: string, values: Uint8Array[]): Map<string, PDFRef> => {
  const { context } = document
  const refs = new Map<string, PDFRef>()
  let array = dss.lookupMaybe(PDFName.of(name), PDFArray)
  for (const [n, entry] of (array?.asArray() ?? []).entries()) {
    const stream = array?.lookup(n)
    if (stream instanceof PDFRawStream && !stream.dict.has(PDFName.of('Filter')))
      refs.set(digestOf(stream.contents), entry as PDFRef)
  }
  for (const value of values) {
    const digest = digestOf(value)
    if (refs.has(digest)) continue
    if (!array) {
      array = context.obj([])
      dss.set(PDFName.of(name), array)
    }
    const ref = context.register(context.stream(Uint8Array.from(value)))
    array.push(ref)
    refs.set(digest, ref)
  }
  return refs
}

/**
 * Adds validation data to a signed file as an incremental update: the document security store of PAdES (ETSI EN 319 142-1, 5.4.2), with the
 * data of each signature in `VRI`. Extends an existing store.
 */
export const addValidationData = async (pdf: Uint8Array, proofs: SignatureProof[]): Promise<Buffer> => {
  const document = await openForUpdate(pdf)
  const { context, catalog } = document
  const dss = dictIn(document, catalog, 'DSS')
  const vri = dictIn(document, dss, 'VRI')
  for (const proof of proofs) {
    const entry = context.obj({})
    for (const kind of KINDS) {
      const refs = store(document, dss, ARRAYS[kind], proof[kind])
      const own = proof[kind].flatMap(value => refs.get(digestOf(value)) ?? [])
      if (own.length > 0) entry.set(PDFName.of(VRI_ARRAYS[kind]), context.obj(own))
    }
    const name = createHash('sha1').update(proof.contents).digest('hex').toUpperCase()
    vri.set(PDFName.of(name), context.register(entry))
  }
  return savePdf(document)
}
