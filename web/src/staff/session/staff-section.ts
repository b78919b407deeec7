import type { StaffMe } from '@portico/contract/staff/session'
import type { AnyRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { LazyTexts } from '../../text/texts.ts'

/** An entry of the rail, with the key of its name below `staffShell.rail` and the letter that follows `G`. */
type RailEntry<Key extends string, To extends string> = {
  key: Key
  to: To
  icon: LucideIcon
  goKey: string
  /** Who sees it; absent: everybody. */
  isOpen?: (me: StaffMe) => boolean
}

/** An entry of the rail. */
export const railEntry = <const Key extends string, const To extends string>(entry: RailEntry<Key, To>) => entry

/** An entry of the settings' menu, in one of its groups, with the key of its name below `staffSettings.nav`. */
type SettingsEntry<Key extends string, To extends string> = {
  key: Key
  group: 'team' | 'connections' | 'company' | 'installation'
  to: To
  icon: LucideIcon
  /** Who sees it. */
  isOpen: (me: StaffMe) => boolean
}

/** An entry of the settings' menu. */
export const settingsEntry = <const Key extends string, const To extends string>(entry: SettingsEntry<Key, To>) => entry

/** What a section declares of its screens for the staff; `staff-app/sections/sections.ts` lists them. */
export type StaffSection = {
  rail?: readonly ReturnType<typeof railEntry>[]
  /** Its texts that are loaded with its screens. */
  texts?: readonly LazyTexts[]
  /** Its addresses before and behind the sign-in. */
  rootRoutes?: readonly AnyRoute[]
  signedInRoutes?: readonly AnyRoute[]
  /** Its entries of the settings' menu, and their addresses below `/settings`. */
  settings?: readonly ReturnType<typeof settingsEntry>[]
  settingsRoutes?: readonly AnyRoute[]
}
