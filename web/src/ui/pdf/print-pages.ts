import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pixelsMax } from './pdf-page.tsx'

// 200 dots per inch; a PDF has 72 points per inch.
const dotsPerPoint = 200 / 72

const renderPage = async (file: PDFDocumentProxy, number: number) => {
  const page = await file.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(dotsPerPoint, Math.sqrt(pixelsMax / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done))
  // Browsers on phones release the memory of a canvas only after this.
  canvas.width = 0
  if (!blob) throw new Error('The page could not be drawn.')
  const picture = new Image()
  picture.src = URL.createObjectURL(blob)
  await picture.decode()
  return picture
}

/**
 * Prints a PDF with the browser's print dialog, also in browsers without a PDF viewer. `onProgress` gets the number of
 * pages that are ready. Rejects when a page cannot be rendered, and with the signal's reason when it is aborted.
 */
export const printPages = async (file: PDFDocumentProxy, onProgress: (ready: number) => void, signal: AbortSignal) => {
  const sheets = document.createElement('div')
  sheets.className = 'pdf-sheets'
  const root = document.documentElement
  const clear = () => {
    for (const picture of sheets.querySelectorAll('img')) URL.revokeObjectURL(picture.src)
    sheets.remove()
    root.classList.remove('prints-pdf')
  }
  try {
    for (let number = 1; number <= file.numPages; number += 1) {
      sheets.append(await renderPage(file, number))
      signal.throwIfAborted()
      onProgress(number)
    }
  } catch (error) {
    clear()
    throw error
  }
  document.body.append(sheets)
  root.classList.add('prints-pdf')
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}
