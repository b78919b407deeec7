import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Rail } from './rail.tsx'
import { TabBar } from './tab-bar.tsx'

/** The shell around every screen behind the sign-in. */
export const RoomLayout = () => {
  const { t } = useTranslation()
  return (
    <div className="staff">
      <a className="skip-link" href="#main">
        {t('staffShell.skip')}
      </a>
      <Rail />
      <Outlet />
      <TabBar />
    </div>
  )
}
