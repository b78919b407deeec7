import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The number of pages and the text of the first ones, or why there is none. */
export type ReadPdf = { pages: number; text: string } | { refused: 'encrypted' | 'broken' }

const PAGES_READ = 3
const TEXT_MAX = 20_000

const textOf = async (page: PDFPageProxy): Promise<string> => {
  const { items } = await page.getTextContent()
  return items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : '')).join('')
}

/** The implementation of the task `readPdfText`; runs in a worker process, whose limits bound what a file can cost. */
export const readPdfText = async ({ pdf }: { pdf: Uint8Array }): Promise<ReadPdf> => {
  // The library takes the buffer for itself, and no subclass of Uint8Array.
  const loading = getDocument({
    data: Uint8Array.from(pdf),
    disableFontFace: true,
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    let text = ''
    for (let n = 1; n <= Math.min(PAGES_READ, document.numPages) && text.length < TEXT_MAX; n += 1)
      text += `${await textOf(await document.getPage(n))}\n`
    return { pages: document.numPages, text: text.slice(0, TEXT_MAX) }
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' }
  } finally {
    await loading.destroy()
  }
}
