import type { WikiElement, WikiProperty } from '@portico/contract/wiki'
import { ArrowLeft, Download, FileSignature } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DocumentView } from '../list/document-view.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { FileIcon } from '../ui/files/file-icon.tsx'
import { fileKind } from '../ui/files/file-kind.ts'
import { PropertyValue } from './property-value.tsx'

type StoredFile = WikiProperty & { url: string }

const isFile = (property: WikiProperty): property is StoredFile => property.url !== null
const isShown = ({ value }: StoredFile) => ['pdf', 'image'].includes(fileKind(value))

type AssetSheetProps = {
  asset: Pick<WikiElement, 'properties' | 'contracts'>
  /** DD/MM/YYYY of an instant. */
  numericDay: (instant: string) => string
  ContractLink: (props: { contractId: number; children: ReactNode }) => ReactNode
  /** Refetches the asset, for new file URLs. */
  renew: () => Promise<unknown>
}

/** The properties, files and contracts of an asset; or one of its files in their place. */
export const AssetSheet = ({ asset: { properties, contracts }, numericDay, ContractLink, renew }: AssetSheetProps) => {
  const { t } = useText()
  const [shown, setShown] = useState<number | null>(null)
  const values = properties.filter(property => !isFile(property))
  const files = properties.filter(isFile)
  const file = files.find(({ id }) => id === shown)
  if (file) return <ShownFile file={file} renew={renew} onBack={() => setShown(null)} />
  return (
    <div className="side-panel-body asset-sheet">
      {properties.length === 0 && <p>{t('wiki.noProperties')}</p>}
      {values.length > 0 && (
        <section>
          <h3 className="side-title">{t('wiki.properties')}</h3>
          <dl className="details details--wide">
            {values.map(property => (
              <div key={property.id}>
                <dt>{property.typologyName}</dt>
                <dd>
                  <PropertyValue property={property} numericDay={numericDay} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {files.length > 0 && (
        <section>
          <h3 className="side-title">{t('wiki.files')}</h3>
          <div className="file-list">
            {files.map(one => (
              <FileRow key={one.id} file={one} onShow={() => setShown(one.id)} />
            ))}
          </div>
        </section>
      )}
      {contracts.length > 0 && (
        <section>
          <h3 className="side-title">{t('wiki.contracts')}</h3>
          <div className="tags">
            {contracts.map(contract => (
              <ContractLink key={contract.id} contractId={contract.id}>
                <FileSignature className="icon" aria-hidden="true" />
                {contract.name}
              </ContractLink>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

/** A file of an asset: one with a preview opens in the panel, others are downloaded. */
const FileRow = ({ file, onShow }: { file: StoredFile; onShow: () => void }) => {
  const { t } = useText()
  const name = (
    <span title={file.typologyName}>
      {file.value}
      <small>{file.typologyName}</small>
    </span>
  )
  const icon = <FileIcon kind={fileKind(file.value)} />
  if (!isShown(file))
    return (
      <a className="file-row" href={file.url} download={file.value}>
        {icon}
        {name}
        <Download className="icon" aria-hidden="true" />
      </a>
    )
  return (
    <div className="file-row">
      {icon}
      <button type="button" className="file-open" onClick={onShow}>
        {name}
      </button>
      <DownloadLink url={file.url} label={t('lists.file.downloadNamed', { name: file.value })} />
    </div>
  )
}

type ShownFileProps = { file: StoredFile; renew: () => Promise<unknown>; onBack: () => void }

const ShownFile = ({ file, renew, onBack }: ShownFileProps) => {
  const { t } = useText()
  return (
    <>
      <div className="shown-file-bar">
        <Button tone="ghost" size="sm" onClick={onBack}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('wiki.back')}
        </Button>
        <span>{file.value}</span>
        <DownloadLink url={file.url} label={t('lists.file.downloadNamed', { name: file.value })} />
      </div>
      <DocumentView url={file.url} onExpired={renew} />
    </>
  )
}
