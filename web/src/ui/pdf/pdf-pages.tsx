import { pdfReading } from '@portico/contract/values/pdf-reading'
import { ChevronLeft, ChevronRight, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { type PageSize, PdfPage } from './pdf-page.tsx'
import { printPages } from './print-pages.ts'
import './pdf-pages.css'

GlobalWorkerOptions.workerSrc = workerAddress

// Where the build puts the files that pdf.js loads by name.
const ownFiles = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`

/** Texts of PdfPages. */
export type PdfPagesLabels = {
  loading: string
  zoomIn: string
  zoomOut: string
  fitWidth: string
  previousPage: string
  nextPage: string
  page: (page: number, pages: number) => string
  print: string
  /** Shown while pages are rendered for the printer. */
  printing: (ready: number, pages: number) => string
}

/** Props of PdfPages. `onFail` runs when the file does not open. */
export type PdfPagesProps = { name: string; url: string; onFail: () => void; labels: PdfPagesLabels }

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

type Opened = { file: PDFDocumentProxy; size: PageSize }

// Fetch only the ranges that are shown, so that the first page of a large file appears soon.
const openFile = async (url: string, signal: AbortSignal): Promise<Opened> => {
  const task = getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    ...pdfReading(ownFiles),
  })
  signal.addEventListener('abort', () => void task.destroy())
  const file = await task.promise
  const { width, height } = (await file.getPage(1)).getViewport({ scale: 1 })
  return { file, size: { width, height } }
}

/** A PDF viewer: pages below each other, with a toolbar for zoom, page and print. */
export const PdfPages = ({ name, url, onFail, labels }: PdfPagesProps) => {
  const [opened, setOpened] = useState<Opened>()
  const [zoom, setZoom] = useState(zooms.indexOf(1))
  const [current, setCurrent] = useState(1)
  const [width, setWidth] = useState(0)
  const [ready, setReady] = useState<number>()
  const frame = useRef<HTMLDivElement>(null)
  const stop = useRef<AbortController>(undefined)

  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => {
    const unmounted = new AbortController()
    openFile(url, unmounted.signal).then(
      now => unmounted.signal.aborted || setOpened(now),
      () => unmounted.signal.aborted || onFail(),
    )
    return () => unmounted.abort()
  }, [url, onFail])

  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  const pages = opened?.file.numPages ?? 0
  const pageElements = () => [...(frame.current?.querySelectorAll('.pdf-page') ?? [])]
  // The page with the largest visible part.
  const updateCurrent = () => {
    const window = frame.current?.getBoundingClientRect()
    if (!window) return
    const seen = pageElements().map(element => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.min(bottom, window.bottom) - Math.max(top, window.top)
    })
    setCurrent(seen.indexOf(Math.max(...seen)) + 1)
  }
  // `scrollIntoView` would scroll the window as well, and the toolbar out of sight.
  const turn = (by: 1 | -1) => {
    const top = pageElements()[current - 1 + by]?.getBoundingClientRect().top
    if (frame.current && top !== undefined)
      frame.current.scrollBy({ top: top - frame.current.getBoundingClientRect().top })
  }
  const factor = zooms[zoom] ?? 1
  const print = () => {
    if (!opened || ready !== undefined) return
    stop.current = new AbortController()
    setReady(0)
    printPages(opened.file, setReady, stop.current.signal)
      .catch(() => stop.current?.signal.aborted || onFail())
      .finally(() => setReady(undefined))
  }

  return (
    <>
      <div className="pdf-bar">
        <IconButton label={labels.zoomOut} aria-disabled={zoom === 0} onClick={() => setZoom(Math.max(0, zoom - 1))}>
          <ZoomOut className="icon" aria-hidden="true" />
        </IconButton>
        <button type="button" className="link-button" onClick={() => setZoom(zooms.indexOf(1))}>
          {factor === 1 ? labels.fitWidth : `${factor * 100}%`}
        </button>
        <IconButton
          label={labels.zoomIn}
          aria-disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
        >
          <ZoomIn className="icon" aria-hidden="true" />
        </IconButton>
        <span className="spacer" />
        {ready !== undefined && <span role="status">{labels.printing(ready, pages)}</span>}
        <IconButton label={labels.previousPage} aria-disabled={current <= 1} onClick={() => turn(-1)}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        {pages > 0 && (
          <span className="pdf-page-count">
            {current} / {pages}
          </span>
        )}
        <IconButton label={labels.nextPage} aria-disabled={current >= pages} onClick={() => turn(1)}>
          <ChevronRight className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={labels.print} aria-disabled={!opened || ready !== undefined} onClick={print}>
          <Printer className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls by keyboard, so it has a name and a place in the tab order */}
      <div
        ref={frame}
        className="pdf-frame"
        role="region"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        tabIndex={0}
        aria-busy={!opened}
        onScroll={updateCurrent}
      >
        {opened ? (
          Array.from({ length: pages }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name than their number
              key={index}
              file={opened.file}
              number={index + 1}
              label={labels.page(index + 1, pages)}
              scale={(width / opened.size.width) * factor}
              size={opened.size}
            />
          ))
        ) : (
          <p className="sr-only" role="status">
            {labels.loading}
          </p>
        )}
      </div>
    </>
  )
}
