import type { StaffPortalRow } from '@portico/contract/staff/portals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import { useFailureText } from '../../../api/failures.ts'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { staffPortals } from '../portal/data.ts'
import '../../../staff/parts/record.css'
import '../portal/portals.css'

const useColumns = (): PlainColumn<StaffPortalRow>[] => {
  const { t } = useText()
  const { number } = useStaffFormat()
  return [
    {
      id: 'name',
      title: t('staffPortals.column.name'),
      cell: ({ id, webPortalName, baseColor }) => (
        <span className="portal-name">
          <PortalMark portal={{ id, name: webPortalName, baseColor }} />
          <Link className="row-link" to="/portals/$portalid/brand" params={{ portalid: id }}>
            {webPortalName}
          </Link>
        </span>
      ),
    },
    {
      id: 'address',
      title: t('staffPortals.column.address'),
      className: 'cell-link',
      cell: ({ webPortalKey }) => (
        <a href={`/${webPortalKey}/login`} target="_blank" rel="noopener">
          {location.host}/{webPortalKey}
        </a>
      ),
    },
    {
      id: 'customers',
      title: t('staffPortals.column.customers'),
      kind: 'num',
      cell: ({ customers }) => number(customers),
    },
    {
      id: 'tickets',
      title: t('staffPortals.column.tickets'),
      kind: 'num',
      cell: ({ openTickets }) => number(openTickets),
    },
  ]
}

/** The portals of the company. */
export const PortalsScreen = () => {
  const { t } = useText()
  const me = useMe()
  const text = useFailureText()
  const portals = useQuery(staffPortals)
  const rows = portals.data
  const columns = useColumns()
  useStaffScreen('staff-portals', t('staffPortals.title'))
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffPortals.title')}</h1>
        <span className="page-sub">{me.serviceCompany.name}</span>
        {me.isInstallationOperator && (
          <div className="staff-head-end">
            <Link to="/portals/new" className={buttonClass({})}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffPortals.new.title')}
            </Link>
          </div>
        )}
      </header>
      <div className="staff-scroll">
        <section className="record-section portal-list" aria-label={t('staffPortals.title')}>
          {portals.error && !rows ? (
            <RetryPanel
              title={t('words.couldNotLoad')}
              retry={t('words.retry')}
              onRetry={() => void portals.refetch()}
              busy={portals.isFetching}
            >
              {text(portals.error)}
            </RetryPanel>
          ) : rows?.length === 0 ? (
            <EmptyState icon={<LayoutTemplate className="icon icon--lg" />} title={t('staffPortals.none')} />
          ) : (
            <PlainTable label={t('staffPortals.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )}
          {rows && !me.isInstallationOperator && <p className="field-hint">{t('staffPortals.openedBy')}</p>}
        </section>
      </div>
    </main>
  )
}
