import type { Locale } from './languages.ts'

/**
 * Texts that come with the screens of their section, so that the start does not grow with the sections: `withTexts` in
 * router.tsx loads them. A section's key is the name that its files export, and the first part of its texts' keys. The
 * first three belong to several: `lists` and their panels, `files` that are sent, the `editor`.
 */
export const sectionTexts = {
  lists: {
    it: () => import('./it/lists.ts'),
    en: () => import('./en/lists.ts'),
    es: () => import('./es/lists.ts'),
  },
  files: {
    it: () => import('./it/files.ts'),
    en: () => import('./en/files.ts'),
    es: () => import('./es/files.ts'),
  },
  editor: {
    it: () => import('./it/editor.ts'),
    en: () => import('./en/editor.ts'),
    es: () => import('./es/editor.ts'),
  },
  appointments: {
    it: () => import('./it/appointments.ts'),
    en: () => import('./en/appointments.ts'),
    es: () => import('./es/appointments.ts'),
  },
  tasks: {
    it: () => import('./it/tasks.ts'),
    en: () => import('./en/tasks.ts'),
    es: () => import('./es/tasks.ts'),
  },
  access: {
    it: () => import('./it/access.ts'),
    en: () => import('./en/access.ts'),
    es: () => import('./es/access.ts'),
  },
  contracts: {
    it: () => import('./it/contracts.ts'),
    en: () => import('./en/contracts.ts'),
    es: () => import('./es/contracts.ts'),
  },
  estimates: {
    it: () => import('./it/estimates.ts'),
    en: () => import('./en/estimates.ts'),
    es: () => import('./es/estimates.ts'),
  },
  invoices: {
    it: () => import('./it/invoices.ts'),
    en: () => import('./en/invoices.ts'),
    es: () => import('./es/invoices.ts'),
  },
  reports: {
    it: () => import('./it/reports.ts'),
    en: () => import('./en/reports.ts'),
    es: () => import('./es/reports.ts'),
  },
  subscriptions: {
    it: () => import('./it/subscriptions.ts'),
    en: () => import('./en/subscriptions.ts'),
    es: () => import('./es/subscriptions.ts'),
  },
  ticket: {
    it: () => import('./it/ticket.ts'),
    en: () => import('./en/ticket.ts'),
    es: () => import('./es/ticket.ts'),
  },
  wiki: {
    it: () => import('./it/wiki.ts'),
    en: () => import('./en/wiki.ts'),
    es: () => import('./es/wiki.ts'),
  },
  connection: {
    it: () => import('./it/connection.ts'),
    en: () => import('./en/connection.ts'),
    es: () => import('./es/connection.ts'),
  },
  documents: {
    it: () => import('./it/documents.ts'),
    en: () => import('./en/documents.ts'),
    es: () => import('./es/documents.ts'),
  },
  publicFiles: {
    it: () => import('./it/public-files.ts'),
    en: () => import('./en/public-files.ts'),
    es: () => import('./es/public-files.ts'),
  },
  signing: {
    it: () => import('./it/signing.ts'),
    en: () => import('./en/signing.ts'),
    es: () => import('./es/signing.ts'),
  },
} satisfies Record<string, Record<Locale, () => Promise<object>>>

/** A section with texts of its own. */
export type Section = keyof typeof sectionTexts

type English<S extends Section> = Awaited<ReturnType<(typeof sectionTexts)[S]['en']>>

/** The keys of all sections, as English has them. */
export type SectionTexts = { [S in Section]: English<S>[S & keyof English<S>] }
