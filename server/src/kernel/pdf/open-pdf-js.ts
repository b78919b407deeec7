import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pdfReading } from '@portico/contract/values/pdf-reading'
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

const ownFiles = `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/`

/** Opens a PDF with the reader and the options of the viewer. Only for worker processes, whose limits bound what a file can cost. */
export const openPdfJs = (pdf: Uint8Array): PDFDocumentLoadingTask =>
  getDocument({
    ...pdfReading(ownFiles),
    // The library takes the buffer for itself, and no subclass of Uint8Array.
    data: Uint8Array.from(pdf),
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })

/** The text of a page as the viewer has it. */
export const textOfPage = async (page: PDFPageProxy): Promise<string> => {
  const { items } = await page.getTextContent()
  return items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : '')).join('')
}
