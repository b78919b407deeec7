import type { ContractPackage, ServiceContract } from '@portico/contract/contracts'
import { BookText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { DownloadLink } from '../list/download-link.tsx'
import { fileNameOf } from '../list/file-address.ts'
import { useText } from '../text/use-text.ts'
import { FileIcon } from '../ui/files/file-icon.tsx'
import { fileKind } from '../ui/files/file-kind.ts'
import { ActivityTable } from './activity-table.tsx'
import { AllowanceMeter } from './allowance-meter.tsx'
import { useContractManner } from './contract-manner.ts'
import { documentKey, packageActivities } from './rules.ts'

const Block = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="contract-block" aria-labelledby={id}>
      <h2 className="block-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const Packages = ({ packages }: { packages: readonly ContractPackage[] }) => {
  const { t } = useText()
  return (
    <div className="packages">
      {packages.map(one => (
        <div key={one.id} className="package">
          <div className="package-name">
            {one.name}
            <small>{t('contracts.usedBy', { count: one.activities.length })}</small>
          </div>
          <AllowanceMeter of={one} />
        </div>
      ))}
    </div>
  )
}

const Documents = ({ documents }: Pick<ServiceContract, 'documents'>) => {
  const { t } = useText()
  const { FileLink } = useContractManner()
  return (
    <div className="file-list">
      {documents.map(({ id, documentName, url }) => (
        <div key={id} className="file-row">
          <FileIcon kind={fileKind(fileNameOf(url))} />
          <span>
            <FileLink fileKey={documentKey(id)}>{documentName}</FileLink>
          </span>
          <DownloadLink url={url} label={t('lists.file.downloadNamed', { name: documentName })} />
        </div>
      ))}
    </div>
  )
}

const Assets = ({ wikiElements }: Pick<ServiceContract, 'wikiElements'>) => {
  const { AssetLink } = useContractManner()
  return (
    <div className="tags">
      {wikiElements.map(asset => (
        <AssetLink key={asset.id} asset={asset}>
          <BookText className="icon" aria-hidden="true" />
          {asset.folderName} – {asset.name}
        </AssetLink>
      ))}
    </div>
  )
}

/** The details of a service contract. */
export const ServiceContractBody = ({ contract }: { contract: ServiceContract }) => {
  const { t } = useText()
  const { packages, documents, wikiElements, tags } = contract
  const activities = packageActivities(packages)
  const aside = documents.length + wikiElements.length + tags.length > 0
  if (packages.length === 0 && !aside) return <p className="contract-indent contract-none">{t('contracts.nothing')}</p>
  return (
    <div className={aside && packages.length > 0 ? 'contract-grid' : 'contract-indent'}>
      {packages.length > 0 && (
        <div>
          <Block title={t('contracts.packages')}>
            <Packages packages={packages} />
          </Block>
          <Block title={t('contracts.packageActivities')}>
            <ActivityTable caption={t('contracts.packageActivities')} activities={activities} />
          </Block>
        </div>
      )}
      {aside && (
        <div>
          {documents.length > 0 && (
            <Block title={t('contracts.documents')}>
              <Documents documents={documents} />
            </Block>
          )}
          {wikiElements.length > 0 && (
            <Block title={t('contracts.assets')}>
              <Assets wikiElements={wikiElements} />
            </Block>
          )}
          {tags.length > 0 && (
            <Block title={t('contracts.tags.name')}>
              <div className="tags">
                {tags.map(({ id, name, tagGroupName }) => (
                  <span key={id} className="tag tag--outline">
                    {tagGroupName ? `${tagGroupName}: ${name}` : name}
                  </span>
                ))}
              </div>
            </Block>
          )}
        </div>
      )}
    </div>
  )
}
