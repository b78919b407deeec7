import { Download, FileX2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { buttonClass } from './button-class.ts'
import { EmptyState } from './empty-state.tsx'
import { fileKind } from './file-kind.ts'
import { loadPart } from './load-part.ts'
import type { PdfPagesProps } from './pdf-pages.tsx'
import { Spinner } from './spinner.tsx'

// Neither Chrome's nor Firefox's viewer then opens its own side panel.
const plain = '#navpanes=0&pagemode=none'

const PdfPages = lazy(async () => ({ default: (await loadPart(() => import('./pdf-pages.tsx'))).PdfPages }))

/** Props of DocumentPreview. `onFail` is told of a file that did not open, whose address may have expired. */
export type DocumentPreviewProps = {
  name: string
  url: string
  onFail: () => void
  labels: PdfPagesProps['labels'] & { noPreview: string; noPreviewText: string; download: string }
}

/**
 * A file as far as browsers can show it (spec 5): a PDF, in the browser's own viewer where it has one; a picture; of
 * anything else it says that there is no preview.
 */
export const DocumentPreview = ({ name, url, onFail, labels }: DocumentPreviewProps) => {
  switch (fileKind(name)) {
    case 'pdf':
      return navigator.pdfViewerEnabled ? (
        <iframe className="pdf-view" src={url + plain} title={name} />
      ) : (
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
