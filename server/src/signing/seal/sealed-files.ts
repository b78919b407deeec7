import { PDFDocument } from '@cantoo/pdf-lib'
import { addEvidencePage, type Evidence } from '../evidence/evidence-page.ts'
import { carriesSignatures, openForUpdate } from '../reading/open-pdf.ts'
import { readToSign } from '../reading/read-to-sign.ts'
import { type SealWords, saveForSeal } from './seal-pdf.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** What the files of a signed document contain besides its own pages. */
export type SealContent = { evidence: Omit<Evidence, 'pageCount'>; words: SealWords }

/** The parts of a signed document. `file`: as it was shown, or a file that reads as that. `room`: bytes reserved for its seal. */
export type DocumentToSeal = SealContent & { file: Buffer; room: number }

/** The files of a signed document, ready to be sealed. `evidence` is a separate file if the document already had signatures. */
export type UnsealedFiles = { signed: UnsignedPdf; evidence: UnsignedPdf | null }

/**
 * Builds the files of a signed document: the very bytes that were shown, and behind them, as an incremental update, the evidence page. A
 * document that already has signatures gets its evidence in a file of its own, so that they stay valid. Throws PdfRefused.
 */
export const unsealedFiles = async ({ file, evidence, words, room }: DocumentToSeal): Promise<UnsealedFiles> => {
  const read = await readToSign(file)
  if (read.sha256 !== evidence.shown) throw new Error('The file to seal is not the one that was shown')
  const shown = read.pdf ?? file
  const document = await openForUpdate(shown)
  const pageEvidence = { ...evidence, pageCount: document.getPageCount() }
  if (!carriesSignatures(shown)) {
    await addEvidencePage(document, pageEvidence)
    return { signed: await saveForSeal(document, words, room), evidence: null }
  }
  const page = await PDFDocument.create()
  page.setTitle(words.reason)
  await addEvidencePage(page, pageEvidence)
  return { signed: await saveForSeal(document, words, room), evidence: await saveForSeal(page, words, room) }
}
