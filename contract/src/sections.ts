import type { Flag } from './permissions.ts'

/** What both sides know of a section. */
type SectionFacts = {
  /** First segments of its pages and of its calls below `/api`; no portal can be called by one of them. */
  addresses: readonly string[]
  /** What a file of the section is stored for; such a file belongs to nothing else. */
  files?: readonly string[]
  /** The flag that opens every file of the section, and that its readers need to hear of a new record. Without it the section decides. */
  flag?: Flag
}

/** The sections of the product, each with what the whole product has to know of it. */
export const sections = {
  appointments: { addresses: ['appointments', 'tasks'] },
  auth: { addresses: ['login', 'confirm', 'link', 'account', 'contacts', 'auth', 'users', 'me'] },
  contracts: {
    addresses: ['activitycontracts', 'servicecontracts'],
    files: ['contract'],
    flag: 'viewContactContracts',
  },
  documents: { addresses: ['documents'], files: ['document'], flag: 'viewContactDocuments' },
  estimates: { addresses: ['estimates'], files: ['estimate'], flag: 'viewEstimates' },
  files: { addresses: ['files', 'pictures'] },
  invoices: { addresses: ['invoices'], files: ['invoice'], flag: 'viewContactInvoices' },
  notifications: { addresses: ['notifications'] },
  people: { addresses: ['people'] },
  portals: { addresses: ['portals', 'settings', 'privacy'] },
  'public-files': { addresses: ['publicfiles'] },
  reports: { addresses: ['activityreports'], files: ['report'], flag: 'viewContactActivityReports' },
  signing: { addresses: ['signing', 'verify'] },
  subscriptions: { addresses: ['recurringadvances'], files: ['subscription'], flag: 'viewRecurringAdvances' },
  tickets: { addresses: ['tickets', 'alltickets'], files: ['ticket', 'comment'] },
  wiki: { addresses: ['wiki'], files: ['wiki'], flag: 'viewContactWiki' },
} as const satisfies Record<string, SectionFacts>

type Sections = (typeof sections)[keyof typeof sections]

/** What a file that a customer may open is stored for. */
export type FilePurpose = Extract<Sections, { files: readonly string[] }>['files'][number]

/** What a file is stored for in a section that one flag opens; names the section in live events, too. */
export type DocumentPurpose = Extract<Sections, { flag: Flag }>['files'][number]

/** For each {@link DocumentPurpose} the flag that its readers need: to open the file, and to hear of a new record. */
export const documentFlags = Object.fromEntries(
  Object.values<SectionFacts>(sections).flatMap(({ files = [], flag }) =>
    flag ? files.map(file => [file, flag]) : [],
  ),
) as Record<DocumentPurpose, Flag>

/** What customers do, as the event feed of the service company names it. */
export const actTypes = [
  'ticket.created',
  'ticket.closed',
  'ticket.reopened',
  'comment.created',
  'document.created',
  'document.signed',
  'document.declined',
  'document.sealCompleted',
  'document.codeFailed',
  'appointment.booked',
  'appointment.moved',
  'appointment.cancelled',
  'profile.changed',
  'invitation.accepted',
] as const

/** One of {@link actTypes}. */
export type ActType = (typeof actTypes)[number]

/** What the staff do, as the feed names it for those who ask for it. */
export const staffActTypes = [
  'staff.ticket.raised',
  'staff.ticket.assigned',
  'staff.ticket.changed',
  'staff.ticket.closed',
  'staff.ticket.reopened',
  'staff.ticket.linked',
  'staff.ticket.unlinked',
  'staff.ticket.merged',
  'staff.ticket.copied',
  'staff.tickets.changed',
  'staff.comment.created',
  'staff.note.created',
  'staff.time.noted',
  'staff.appointment.moved',
  'staff.appointment.cancelled',
  'staff.account.made',
  'staff.account.changed',
  'staff.account.ended',
  'staff.account.restored',
  'staff.contact.archived',
  'staff.contact.restored',
  'staff.contact.merged',
] as const

/** One of {@link staffActTypes}. */
export type StaffActType = (typeof staffActTypes)[number]
