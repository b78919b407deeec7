import { type PDFDocument, PDFHexString } from '@cantoo/pdf-lib'
import { openForUpdate } from '../reading/open-pdf.ts'
import { saveUnsigned } from './signature-field.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** The descriptive fields of a seal: signer, reason, location and time. */
export type SealWords = { name: string; reason: string; location: string; at: Date }

const dateOf = (at: Date) => `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`

const textOf = (text: string) => PDFHexString.fromText(text).toString()

/**
 * Saves a document, ready to be sealed with a signature of at most `room` bytes; as an incremental update if it was opened for one.
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
  saveUnsigned(await openForUpdate(pdf), '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161', room)
