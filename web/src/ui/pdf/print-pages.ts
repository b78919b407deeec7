import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pixelsMax } from './pdf-page.tsx'

// Sharp on paper: 200 dots an inch, where a PDF has 72 points.
const dotsPerPoint = 200 / 72

const pictureOf = async (file: PDFDocumentProxy, number: number) => {
  const page = await file.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(dotsPerPoint, Math.sqrt(pixelsMax / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done))
  // Phones give the memory of a canvas back only so.
  canvas.width = 0
  if (!blob) throw new Error('The page could not be drawn.')
  const picture = new Image()
  picture.src = URL.createObjectURL(blob)
  await picture.decode()
  return picture
}

/**
 * Prints a PDF in the browser's dialog, a sheet a page, whether or not the browser has a viewer of its own. `told` hears
 * how many pages are ready. Rejects when a page cannot be drawn, and with the signal's reason when it is aborted.
 */
export const printPages = async (file: PDFDocumentProxy, told: (ready: number) => void, signal: AbortSignal) => {
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
      sheets.append(await pictureOf(file, number))
      signal.throwIfAborted()
      told(number)
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
