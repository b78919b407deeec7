import { openPdfJs, textOfPage } from '../kernel/pdf/open-pdf-js.ts'

/** The number of pages and the text of the first ones, or why there is none. */
export type ReadPdf = { pages: number; text: string } | { refused: 'encrypted' | 'broken' }

const PAGES_READ = 3
const TEXT_MAX = 20_000

/** The implementation of the task `readPdfText`; runs in a worker process, whose limits bound what a file can cost. */
export const readPdfText = async ({ pdf }: { pdf: Uint8Array }): Promise<ReadPdf> => {
  const loading = openPdfJs(pdf)
  try {
    const document = await loading.promise
    let text = ''
    for (let n = 1; n <= Math.min(PAGES_READ, document.numPages) && text.length < TEXT_MAX; n += 1)
      text += `${await textOfPage(await document.getPage(n))}\n`
    return { pages: document.numPages, text: text.slice(0, TEXT_MAX) }
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' }
  } finally {
    await loading.destroy()
  }
}
