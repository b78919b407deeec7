import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { currentToken, onSessionChange } from '../api/session-token.ts'
import { useBranding } from '../page/branding.ts'
import { Footer } from '../page/footer.tsx'
import { lazyScreen } from '../page/lazy-screen.ts'
import { useEntered } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { Spinner } from '../ui/buttons/spinner.tsx'
import { Header } from './header.tsx'
import { useLiveUpdates } from './live/use-live-updates.ts'
import { MainMenu } from './menu/main-menu.tsx'
import { TabBar } from './menu/tab-bar.tsx'
import { useUnreadInTab } from './menu/use-unread.ts'
import { ProgressLine } from './progress-line.tsx'

const ClosedContact = lazyScreen(() => import('./closed-contact.tsx'), 'ClosedContact')

/**
 * The shell around every screen with a portal and a contact. It shows nothing from the moment at which another session
 * begins until the guard has let its user in: the screens of the last session end, and what they keep with them.
 */
export const Layout = () => {
  const { t } = useText()
  const { token, contact } = useEntered()
  const current = useSyncExternalStore(onSessionChange, currentToken)
  useBranding()
  if (token === current) return contact.signInDue ? <ClosedContact /> : <Shell key={token} />
  return (
    <div className="session-wait">
      <Spinner label={t('shell.loading')} />
    </div>
  )
}

const Shell = () => {
  const { t } = useText()
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
