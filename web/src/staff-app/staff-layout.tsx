import { Outlet } from '@tanstack/react-router'
import { useMe } from '../staff/session/use-me.ts'
import { useOwnPreferences } from '../staff/session/use-preferences.ts'
import { useText } from '../text/use-text.ts'
import { useKeptPage } from './kept-page.ts'
import { useStaffEvents } from './live/use-staff-events.ts'
import { Rail } from './rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { useStaffKeys } from './use-staff-keys.ts'

/** The shell around every screen behind the sign-in. */
export const StaffLayout = () => {
  const { t } = useText()
  const { id } = useMe()
  useStaffEvents(useKeptPage().returns)
  useOwnPreferences()
  useStaffKeys()
  return (
    // Nothing that was typed under one person is sent under another.
    <div className="staff" key={id}>
      <a className="skip-link" href="#main">
        {t('staffShell.skip')}
      </a>
      <Rail />
      <Outlet />
      <TabBar />
    </div>
  )
}
