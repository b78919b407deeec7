import { Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { FileIcon } from '../ui/files/file-icon.tsx'
import { fileKind } from '../ui/files/file-kind.ts'
import { DocumentView } from './document-view.tsx'
import { DownloadLink } from './download-link.tsx'
import { fileNameOf } from './file-address.ts'
import { RowPanel } from './row-panel.tsx'
import type { List } from './use-list.ts'

type DocumentPanelProps = {
  list: Pick<List<{ id: number }>, 'previous' | 'next' | 'close' | 'renew'>
  title: ReactNode
  sub?: ReactNode
  url: string
  /** When the file took the place of another one; null or absent: never. */
  replacedOn?: string | null
  /** The file that the document was made from, with the words that offer to save it. */
  original?: { url: string; label: string } | undefined
}

/** The panel of a row that is a document: it shows the file, and offers to save it or to open it by itself. */
export const DocumentPanel = ({ list, title, sub, url, replacedOn, original }: DocumentPanelProps) => {
  const { t } = useText()
  const { numericDay } = useFormat()
  const name = fileNameOf(url)
  return (
    <RowPanel
      list={list}
      title={title}
      sub={sub}
      icon={<FileIcon kind={fileKind(name)} />}
      tools={
        <>
          <DownloadLink url={url} label={t('lists.file.download')} />
          <a
            className="icon-button"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('lists.file.newTab')}
            title={t('lists.file.newTab')}
          >
            <ExternalLink className="icon" aria-hidden="true" />
          </a>
        </>
      }
    >
      {replacedOn && <p className="document-replaced">{t('lists.file.replaced', { date: numericDay(replacedOn) })}</p>}
      {original && (
        <div className="pdf-bar">
          <a className="button button--ghost button--sm" href={original.url} download={fileNameOf(original.url)}>
            <Download className="icon" aria-hidden="true" />
            {original.label}
          </a>
        </div>
      )}
      <DocumentView key={name} url={url} onExpired={list.renew} />
    </RowPanel>
  )
}
