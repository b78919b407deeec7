import { File, FileArchive, FileText, Image } from 'lucide-react'
import type { FileKind } from './file-kind.ts'

const icons = { image: Image, pdf: FileText, doc: FileText, zip: FileArchive, file: File }

/** The tinted icon of a kind of file. It is hidden from assistive technology, so draw the file's name beside it. */
export const FileIcon = ({ kind }: { kind: FileKind }) => {
  const Icon = icons[kind]
  return (
    <span className="file-icon" data-kind={kind} aria-hidden="true">
      <Icon className="icon" />
    </span>
  )
}
