import { FileIcon } from '../ui/files/file-icon.tsx'
import { fileKind } from '../ui/files/file-kind.ts'
import { fileNameOf } from './file-address.ts'
import { RowLink } from './row-link.tsx'

/** The title of a row that is a file: the icon of its kind and its name. */
export const FileRowTitle = ({ id, name, url }: { id: number; name: string; url: string }) => (
  <span className="cell-main">
    <FileIcon kind={fileKind(fileNameOf(url))} />
    <RowLink id={id}>{name}</RowLink>
  </span>
)
