import { Download, FileX2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { buttonClass } from '../buttons/button-class.ts'
import { Spinner } from '../buttons/spinner.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { fileKind } from '../files/file-kind.ts'
import { loadPart } from '../loading/load-part.ts'
import type { PdfPagesProps } from './pdf-pages.tsx'

const PdfPages = lazy(async () => ({ default: (await loadPart(() => import('./pdf-pages.tsx'))).PdfPages }))

/** Props of DocumentPreview. `onFail` runs when the file does not open; its URL may have expired. */
export type DocumentPreviewProps = {
  name: string
  url: string
  onFail: () => void
  labels: PdfPagesProps['labels'] & { noPreview: string; noPreviewText: string; download: string }
}

/**
 * The preview of a file: a PDF in the portal's own viewer, so that it looks the same in every browser and colour scheme; a
 * picture; for any other file, a text that there is no preview.
 */
export const DocumentPreview = ({ name, url, onFail, labels }: DocumentPreviewProps) => {
  switch (fileKind(name)) {
    case 'pdf':
      return (
        <Suspense
          fallback={
            <div className="pdf-frame" aria-busy="true">
              <Spinner />
            </div>
          }
        >
          <PdfPages name={name} url={url} onFail={onFail} labels={labels} />
        </Suspense>
      )
    case 'image':
      return (
        <div className="pdf-frame">
          <img className="preview-image" src={url} alt={name} onError={onFail} />
        </div>
      )
    default:
      return (
        <EmptyState
          icon={<FileX2 className="icon" />}
          title={labels.noPreview}
          action={
            <a className={buttonClass({ tone: 'primary' })} href={url} download={name}>
              <Download className="icon" aria-hidden="true" />
              {labels.download}
            </a>
          }
        >
          {labels.noPreviewText}
        </EmptyState>
      )
  }
}
