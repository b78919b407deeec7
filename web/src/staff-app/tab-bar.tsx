import { Link, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useText } from '../text/use-text.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import { useRailEntries } from './sections/use-rail-entries.ts'

const places = 5

/** The sections at the bottom of a phone: all of them, or the first four and a menu of the others. */
export const TabBar = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const entries = useRailEntries()
  const shown = entries.length > places ? places - 1 : places
  const others = entries.slice(shown)
  return (
    <nav className="shell-tabbar" aria-label={t('staffShell.sections')}>
      {entries.slice(0, shown).map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} className="tab-item" activeProps={{ 'aria-current': 'page' }}>
          <Icon className="icon" aria-hidden="true" />
          <span>{t(`staffShell.rail.${key}`)}</span>
        </Link>
      ))}
      {others.length > 0 && (
        <Menu
          label={t('staffShell.moreSections')}
          groups={[
            {
              id: 'sections',
              entries: others.map(({ key, to, icon: Icon }) => ({
                id: key,
                icon: <Icon className="icon" aria-hidden="true" />,
                text: t(`staffShell.rail.${key}`),
                onSelect: () => void navigate({ to }),
              })),
            },
          ]}
          trigger={props => (
            <button type="button" {...props} className="tab-item">
              <MenuIcon className="icon" aria-hidden="true" />
              <span>{t('staffShell.moreSections')}</span>
            </button>
          )}
        />
      )}
    </nav>
  )
}
