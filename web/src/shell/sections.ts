import type { Contact } from '@portico/contract/auth'
import type { Flag } from '@portico/contract/permissions'
import { ContactRound, Layers, type LucideIcon, ShieldCheck, Ticket } from 'lucide-react'

/**
 * A section of the menu. `flag` opens it (spec 6); `lastResort` sections are the dashboard's choice only after all others
 * (decisions 3). Entries of one `group` stand together.
 */
type Section = { key: string; group: string; flag: Flag; to: string; icon: LucideIcon; lastResort: boolean }

const at = '/$company/$contactid'

/** The sections in the order of the menu (spec 2). */
export const sections = [
  { key: 'tickets', group: 'tickets', flag: 'manageTickets', to: `${at}/tickets`, icon: Ticket, lastResort: false },
  {
    key: 'alltickets',
    group: 'tickets',
    flag: 'administrator',
    to: `${at}/alltickets`,
    icon: Layers,
    lastResort: true,
  },
] as const satisfies readonly Section[]

/** The portal's own pages, open to everybody. */
export const pages = [
  { key: 'privacy', to: `${at}/privacy`, icon: ShieldCheck },
  { key: 'contacts', to: `${at}/contacts`, icon: ContactRound },
] as const

/** The sections that a contact may see (spec 6). */
export const sectionsOf = (contact: Contact) => sections.filter(section => contact[section.flag])

/** Where the dashboard leads (spec 2; decisions 3): undefined where nothing is open. */
export const firstSection = (contact: Contact) => {
  const open = sectionsOf(contact)
  return open.find(section => !section.lastResort) ?? open[0]
}
