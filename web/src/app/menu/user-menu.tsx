import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { densities, schemes } from '../../api/local-storage.ts'
import { useContactGroups } from '../../page/contact-switcher.tsx'
import { useLanguageEntries } from '../../page/language-picker.tsx'
import { useDensity, useScheme } from '../../session/appearance.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { Menu, type MenuGroup } from '../../ui/overlay/menu.tsx'

const useGroups = (): MenuGroup[] => {
  const { t } = useText()
  const here = useHere()
  const navigate = useNavigate()
  const [scheme, setScheme] = useScheme()
  const [density, setDensity] = useDensity()
  const contacts = useContactGroups()
  const languages = useLanguageEntries()
  const signOut = useSignOut()
  return [
    {
      id: 'account',
      entries: [
        {
          id: 'account',
          icon: <UserRound className="icon" aria-hidden="true" />,
          text: t('shell.account'),
          onSelect: () => void navigate({ to: '/$company/$contactid/account', params: here }),
        },
      ],
    },
    // On a phone the header has no room for these two.
    ...contacts.map(group => ({ ...group, id: `contact-${group.id}`, className: 'phone-only' })),
    { id: 'language', title: t('shell.language'), entries: languages, className: 'phone-only' },
    {
      id: 'scheme',
      title: t('shell.scheme.title'),
      entries: schemes.map(one => ({
        id: one,
        text: t(`shell.scheme.${one}`),
        checked: one === scheme,
        onSelect: () => setScheme(one),
      })),
    },
    {
      id: 'density',
      title: t('shell.density.title'),
      entries: densities.map(one => ({
        id: one,
        text: t(`shell.density.${one}`),
        checked: one === density,
        onSelect: () => setDensity(one),
      })),
    },
    {
      id: 'logout',
      entries: [
        {
          id: 'logout',
          icon: <LogOut className="icon" aria-hidden="true" />,
          text: t('shell.menu.logout'),
          onSelect: signOut,
        },
      ],
    },
  ]
}

/** The user's menu: name, account, appearance and logout; on a phone also portal and language. */
export const UserMenu = () => {
  const { t } = useText()
  const { me, contact } = useEntered()
  const groups = useGroups()
  const name = contact.referentName || me.userName
  return (
    <Menu
      label={t('shell.userMenu')}
      groups={groups}
      head={
        <div className="menu-head">
          <Avatar name={name} size="md" />
          <span className="option-text">
            <b>{name}</b>
            <small>{contact.companyName}</small>
          </span>
        </div>
      }
      trigger={props => (
        <button type="button" {...props} className="header-control user-badge">
          <Avatar name={name} />
          <span className="sr-only">{t('shell.userMenu')}: </span>
          <span className="header-label">{name}</span>
          <ChevronDown className="icon header-chevron" aria-hidden="true" />
        </button>
      )}
    />
  )
}
