import type { Contact } from '@portico/contract/auth'
import {
  BookText,
  CalendarPlus,
  ClipboardCheck,
  ContactRound,
  FilePlus2,
  FileSignature,
  Folder,
  Globe,
  Layers,
  type LucideIcon,
  ReceiptText,
  Repeat,
  ShieldCheck,
  Ticket,
} from 'lucide-react'

/**
 * A section: `key` is its address and names its texts in `shell.menu` and `shell.tab`; `isOpen` says to whom (spec 6);
 * `lastResort` ones are the dashboard's choice only after all others (decisions 3). Entries of one `group` stand together.
 */
type Section = {
  key: string
  group: 'tickets' | 'work' | 'files'
  isOpen: (contact: Contact, publicFiles: boolean) => boolean
  to: string
  icon: LucideIcon
  lastResort?: true
}

const at = '/$company/$contactid'

/**
 * The sections in the order of the menu (spec 2): tickets, alltickets, activitycontracts, servicecontracts,
 * recurringAdvances, activityreports, wiki, estimates, invoices, documents, publicfiles.
 */
export const sections = [
  {
    key: 'tickets',
    group: 'tickets',
    isOpen: contact => contact.manageTickets,
    to: `${at}/tickets`,
    icon: Ticket,
  },
  {
    key: 'alltickets',
    group: 'tickets',
    isOpen: contact => contact.administrator,
    to: `${at}/alltickets`,
    icon: Layers,
    lastResort: true,
  },
  {
    key: 'activitycontracts',
    group: 'work',
    isOpen: contact => contact.viewContactContracts && !contact.portalSettings.enableServiceContracts,
    to: `${at}/activitycontracts`,
    icon: FileSignature,
  },
  {
    key: 'servicecontracts',
    group: 'work',
    isOpen: contact => contact.viewContactContracts && contact.portalSettings.enableServiceContracts,
    to: `${at}/servicecontracts`,
    icon: FileSignature,
  },
  {
    key: 'recurringAdvances',
    group: 'work',
    isOpen: contact => contact.viewRecurringAdvances,
    to: `${at}/recurringAdvances`,
    icon: Repeat,
  },
  {
    key: 'activityreports',
    group: 'work',
    isOpen: contact => contact.viewContactActivityReports,
    to: `${at}/activityreports`,
    icon: ClipboardCheck,
  },
  {
    key: 'wiki',
    group: 'work',
    isOpen: contact => contact.viewContactWiki,
    to: `${at}/wiki`,
    icon: BookText,
  },
  {
    key: 'estimates',
    group: 'files',
    isOpen: contact => contact.viewEstimates,
    to: `${at}/estimates`,
    icon: FilePlus2,
  },
  {
    key: 'invoices',
    group: 'files',
    isOpen: contact => contact.viewContactInvoices,
    to: `${at}/invoices`,
    icon: ReceiptText,
  },
  {
    key: 'documents',
    group: 'files',
    isOpen: contact => contact.viewContactDocuments,
    to: `${at}/documents`,
    icon: Folder,
  },
  {
    key: 'publicfiles',
    group: 'files',
    isOpen: (_, publicFiles) => publicFiles,
    to: `${at}/publicfiles`,
    icon: Globe,
    lastResort: true,
  },
] as const satisfies readonly Section[]

/** The portal's own pages, open to everybody; of bookings only where something can be booked. */
export const pages = [
  { key: 'booking', to: '/appointments/$company', icon: CalendarPlus },
  { key: 'privacy', to: `${at}/privacy`, icon: ShieldCheck },
  { key: 'contacts', to: `${at}/contacts`, icon: ContactRound },
] as const

/** The sections that a contact may see (spec 6); `publicFiles` says whether the portal has any. */
export const sectionsOf = (contact: Contact, publicFiles: boolean) =>
  sections.filter(section => section.isOpen(contact, publicFiles))

/** Where the dashboard leads (spec 2; decisions 3): undefined where nothing is open. */
export const firstSection = (contact: Contact, publicFiles: boolean) => {
  const open = sectionsOf(contact, publicFiles)
  return open.find(section => !('lastResort' in section)) ?? open[0]
}
