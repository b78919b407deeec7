import { staffTicketViews } from '@portico/contract/staff/tickets'
import { hasRole } from '@portico/contract/staff-roles'
import { useRouter } from '@tanstack/react-router'
import {
  History,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Signature,
  Sun,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { useScheme } from '../../session/appearance.ts'
import { staffSignOut } from '../../staff/session/data.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useText } from '../../text/use-text.ts'
import { folded } from '../../ui/select/folded.ts'
import { settingsEntries } from '../sections/sections.ts'
import { useRailEntries } from '../sections/use-rail-entries.ts'

/** A command of the palette: what it is called, the keys that do the same, and what it does. `address` opens in a new tab as well. */
export type Command = {
  key: string
  text: string
  icon: LucideIcon
  keys?: readonly string[]
  address?: string
  run: () => void
}

/** The commands whose names hold every word that is searched. */
export const findCommands = (commands: readonly Command[], q: string) => {
  const words = q.split(/\s+/).map(folded).filter(Boolean)
  return commands.filter(({ text }) => words.every(word => folded(text).includes(word)))
}

const schemeIcons = { light: Sun, dark: Moon, system: SunMoon }

/** Every command that the signed-in employee has. */
export const useCommands = (showKeys: () => void): Command[] => {
  const { t } = useText()
  const router = useRouter()
  const me = useMe()
  const rail = useRailEntries()
  const [scheme, setScheme] = useScheme()
  const goTo = (address: string) => ({ address, run: () => void router.navigate({ href: address }) })
  return [
    { key: 'new', text: t('staffPalette.newTicket'), icon: Plus, keys: ['C'], ...goTo('/staff/tickets/new') },
    ...staffTicketViews.map(view => ({
      key: `view-${view}`,
      text: t('staffPalette.view', { view: t(`staffQueue.views.${view}`) }),
      icon: Inbox,
      ...goTo(`/staff/tickets?view=${view}`),
    })),
    ...rail.map(({ key, to, icon, goKey }) => ({
      key: `section-${key}`,
      text: t(`staffShell.rail.${key}`),
      icon,
      keys: ['G', goKey.toUpperCase()],
      ...goTo(`/staff${to}`),
    })),
    ...(hasRole(me.role, 'office')
      ? [
          { key: 'published', text: t('staffPalette.published'), icon: History, ...goTo('/staff/publish/published') },
          {
            key: 'signatures',
            text: t('staffPalette.signatures'),
            icon: Signature,
            ...goTo('/staff/publish/signatures'),
          },
        ]
      : []),
    ...settingsEntries
      .filter(({ isOpen }) => isOpen(me))
      .map(({ key, to, icon }) => ({
        key: `setting-${key}`,
        text: t('staffPalette.setting', { page: t(`staffSettings.nav.${key}`) }),
        icon,
        ...goTo(`/staff${to}`),
      })),
    { key: 'account', text: t('staffShell.account'), icon: UserRound, ...goTo('/staff/account') },
    ...(['light', 'dark', 'system'] as const)
      .filter(one => one !== scheme)
      .map(one => ({
        key: `scheme-${one}`,
        text: t('staffPalette.scheme', { scheme: t(`staffShell.scheme.${one}`) }),
        icon: schemeIcons[one],
        run: () => setScheme(one),
      })),
    { key: 'keys', text: t('staffPalette.keys'), icon: Keyboard, keys: ['?'], run: showKeys },
    { key: 'sign-out', text: t('staffShell.signOut'), icon: LogOut, run: () => void staffSignOut() },
  ]
}
