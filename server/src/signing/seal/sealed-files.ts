import { PDFDocument } from '@cantoo/pdf-lib'
import { addEvidencePage, type Evidence } from '../evidence/evidence-page.ts'
import { carriesSignatures, openPdf, type SealWords, saveForSeal } from './seal-pdf.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** What the files of a signed document contain besides its own pages. */
export type SealContent = { evidence: Omit<Evidence, 'pageCount'>; words: SealWords }

/** The parts of a signed document. `room`: bytes reserved for its seal. */
export type DocumentToSeal = SealContent & { original: Buffer; room: number }

/** The files of a signed document, ready to be sealed. `evidence` is a separate file if the document already had signatures. */
export type UnsealedFiles = { signed: UnsignedPdf; evidence: UnsignedPdf | null }

/**
 * Builds the files of a signed document: the original pages, then the evidence page. A document that already has signatures is left
 * unchanged, so that they stay valid. Throws PdfRefused.
 */
export const unsealedFiles = async ({ original, evidence, words, room }: DocumentToSeal): Promise<UnsealedFiles> => {
  const document = await openPdf(original)
  const pageEvidence = { ...evidence, pageCount: document.getPageCount() }
  if (!carriesSignatures(original)) {
    await addEvidencePage(document, pageEvidence)
    return { signed: await saveForSeal(document, words, room), evidence: null }
  }
  const page = await PDFDocument.create()
  page.setTitle(words.reason)
  await addEvidencePage(page, pageEvidence)
  return { signed: await saveForSeal(document, words, room), evidence: await saveForSeal(page, words, room) }
}
