import type { StaffPortalRow } from '@portico/contract/staff/portals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { staffPortals } from '../portal/data.ts'
import '../../../staff/settings/settings.css'
import '../portal/portals.css'

const columns = ['name', 'address', 'customers', 'tickets'] as const

const Row = ({ portal }: { portal: StaffPortalRow }) => {
  const { number } = useStaffFormat()
  const { id, webPortalName, webPortalKey, baseColor, customers, openTickets } = portal
  return (
    <tr>
      <th scope="row">
        <span className="portal-name">
          <PortalMark portal={{ id, name: webPortalName, baseColor }} />
          <Link className="row-link" to="/portals/$portalid/brand" params={{ portalid: id }}>
            {webPortalName}
          </Link>
        </span>
      </th>
      <td>
        <a href={`/${webPortalKey}/login`} target="_blank" rel="noopener">
          {location.host}/{webPortalKey}
        </a>
      </td>
      <td>{number(customers)}</td>
      <td>{number(openTickets)}</td>
    </tr>
  )
}

/** The portals of the company. */
export const PortalsScreen = () => {
  const { t } = useTranslation()
  const me = useMe()
  const text = useFailureText()
  const portals = useQuery(staffPortals)
  const rows = portals.data
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
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled with the keys
            <section className="table-scroll" aria-label={t('staffPortals.title')} tabIndex={0}>
              <table className="plain-table" aria-busy={!rows}>
                <thead>
                  <tr>
                    {columns.map(column => (
                      <th key={column} scope="col">
                        {t(`staffPortals.column.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows?.map(portal => <Row key={portal.id} portal={portal} />) ??
                    [1, 2].map(line => (
                      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in these rows takes the focus
                      <tr key={line} aria-hidden="true">
                        <td colSpan={columns.length}>
                          <span className="skeleton" style={{ '--w': `${70 - 10 * line}%` }} />
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </section>
          )}
          {rows && !me.isInstallationOperator && <p className="field-hint">{t('staffPortals.openedBy')}</p>}
        </section>
      </div>
    </main>
  )
}
