import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useHere } from '../../session/use-here.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { useText } from '../../text/use-text.ts'
import type { openEntries, pages } from '../sections/menu-entries.ts'
import { OpenCount } from './open-count.tsx'
import { UnreadCount } from './unread-count.tsx'
import { useMark } from './use-mark.ts'
import { useOpenEntries, usePages } from './use-menu-entries.ts'

type Entry = ReturnType<typeof openEntries>[number] | (typeof pages)[number]

const MenuItem = ({ entry: { key, to, icon: Icon } }: { entry: Entry }) => {
  const { t } = useText()
  const label = t(`shell.menu.${key}`)
  return (
    <Link className="menu-item" data-section={key} to={to} params={useHere()} title={label} {...useMark(key)}>
      <Icon className="icon" aria-hidden="true" />
      <span>{label}</span>
      {key === 'tickets' && (
        <>
          <UnreadCount />
          <OpenCount />
        </>
      )}
    </Link>
  )
}

/** The main menu: what the contact may see, then the portal's pages and the logout (specification/screens-and-addresses.md#menu-order). */
export const MainMenu = () => {
  const { t } = useText()
  const signOut = useSignOut()
  const open = useOpenEntries()
  const ownPages = usePages()
  const groups = [...new Set(open.map(({ group }) => group))]
  return (
    <nav className="shell-menu" aria-label={t('shell.mainMenu')}>
      {groups.map(group => (
        <div key={group} className="menu-group">
          {open
            .filter(section => section.group === group)
            .map(section => (
              <MenuItem key={section.key} entry={section} />
            ))}
        </div>
      ))}
      <div className="menu-group menu-group--end">
        {ownPages.map(page => (
          <MenuItem key={page.key} entry={page} />
        ))}
        <button type="button" className="menu-item" data-section="logout" onClick={signOut}>
          <LogOut className="icon" aria-hidden="true" />
          <span>{t('shell.menu.logout')}</span>
        </button>
      </div>
    </nav>
  )
}
