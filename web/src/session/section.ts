import type { Contact } from '@portico/contract/auth'
import type { DocumentPurpose } from '@portico/contract/sections'
import type { AnyRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { LazyTexts } from '../text/texts.ts'

type MenuEntryOptions<Key extends string> = {
  /** The address behind portal and contact; the entry's names in `text/menu-names.ts` have it too. */
  key: Key
  /** Entries of a group stand together. */
  group: 'tickets' | 'work' | 'files'
  icon: LucideIcon
  /** Who sees the entry. `hasPublicFiles` says whether the portal has any. */
  isOpen: (contact: Contact, hasPublicFiles: boolean) => boolean
  /** The dashboard leads here only where no other entry is open. */
  lastResort?: boolean
}

/** An entry of the main menu, with its route's address. */
export const menuEntry = <const Key extends string>(options: MenuEntryOptions<Key>) => ({
  ...options,
  to: `/$company/$contactid/${options.key}` as const,
})

/** What a section declares of itself; `app/sections/sections.ts` lists them, and everything else follows from that. */
export type Section = {
  /** Its entries of the main menu, in the menu's order. */
  menu?: readonly ReturnType<typeof menuEntry>[]
  /** Its texts that are loaded with its screens. */
  texts?: readonly LazyTexts[]
  /** The records that live events of a purpose concern, and the first word of their query keys. */
  liveRecords?: {
    purpose: DocumentPurpose
    queryKey: string
    /** Whether a new record can change rows anywhere in the list, so that all loaded pages are read again. */
    changesRows?: true
  }
  /** Its addresses: outside of any portal, of a portal, of a contact. */
  rootRoutes?: readonly AnyRoute[]
  portalRoutes?: readonly AnyRoute[]
  contactRoutes?: readonly AnyRoute[]
}
