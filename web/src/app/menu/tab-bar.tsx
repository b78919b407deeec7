import { Link, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { Menu, type MenuEntry } from '../../ui/overlay/menu.tsx'
import type { openEntries, pages } from '../sections/menu-entries.ts'
import { UnreadCount } from './unread-count.tsx'
import { useMark } from './use-mark.ts'
import { useOpenEntries, usePages } from './use-menu-entries.ts'

const shown = 4

type Entry = ReturnType<typeof openEntries>[number] | (typeof pages)[number]

const TabItem = ({ section: { key, to, icon: Icon } }: { section: ReturnType<typeof openEntries>[number] }) => {
  const { t } = useText()
  return (
    <Link className="tab-item" to={to} params={useHere()} {...useMark(key)}>
      <Icon className="icon" aria-hidden="true" />
      <span>{t(`shell.tab.${key}`)}</span>
      {key === 'tickets' && <UnreadCount />}
    </Link>
  )
}

/** The menu of a phone: the first four allowed sections, and More. Signing out is in the user's menu, far from a thumb's double tap. */
export const TabBar = () => {
  const { t } = useText()
  const here = useHere()
  const navigate = useNavigate()
  const open = useOpenEntries()
  const ownPages = usePages()
  const entryOf = ({ key, to, icon: Icon }: Entry): MenuEntry => ({
    id: key,
    icon: <Icon className="icon" aria-hidden="true" />,
    text: t(`shell.menu.${key}`),
    onSelect: () => void navigate({ to, params: here }),
  })
  const groups = [
    { id: 'sections', entries: open.slice(shown).map(entryOf) },
    { id: 'pages', entries: ownPages.map(entryOf) },
  ].filter(({ entries }) => entries.length > 0)
  return (
    <nav className="shell-tabbar" aria-label={t('shell.mainMenu')}>
      {open.slice(0, shown).map(section => (
        <TabItem key={section.key} section={section} />
      ))}
      <Menu
        label={t('shell.tab.more')}
        groups={groups}
        trigger={props => (
          <button type="button" {...props} className="tab-item">
            <MenuIcon className="icon" aria-hidden="true" />
            <span>{t('shell.tab.more')}</span>
          </button>
        )}
      />
    </nav>
  )
}
