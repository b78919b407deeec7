import type { StaffAsset } from '@portico/contract/staff/records/assets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, BookText, FileSignature, Inbox, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { CustomerCell } from '../../../staff/parts/records/customer-cell.tsx'
import { OutsideNote } from '../../../staff/parts/records/outside-note.tsx'
import { RecordScreen } from '../../../staff/parts/records/record-screen.tsx'
import { SideBlock } from '../../../staff/parts/side-block.tsx'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { AssetSheet } from '../../asset-sheet.tsx'
import { asset, removeAsset } from '../data.ts'
import { AssetDialog } from '../form/asset-dialog.tsx'
import '../../../staff/parts/record.css'
import '../../../staff/parts/records/records.css'
import '../../wiki.css'
import '../assets.css'

const ContractLink = ({ contractId, children }: { contractId: number; children: React.ReactNode }) => (
  <Link className="tag" to="/contracts/$kind/$contractid" params={{ kind: 'service', contractid: contractId }}>
    {children}
  </Link>
)

const RemoveDialog = ({ known, onClose }: { known: StaffAsset; onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const removing = useMutation(removeAsset(useQueryClient(), known.id))
  return (
    <ConfirmDialog
      open
      danger
      title={t('staffAssets.remove.title', { name: known.name })}
      confirm={t('staffRecords.remove')}
      cancel={t('words.cancel')}
      busy={removing.isPending}
      onCancel={onClose}
      onConfirm={() =>
        removing.mutate(undefined, {
          onSuccess: () => {
            toast({ title: localized(t => t('staffRecords.removed')) })
            void navigate({ to: '/assets', search: { contact: known.customer.id } })
          },
        })
      }
    >
      <p>{t('staffAssets.remove.text', { count: known.properties.length })}</p>
      {removing.error && (
        <Alert tone="danger">
          {failureOf(removing.error).code === 'conflict' ? t('staffAssets.remove.used') : text(removing.error)}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

const AssetPage = ({ known, renew }: { known: StaffAsset; renew: () => Promise<unknown> }) => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  const mayWrite = isOffice(useMe())
  const [opened, setOpened] = useState<'change' | 'remove' | null>(null)
  const { name, folderName, customer, portal, outsideId, contracts, openTickets } = known
  const back = t('staffAssets.back')
  return (
    <main className="staff-main record-page" id="main" tabIndex={-1}>
      <header className="staff-head">
        <Link to="/assets" search={{ contact: customer.id }} className="icon-button" aria-label={back} title={back}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{name}</h1>
        <p className="page-sub">
          {folderName}, <CustomerCell customer={customer} portal={portal} />
        </p>
        {mayWrite && (
          <div className="staff-head-end">
            <Button onClick={() => setOpened('change')}>
              <PenLine className="icon" aria-hidden="true" />
              {t('staffRecords.change')}
            </Button>
            <IconButton label={t('staffRecords.removeOf', { name })} onClick={() => setOpened('remove')}>
              <Trash2 className="icon" aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </header>
      <OutsideNote outsideId={outsideId} />
      <div className="record">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <section className="record-main asset-seen" aria-label={t('staffRecords.seen')} tabIndex={0}>
          <div className="seen-by-customer">
            <h2>{t('staffRecords.seen')}</h2>
            <div className="portal-theme" style={{ '--portal-base': portal.baseColor }}>
              <AssetSheet asset={known} renew={renew} numericDay={numericDay} ContractLink={ContractLink} />
            </div>
          </div>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <aside className="record-side" aria-label={t('staffAssets.about')} tabIndex={0}>
          <SideBlock title={t('staffAssets.about')}>
            <ul className="side-lines">
              <li>
                <Inbox className="icon" aria-hidden="true" />
                {openTickets > 0 ? (
                  <Link to="/tickets" search={{ view: 'open', contact: customer.id }}>
                    {t('staffAssets.openTickets', { count: openTickets })}
                  </Link>
                ) : (
                  <span>{t('staffAssets.noOpenTickets')}</span>
                )}
              </li>
              {contracts.map(contract => (
                <li key={contract.id}>
                  <FileSignature className="icon" aria-hidden="true" />
                  <Link to="/contracts/$kind/$contractid" params={{ kind: 'service', contractid: contract.id }}>
                    {contract.name}
                  </Link>
                </li>
              ))}
            </ul>
          </SideBlock>
        </aside>
      </div>
      {opened === 'change' && <AssetDialog known={known} onClose={() => setOpened(null)} />}
      {opened === 'remove' && <RemoveDialog known={known} onClose={() => setOpened(null)} />}
    </main>
  )
}

/** The page of an asset as its customer sees it, and what it belongs to. */
export const AssetScreen = () => {
  const { t } = useText()
  const { assetid } = useParams({ from: '/signed-in/assets/$assetid' })
  const query = useQuery(asset(assetid))
  useStaffScreen('staff-asset', query.data?.name ?? t('staffAssets.title'))
  if (query.data) return <AssetPage key={assetid} known={query.data} renew={query.refetch} />
  return (
    <RecordScreen
      query={query}
      icon={<BookText className="icon" />}
      gone={t('staffAssets.gone')}
      back={
        <Link to="/assets" className={buttonClass()}>
          {t('staffAssets.back')}
        </Link>
      }
    />
  )
}
