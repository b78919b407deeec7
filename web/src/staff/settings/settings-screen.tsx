import { Link, Outlet } from '@tanstack/react-router'
import { History, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/use-me.ts'
import { LeaveDemoNote } from './leave-demo.tsx'
import './settings.css'

const entries = [
  { key: 'accounts', to: '/settings/accounts', icon: Users },
  { key: 'log', to: '/settings/security-log', icon: History },
] as const

/** The settings of the company, for its administrators. */
export const SettingsScreen = () => {
  const { t } = useTranslation()
  const { serviceCompany } = useMe()
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffSettings.title')}</h1>
        <span className="page-sub">{serviceCompany.name}</span>
      </header>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('staffSettings.title')}>
          <div className="menu-group">
            <h2>{t('staffSettings.team')}</h2>
            {entries.map(({ key, to, icon: Icon }) => (
              <Link key={key} to={to} className="menu-item" activeProps={{ 'aria-current': 'page' }}>
                <Icon className="icon" aria-hidden="true" />
                <span>{t(`staffSettings.nav.${key}`)}</span>
              </Link>
            ))}
          </div>
        </nav>
        <div className="settings-main">
          <LeaveDemoNote />
          <Outlet />
        </div>
      </div>
    </main>
  )
}
