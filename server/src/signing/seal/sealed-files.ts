import { PDFDocument } from '@cantoo/pdf-lib'
import { addEvidencePage, type Evidence } from '../evidence/evidence-page.ts'
import { carriesSignatures, openPdf, type SealWords, saveForSeal } from './seal-pdf.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** What the files of a signed document tell beside its own pages. */
export type SealContent = { evidence: Omit<Evidence, 'pageCount'>; words: SealWords }

/** What a signed document is made of. `room`: bytes that its seal may take. */
export type DocumentToSeal = SealContent & { original: Buffer; room: number }

/** The files of a signed document, ready to be sealed; `evidence` is a file of its own where the document had signatures before. */
export type UnsealedFiles = { signed: UnsignedPdf; evidence: UnsignedPdf | null }

/**
 * Makes the files of a signed document: original pages, then the evidence page. What carries signatures already stays as it is, so that
 * they stay valid. Throws PdfRefused.
 */
export const unsealedFiles = async ({ original, evidence, words, room }: DocumentToSeal): Promise<UnsealedFiles> => {
  const document = await openPdf(original)
  const told = { ...evidence, pageCount: document.getPageCount() }
  if (!carriesSignatures(original)) {
    await addEvidencePage(document, told)
    return { signed: await saveForSeal(document, words, room), evidence: null }
  }
  const page = await PDFDocument.create()
  page.setTitle(words.reason)
  await addEvidencePage(page, told)
  return { signed: await saveForSeal(document, words, room), evidence: await saveForSeal(page, words, room) }
}
