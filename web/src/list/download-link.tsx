import { Download } from 'lucide-react'
import { fileNameOf } from './file-address.ts'

/** The arrow that saves a file. */
export const DownloadLink = ({ url, label }: { url: string; label: string }) => (
  <a className="icon-button" href={url} download={fileNameOf(url)} aria-label={label} title={label}>
    <Download className="icon" aria-hidden="true" />
  </a>
)
