import { openPdfJs, textOfPage } from '../../kernel/pdf/open-pdf-js.ts'

/** The text of each page as the viewer has it, blanks left out; undefined for a file that it cannot read. */
export const pageTexts = async (pdf: Buffer): Promise<string[] | undefined> => {
  const loading = openPdfJs(pdf)
  try {
    const document = await loading.promise
    const texts: string[] = []
    for (let n = 1; n <= document.numPages; n += 1)
      texts.push((await textOfPage(await document.getPage(n))).replace(/\s+/g, ''))
    return texts
  } catch {
    return undefined
  } finally {
    await loading.destroy()
  }
}

/** Whether the viewer has the same pages of two files. */
export const haveSameTexts = async (one: Buffer, other: Buffer): Promise<boolean> => {
  const [a, b] = [await pageTexts(one), await pageTexts(other)]
  return a !== undefined && b !== undefined && a.length === b.length && a.every((text, n) => text === b[n])
}

/** Evidence of more pages is not compared as a whole. */
const LAST_PAGES = 60

/** The text of the last pages of a file; empty for one that the viewer cannot read. */
export const textOfLastPages = async (pdf: Buffer): Promise<string> => {
  const loading = openPdfJs(pdf)
  try {
    const document = await loading.promise
    let text = ''
    for (let n = Math.max(1, document.numPages - LAST_PAGES + 1); n <= document.numPages; n += 1)
      text += await textOfPage(await document.getPage(n))
    return text
  } catch {
    return ''
  } finally {
    await loading.destroy()
  }
}
