import type { WikiElement } from '@portico/contract/wiki'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf, useFailureText } from '../api/failures.ts'
import { isViewing } from '../api/viewing-tab.ts'
import { RowPanel } from '../list/row-panel.tsx'
import { useFormat } from '../session/use-format.ts'
import { useEntered, useHere } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import type { Assets } from './asset-list.tsx'
import { AssetSheet } from './asset-sheet.tsx'
import { wikiElement } from './data.ts'

/** The panel of the asset in the URL: from the list, or fetched if the list has not loaded it. */
export const OpenAsset = ({ id, list }: { id: number; list: Assets }) => {
  const { t } = useText()
  const failure = useFailureText()
  const one = useQuery({ ...wikiElement(useHere(), id), enabled: !list.row })
  const asset = list.row ?? one.data
  if (asset) return <AssetPanel asset={asset} list={list} renew={list.row ? list.renew : one.refetch} />
  if (one.isError && failureOf(one.error).code === 'not_found')
    return (
      <RowPanel list={list} title={t('wiki.goneTitle')}>
        <p className="side-panel-body">{t('wiki.goneText')}</p>
      </RowPanel>
    )
  return (
    <RowPanel list={list} title={<span className="skeleton" style={{ '--w': '9rem' }} />}>
      {one.isError && (
        <RetryPanel
          title={t('wiki.failed')}
          retry={t('words.retry')}
          onRetry={() => one.refetch()}
          busy={one.isFetching}
        >
          {failure(one.error)}
        </RetryPanel>
      )}
    </RowPanel>
  )
}

const ContractLink = ({ contractId, children }: { contractId: number; children: ReactNode }) => (
  <Link
    className="tag"
    to="/$company/$contactid/servicecontracts"
    params={useHere()}
    search={{ filter: 2, open: contractId }}
  >
    {children}
  </Link>
)

type AssetPanelProps = { asset: WikiElement; list: Assets; renew: () => Promise<unknown> }

const AssetPanel = ({ asset, list, renew }: AssetPanelProps) => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  const { numericDay } = useFormat()
  return (
    <RowPanel
      list={list}
      title={asset.name}
      sub={asset.folderName}
      tools={
        contact.manageTickets && (
          <Link
            to="/$company/$contactid/tickets/new"
            params={here}
            search={{ wikiElementId: asset.id }}
            className={buttonClass({ size: 'sm', className: 'new-about' })}
            disabled={isViewing}
          >
            <Plus className="icon" aria-hidden="true" />
            <span>{t('wiki.newTicket')}</span>
          </Link>
        )
      }
    >
      <AssetSheet key={asset.id} asset={asset} renew={renew} numericDay={numericDay} ContractLink={ContractLink} />
    </RowPanel>
  )
}
