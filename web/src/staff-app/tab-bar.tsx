import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRailEntries } from './use-rail-entries.ts'

const shown = 5

/** The sections at the bottom of a phone. */
export const TabBar = () => {
  const { t } = useTranslation()
  const entries = useRailEntries()
  return (
    <nav className="shell-tabbar" aria-label={t('staffShell.sections')}>
      {entries.slice(0, shown).map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} className="tab-item" activeProps={{ 'aria-current': 'page' }}>
          <Icon className="icon" aria-hidden="true" />
          <span>{t(`staffShell.rail.${key}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
