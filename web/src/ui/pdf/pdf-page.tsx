import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'

/** The largest canvas, in pixels, that browsers on phones allow. */
export const pixelsMax = 16_000_000

/** The size of a page in CSS pixels at scale 1. */
export type PageSize = { width: number; height: number }

type PdfPageProps = { file: PDFDocumentProxy; number: number; label: string; scale: number; size: PageSize }

/** One page, drawn while it is near the viewport; `size` reserves its space until it is loaded. */
export const PdfPage = ({ file, number, label, scale, size }: PdfPageProps) => {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy>()

  useEffect(() => {
    if (!container.current) return
    const observer = new IntersectionObserver(entries => setIsNear(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '800px',
    })
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear || page) return
    let isCancelled = false
    // A damaged page stays blank; the others are still drawn.
    file.getPage(number).then(
      read => isCancelled || setPage(read),
      () => {},
    )
    return () => {
      isCancelled = true
    }
  }, [isNear, page, file, number])

  useEffect(() => {
    if (!isNear || !page || !canvas.current || !words.current) return
    const viewport = page.getViewport({ scale })
    const most = Math.sqrt(pixelsMax / (viewport.width * viewport.height))
    const density = Math.min(window.devicePixelRatio, most)
    canvas.current.width = Math.floor(viewport.width * density)
    canvas.current.height = Math.floor(viewport.height * density)
    const renderTask = page.render({
      canvas: canvas.current,
      viewport,
      transform: [density, 0, 0, density, 0, 0],
    })
    words.current.replaceChildren()
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport })
    // Both reject when they are cancelled.
    renderTask.promise.catch(() => {})
    text.render().catch(() => {})
    return () => {
      renderTask.cancel()
      text.cancel()
    }
  }, [isNear, page, scale])

  const natural = page?.getViewport({ scale: 1 }) ?? size
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page among others, not a set of fields
    <div
      ref={container}
      className="pdf-page"
      role="group"
      aria-label={label}
      style={{ width: natural.width * scale, height: natural.height * scale, '--total-scale-factor': scale }}
    >
      {isNear && page && <canvas key={scale} ref={canvas} />}
      <div ref={words} className="pdf-words" />
    </div>
  )
}
