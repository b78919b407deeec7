import { setImmediate as othersTurn } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { addEvidencePage, type Evidence } from './evidence-page.ts'
import { carriesSignatures, openPdf, type Sealer, type SealWords, sealPdf } from './seal-pdf.ts'

/** A signed document; `evidence` as a file of its own where the document had signatures before. */
export type SealedFiles = { signed: Buffer; evidence: Buffer | null }

/**
 * Seals a document with its evidence: original pages, then the evidence page. What carries signatures already is sealed as it is, so
 * that they stay valid. Throws PdfRefused.
 */
export const sealedFiles = async (
  original: Buffer,
  evidence: Omit<Evidence, 'pageCount'>,
  words: SealWords,
  sealer: Sealer,
): Promise<SealedFiles> => {
  const document = await openPdf(original)
  // Of a large file each step takes tens of milliseconds, which other requests need not wait for all at once.
  await othersTurn()
  const told = { ...evidence, pageCount: document.getPageCount() }
  if (!carriesSignatures(original)) {
    await addEvidencePage(document, told)
    await othersTurn()
    return { signed: await sealPdf(document, words, sealer), evidence: null }
  }
  const page = await PDFDocument.create()
  page.setTitle(words.reason)
  await addEvidencePage(page, told)
  return { signed: await sealPdf(document, words, sealer), evidence: await sealPdf(page, words, sealer) }
}
