import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFInvalidObject, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { signDetached } from './cms.ts'
import { withInflateLimit } from './inflate-limit.ts'
import type { SealingKey } from './sealing-key.ts'

/** Why a file cannot be signed, as a part of a sentence that begins with its name. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'
}

/** What a seal says beside its certificate: who signed, how, where and when. */
export type SealWords = { name: string; reason: string; location: string; at: Date }

/** How a file is sealed; `timeStamp` as in {@link signDetached}. */
export type Sealer = { key: SealingKey; timeStamp?: (signature: Buffer) => Promise<Buffer | undefined> }

/** Room for the signature itself and its attributes, and for a time stamp with its certificates, in bytes. */
const SIGNATURE_ROOM = 4096
const STAMP_ROOM = 12_288

/** Whether a file carries signatures, which any change but an incremental update would break. */
export const carriesSignatures = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange')

/** Whether a file is certified as final (DocMDP, P 1): not even a further signature is allowed. */
const isFinal = (document: PDFDocument) => {
  const docMdp = document.catalog.lookupMaybe(PDFName.of('Perms'), PDFDict)?.lookupMaybe(PDFName.of('DocMDP'), PDFDict)
  const reference = docMdp?.lookupMaybe(PDFName.of('Reference'), PDFArray)?.lookupMaybe(0, PDFDict)
  const parameters = reference?.lookupMaybe(PDFName.of('TransformParams'), PDFDict)
  return parameters?.lookupMaybe(PDFName.of('P'), PDFNumber)?.asNumber() === 1
}

/** Reads a file that is to be sealed. Throws {@link PdfRefused}. */
export const openPdf = async (pdf: Uint8Array): Promise<PDFDocument> => {
  const options = { ignoreEncryption: true, updateMetadata: false, forIncrementalUpdate: carriesSignatures(pdf) }
  const { result: document, exceeded } = await withInflateLimit(() =>
    PDFDocument.load(pdf, options).catch(() => undefined),
  )
  if (exceeded) throw new PdfRefused('is too large when it is unpacked')
  if (!document) throw new PdfRefused('is not a PDF that can be read')
  if (document.isEncrypted) throw new PdfRefused('is encrypted: it needs to be saved without a password first')
  try {
    if (document.getPageCount() === 0) throw new PdfRefused('has no page')
  } catch {
    throw new PdfRefused('is not a PDF that can be read')
  }
  if (isFinal(document)) throw new PdfRefused('is certified as final: its signature allows no other')
  return document
}

const dateOf = (at: Date) => `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`

const textOf = (text: string) => PDFHexString.fromText(text).toString()

/** The signature's dictionary as text of fixed length, its range and contents still to be filled in. */
const dictionaryOf = ({ name, reason, location, at }: SealWords, room: number) =>
  [
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/Name ${textOf(name)} /Reason ${textOf(reason)} /Location ${textOf(location)} /M (${dateOf(at)})`,
    `/ByteRange [0 ${Array(3).fill('0'.repeat(10)).join(' ')}]`,
    `/Contents <${'0'.repeat(room * 2)}> >>`,
  ].join('\n')

/** Adds an invisible signature field on the last page, whose value is this dictionary. */
const addField = (document: PDFDocument, dictionary: string) => {
  const { context, catalog } = document
  const page = document.getPage(document.getPageCount() - 1)
  const value = context.register(PDFInvalidObject.of(Buffer.from(dictionary, 'latin1')))
  let form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  if (!form) {
    form = context.obj({})
    catalog.set(PDFName.of('AcroForm'), context.register(form))
  }
  let fields = form.lookupMaybe(PDFName.of('Fields'), PDFArray)
  if (!fields) {
    fields = context.obj([])
    form.set(PDFName.of('Fields'), fields)
  }
  const field = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], F: 132, P: page.ref })
  field.set(PDFName.of('T'), PDFHexString.fromText(`Portico ${randomBytes(4).toString('hex')}`))
  field.set(PDFName.of('V'), value)
  const ref = context.register(field)
  fields.push(ref)
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  page.node.addAnnot(ref)
}

const padded = (value: number) => String(value).padStart(10, '0')

/** Fills in the range and the signature of a saved file. */
const fill = async (pdf: Buffer, dictionary: string, room: number, { key, timeStamp }: Sealer) => {
  const start = pdf.lastIndexOf(dictionary, undefined, 'latin1')
  const from = start + dictionary.indexOf('/Contents <') + '/Contents '.length
  const to = from + room * 2 + 2
  const range = `[0 ${padded(from)} ${padded(to)} ${padded(pdf.length - to)}]`
  pdf.write(range, start + dictionary.indexOf('[0 0'), 'latin1')
  const digest = createHash('sha256').update(pdf.subarray(0, from)).update(pdf.subarray(to)).digest()
  const signature = await signDetached(digest, key, timeStamp)
  if (signature.length > room) throw new Error(`A signature of ${signature.length} bytes is larger than its place`)
  pdf.write(signature.toString('hex'), from + 1, 'latin1')
}

/**
 * Seals a document that {@link openPdf} has opened: PAdES baseline B-B, or B-T with a time stamp. Nothing may be added to it any
 * more. What carries signatures gets an incremental update.
 */
export const sealPdf = async (document: PDFDocument, words: SealWords, sealer: Sealer): Promise<Buffer> => {
  const certificates = sealer.key.certificates.reduce((sum, der) => sum + der.length, 0)
  const room = SIGNATURE_ROOM + certificates + (sealer.timeStamp ? STAMP_ROOM : 0)
  const dictionary = dictionaryOf(words, room)
  addField(document, dictionary)
  // An update speaks of its objects in the way that the file before it does; the dictionary stays outside of object streams.
  const { originalBytes, useObjectStreams } = document.context.pdfFileDetails
  const saved = await document.save({
    useObjectStreams: originalBytes ? useObjectStreams : false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  })
  const pdf = Buffer.from(saved.buffer, saved.byteOffset, saved.length)
  await othersTurn()
  await fill(pdf, dictionary, room, sealer)
  return pdf
}
