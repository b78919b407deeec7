import { Link } from '@tanstack/react-router'
import { PorticoMark } from '../staff/parts/portico-mark.tsx'
import { useMe } from '../staff/session/use-me.ts'
import { useText } from '../text/use-text.ts'
import { SearchButton } from './palette/search-button.tsx'
import { QueueBadge } from './queue-badge.tsx'
import { useRailEntries } from './sections/use-rail-entries.ts'
import { UserMenu } from './user-menu.tsx'

/** The column at the left, on a phone the bar at the top: the sections and one's own menu. */
export const Rail = () => {
  const { t } = useText()
  const entries = useRailEntries()
  const { serviceCompany } = useMe()
  return (
    <nav className="staff-rail" aria-label={t('staffShell.name')}>
      <Link to="/" className="rail-brand" aria-label={t('staffShell.nameOf', { company: serviceCompany.name })}>
        <PorticoMark className="icon icon--lg" />
        <span className="rail-name">{t('staffShell.name')}</span>
      </Link>
      <ul className="rail-items">
        {entries.map(({ key, to, icon: Icon }) => (
          <li key={key}>
            <Link to={to} className="rail-item" activeProps={{ 'aria-current': 'page' }}>
              <Icon className="icon" aria-hidden="true" />
              <span>{t(`staffShell.rail.${key}`)}</span>
              {(key === 'tickets' || key === 'mail') && <QueueBadge of={key} />}
            </Link>
          </li>
        ))}
      </ul>
      <div className="rail-end">
        <SearchButton />
        <UserMenu />
      </div>
    </nav>
  )
}
