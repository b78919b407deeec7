import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { useFailureText } from '../../../api/failures.ts'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useCurrentInView } from '../../../staff/parts/use-current-in-view.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { staffPortal } from './data.ts'
import { portalTabs } from './tabs.ts'
import '../../../staff/parts/record.css'
import '../../../staff/settings/settings.css'
import './portals.css'

const active = { 'aria-current': 'page' } as const

/** One portal: its name, its address, and a tab for each part of its settings. */
export const PortalScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  const params = useParams({ from: '/signed-in/portals/$portalid' })
  const portal = useQuery(staffPortal(params.portalid))
  const { data } = portal
  const tabs = useCurrentInView()
  const hasSeveral = me.portals.length > 1
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head portal-head">
        {hasSeveral && (
          <Link to="/portals" className="icon-button" aria-label={t('staffPortals.back')}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </Link>
        )}
        {hasSeveral && data && (
          <PortalMark portal={{ id: data.id, name: data.webPortalName, baseColor: data.baseColor }} />
        )}
        <h1 className="ellipsis">{hasSeveral ? (data?.webPortalName ?? '…') : t('staffPortals.oneTitle')}</h1>
        {data && (
          <div className="staff-head-end">
            <a className="button button--sm" href={`/${data.webPortalKey}/login`} target="_blank" rel="noopener">
              {t('staffPortals.visit')}
              <ExternalLink className="icon" aria-hidden="true" />
            </a>
          </div>
        )}
      </header>
      {portalTabs.length > 1 && (
        <nav className="staff-tabs" aria-label={t('staffPortals.tabs')} ref={tabs}>
          {portalTabs.map(({ key, to }) => (
            <Link key={key} to={to} params={params} className="page-tab" activeProps={active}>
              {t(`staffPortals.tab.${key}`)}
            </Link>
          ))}
        </nav>
      )}
      {data ? (
        <Outlet />
      ) : (
        <div className="staff-scroll">
          {portal.error ? (
            <RetryPanel
              title={t('words.couldNotLoad')}
              retry={t('words.retry')}
              onRetry={() => void portal.refetch()}
              busy={portal.isFetching}
            >
              {text(portal.error)}
            </RetryPanel>
          ) : (
            <section className="record-section" aria-busy="true">
              <span className="skeleton" style={{ '--w': '40%' }} />
              <span className="skeleton" style={{ '--w': '60%' }} />
              <span className="skeleton" style={{ '--w': '50%' }} />
            </section>
          )}
        </div>
      )}
    </main>
  )
}
