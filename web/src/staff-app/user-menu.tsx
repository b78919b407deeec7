import { languages } from '@portico/contract/language'
import { useRouter } from '@tanstack/react-router'
import { LogOut, UserRound } from 'lucide-react'
import { densities, schemes } from '../api/local-storage.ts'
import { useDensity, useScheme } from '../session/appearance.ts'
import { staffSignOut } from '../staff/session/data.ts'
import { useMe } from '../staff/session/use-me.ts'
import { useChangePreferences } from '../staff/session/use-preferences.ts'
import { languageNames, localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Avatar } from '../ui/feedback/avatar.tsx'
import { Menu, type MenuGroup } from '../ui/overlay/menu.tsx'

const useGroups = (): MenuGroup[] => {
  const { t } = useText()
  const [scheme, setScheme] = useScheme()
  const [density, setDensity] = useDensity()
  const language = useLanguage()
  const { changeLanguage } = useChangePreferences()
  const router = useRouter()
  return [
    {
      id: 'account',
      entries: [
        {
          id: 'account',
          icon: <UserRound className="icon" aria-hidden="true" />,
          text: t('staffShell.account'),
          onSelect: () => void router.navigate({ to: '/account' }),
        },
      ],
    },
    {
      id: 'language',
      title: t('staffShell.language'),
      entries: languages.map(one => ({
        id: one,
        text: <span lang={localeOf(one)}>{languageNames[one]}</span>,
        checked: one === language,
        onSelect: () => changeLanguage(one),
      })),
    },
    {
      id: 'scheme',
      title: t('staffShell.scheme.title'),
      entries: schemes.map(one => ({
        id: one,
        text: t(`staffShell.scheme.${one}`),
        checked: one === scheme,
        onSelect: () => setScheme(one),
      })),
    },
    {
      id: 'density',
      title: t('staffShell.density.title'),
      entries: densities.map(one => ({
        id: one,
        text: t(`staffShell.density.${one}`),
        checked: one === density,
        onSelect: () => setDensity(one),
      })),
    },
    {
      id: 'sign-out',
      entries: [
        {
          id: 'sign-out',
          icon: <LogOut className="icon" aria-hidden="true" />,
          text: t('staffShell.signOut'),
          onSelect: () => void staffSignOut(),
        },
      ],
    },
  ]
}

/** One's own menu: language, appearance, signing out. */
export const UserMenu = () => {
  const { t } = useText()
  const { displayName, serviceCompany, role } = useMe()
  const groups = useGroups()
  return (
    <Menu
      label={t('staffShell.yourMenu')}
      groups={groups}
      head={
        <div className="menu-head">
          <Avatar name={displayName} size="md" />
          <span className="option-text">
            <b>{displayName}</b>
            <small>
              {serviceCompany.name}, {t(`staffShell.role.${role}`)}
            </small>
          </span>
        </div>
      }
      trigger={props => (
        <button type="button" {...props} className="rail-item rail-user">
          <Avatar name={displayName} size="md" />
          <span className="sr-only">
            {displayName}, {t('staffShell.yourMenu')}
          </span>
        </button>
      )}
    />
  )
}
