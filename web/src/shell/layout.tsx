import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBranding } from './branding.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainMenu } from './main-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { useLiveUpdates } from './use-live-updates.ts'

/** The shell around every screen with a portal and a contact (spec 2). */
export const Layout = () => {
  const { t } = useTranslation()
  useBranding()
  useLiveUpdates()
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <div className="shell">
        <Header />
        <div className="menu-column">
          <MainMenu />
        </div>
        <main className="shell-main" id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <TabBar />
      </div>
    </>
  )
}
