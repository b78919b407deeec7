import type { Contact } from '@portico/contract/auth'
import { CalendarPlus, ContactRound, ShieldCheck } from 'lucide-react'
import { menuEntries } from './sections.ts'

/** The portal's own pages, at the end of the menu; that of bookings only where something can be booked. */
export const pages = [
  { key: 'booking', to: '/appointments/$company', icon: CalendarPlus },
  { key: 'privacy', to: '/$company/$contactid/privacy', icon: ShieldCheck },
  { key: 'contacts', to: '/$company/$contactid/contacts', icon: ContactRound },
] as const

/** The menu entries that a contact may see; `hasPublicFiles` says whether the portal has any. */
export const openEntries = (contact: Contact, hasPublicFiles: boolean) =>
  menuEntries.filter(entry => entry.isOpen(contact, hasPublicFiles))

/** Where the dashboard leads; undefined where nothing is open. */
export const firstEntry = (contact: Contact, hasPublicFiles: boolean) => {
  const open = openEntries(contact, hasPublicFiles)
  return open.find(entry => !entry.lastResort) ?? open[0]
}
