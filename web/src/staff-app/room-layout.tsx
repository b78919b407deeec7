import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOwnPreferences } from '../staff/session/use-preferences.ts'
import { useLiveRoom } from './live/use-live-room.ts'
import { Rail } from './rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { useRoomKeys } from './use-room-keys.ts'

/** The shell around every screen behind the sign-in. */
export const RoomLayout = () => {
  const { t } = useTranslation()
  useLiveRoom()
  useOwnPreferences()
  useRoomKeys()
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
