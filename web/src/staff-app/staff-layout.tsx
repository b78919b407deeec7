import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOwnPreferences } from '../staff/session/use-preferences.ts'
import { useStaffEvents } from './live/use-staff-events.ts'
import { Rail } from './rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { useStaffKeys } from './use-staff-keys.ts'

/** The shell around every screen behind the sign-in. */
export const StaffLayout = () => {
  const { t } = useTranslation()
  useStaffEvents()
  useOwnPreferences()
  useStaffKeys()
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
