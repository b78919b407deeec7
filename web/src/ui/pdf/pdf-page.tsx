import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'

/** The most pixels that phones allow a canvas to have. */
export const pixelsMax = 16_000_000

/** The size of a page in CSS pixels at its natural scale. */
export type PageSize = { width: number; height: number }

type PdfPageProps = { file: PDFDocumentProxy; number: number; label: string; scale: number; size: PageSize }

/** One page, drawn while it is near the window; `size` holds its place until it has been read. */
export const PdfPage = ({ file, number, label, scale, size }: PdfPageProps) => {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy>()

  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '800px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!near || page) return
    let gone = false
    // A page that cannot be read stays blank: the others can be.
    file.getPage(number).then(
      read => gone || setPage(read),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [near, page, file, number])

  useEffect(() => {
    if (!near || !page || !canvas.current || !words.current) return
    const viewport = page.getViewport({ scale })
    const most = Math.sqrt(pixelsMax / (viewport.width * viewport.height))
    const density = Math.min(window.devicePixelRatio, most)
    canvas.current.width = Math.floor(viewport.width * density)
    canvas.current.height = Math.floor(viewport.height * density)
    const drawing = page.render({
      canvas: canvas.current,
      viewport,
      transform: [density, 0, 0, density, 0, 0],
    })
    words.current.replaceChildren()
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport })
    // Both end so when they are stopped.
    drawing.promise.catch(() => {})
    text.render().catch(() => {})
    return () => {
      drawing.cancel()
      text.cancel()
    }
  }, [near, page, scale])

  const natural = page?.getViewport({ scale: 1 }) ?? size
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page among others, not a set of fields
    <div
      ref={place}
      className="pdf-page"
      role="group"
      aria-label={label}
      style={{ width: natural.width * scale, height: natural.height * scale, '--total-scale-factor': scale }}
    >
      {near && page && <canvas key={scale} ref={canvas} />}
      <div ref={words} className="pdf-words" />
    </div>
  )
}
