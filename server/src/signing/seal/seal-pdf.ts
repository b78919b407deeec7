import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { withInflateLimit } from './inflate-limit.ts'
import { saveUnsigned } from './signature-field.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** Why a file cannot be signed, as the rest of a sentence that begins with its name. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'
}

/** The descriptive fields of a seal: signer, reason, location and time. */
export type SealWords = { name: string; reason: string; location: string; at: Date }

/** Whether a file has signatures, which any change except an incremental update would break. */
export const carriesSignatures = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange')

/** Whether a file is certified as final (DocMDP, P 1), so that not even another signature is allowed. */
const isFinal = (document: PDFDocument) => {
  const docMdp = document.catalog.lookupMaybe(PDFName.of('Perms'), PDFDict)?.lookupMaybe(PDFName.of('DocMDP'), PDFDict)
  const reference = docMdp?.lookupMaybe(PDFName.of('Reference'), PDFArray)?.lookupMaybe(0, PDFDict)
  const parameters = reference?.lookupMaybe(PDFName.of('TransformParams'), PDFDict)
  return parameters?.lookupMaybe(PDFName.of('P'), PDFNumber)?.asNumber() === 1
}

/** Reads a file for sealing. Throws {@link PdfRefused}. */
export const openPdf = async (pdf: Uint8Array): Promise<PDFDocument> => {
  const options = { ignoreEncryption: true, updateMetadata: false, forIncrementalUpdate: carriesSignatures(pdf) }
  const read = await withInflateLimit(async () => PDFDocument.load(pdf, options).catch(() => undefined))
  if (read.exceeded) throw new PdfRefused('is too large when it is unpacked')
  const document = read.result
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

/**
 * Saves a document of {@link openPdf}, ready to be sealed with a signature of at most `room` bytes. A file with signatures gets an
 * incremental update.
 */
export const saveForSeal = (
  document: PDFDocument,
  { name, reason, location, at }: SealWords,
  room: number,
): Promise<UnsignedPdf> => {
  const attributes = `/Name ${textOf(name)} /Reason ${textOf(reason)} /Location ${textOf(location)} /M (${dateOf(at)})`
  return saveUnsigned(
    document,
    `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n${attributes}`,
    room,
  )
}

/** Saves a sealed file, ready for a document time stamp (ISO 32000-2, 12.8.5) of at most `room` bytes over the whole file. */
export const saveForTimeStamp = async (pdf: Uint8Array, room: number): Promise<UnsignedPdf> =>
  saveUnsigned(await openPdf(pdf), '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161', room)
