import { FileX2 } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'
import { fileKind } from './file-kind.ts'

/** Props of DocumentPreview. `onFail` is told of a file that did not open, whose address may have expired. */
export type DocumentPreviewProps = {
  name: string
  url: string
  onFail: () => void
  labels: { noPreview: string; noPreviewText: string }
}

/** A file as far as browsers can show it (spec 5): a PDF, a picture; of anything else it says that there is no preview. */
export const DocumentPreview = ({ name, url, onFail, labels }: DocumentPreviewProps) => {
  switch (fileKind(name)) {
    case 'pdf':
      return <iframe className="pdf-view" src={url} title={name} />
    case 'image':
      return (
        <div className="pdf-frame">
          <img className="preview-image" src={url} alt={name} onError={onFail} />
        </div>
      )
    default:
      return (
        <EmptyState icon={<FileX2 className="icon" />} title={labels.noPreview}>
          {labels.noPreviewText}
        </EmptyState>
      )
  }
}
