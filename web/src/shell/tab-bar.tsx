import { Link, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import type { pages, sectionsOf } from './sections.ts'
import { useHere } from './use-here.ts'
import { usePages, useSections } from './use-sections.ts'

const shown = 4
const active = { 'aria-current': 'page' } as const

type Entry = ReturnType<typeof sectionsOf>[number] | (typeof pages)[number]

/** The menu of a phone: the first four allowed sections, and More. Signing out is in the user's menu, far from a thumb's double tap. */
export const TabBar = () => {
  const { t } = useTranslation()
  const here = useHere()
  const navigate = useNavigate()
  const open = useSections()
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
      {open.slice(0, shown).map(({ key, to, icon: Icon }) => (
        <Link key={key} className="tab-item" to={to} params={here} activeProps={active}>
          <Icon className="icon" aria-hidden="true" />
          <span>{t(`shell.tab.${key}`)}</span>
        </Link>
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
