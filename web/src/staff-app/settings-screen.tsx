import { Link, Outlet } from '@tanstack/react-router'
import { useCurrentInView } from '../staff/parts/use-current-in-view.ts'
import { useMe } from '../staff/session/use-me.ts'
import { ParkedBadge } from '../staff/settings/webhooks/parked-badge.tsx'
import { useText } from '../text/use-text.ts'
import { settingsEntries } from './sections/sections.ts'
import '../staff/parts/record.css'
import '../staff/settings/settings.css'

const groups = ['team', 'connections', 'company', 'installation'] as const

/** The settings of the company, beside their menu. */
export const SettingsScreen = () => {
  const { t } = useText()
  const me = useMe()
  const nav = useCurrentInView()
  const entries = settingsEntries.filter(({ isOpen }) => isOpen(me))
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffSettings.title')}</h1>
        <span className="page-sub">{me.serviceCompany.name}</span>
      </header>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('staffSettings.title')} ref={nav}>
          {groups
            .filter(group => entries.some(entry => entry.group === group))
            .map(group => (
              <div key={group} className="menu-group">
                <h2>{t(`staffSettings.group.${group}`)}</h2>
                {entries
                  .filter(entry => entry.group === group)
                  .map(({ key, to, icon: Icon }) => (
                    <Link key={key} to={to} className="menu-item" activeProps={{ 'aria-current': 'page' }}>
                      <Icon className="icon" aria-hidden="true" />
                      <span>{t(`staffSettings.nav.${key}`)}</span>
                      {key === 'webhooks' && <ParkedBadge />}
                    </Link>
                  ))}
              </div>
            ))}
        </nav>
        <div className="settings-main">
          <Outlet />
        </div>
      </div>
    </main>
  )
}
