import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/spinner.tsx'
import { useBranding } from './branding.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainMenu } from './main-menu.tsx'
import { ProgressLine } from './progress-line.tsx'
import { currentToken, onSessionChange } from './session.ts'
import { TabBar } from './tab-bar.tsx'
import { useEntered } from './use-here.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { useUnreadInTab } from './use-unread.ts'

/**
 * The shell around every screen with a portal and a contact. It shows nothing from the moment at which another session
 * begins until the guard has let its user in: the screens of the last session end, and what they keep with them.
 */
export const Layout = () => {
  const { t } = useTranslation()
  const { token } = useEntered()
  const current = useSyncExternalStore(onSessionChange, currentToken)
  useBranding()
  if (token === current) return <Shell key={token} />
  return (
    <div className="session-wait">
      <Spinner label={t('shell.loading')} />
    </div>
  )
}

const Shell = () => {
  const { t } = useTranslation()
  useLiveUpdates()
  useUnreadInTab()
  const { companyName, portalSettings } = useEntered().contact
  const printHead = [portalSettings.webPortalName, companyName].filter(Boolean).join(' · ')
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <div className="shell">
        <Header />
        <ProgressLine />
        <div className="menu-column">
          <MainMenu />
        </div>
        <main className="shell-main" id="main" tabIndex={-1} data-print-head={printHead}>
          <Outlet />
        </main>
        <Footer />
        <TabBar />
      </div>
    </>
  )
}
