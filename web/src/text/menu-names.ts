import type { Locale } from './languages.ts'

type Names = Record<Locale, string>
type Entry = { menu: Names; tab?: Names }

/**
 * What the main menu calls the entries of the sections, by their keys. `tab` is for the tab bar of a phone, where the name is
 * too long for it. They are in one file, not in the catalogues, so that a new section names its entry once.
 */
export const menuNames = {
  tickets: {
    menu: { it: 'I miei ticket', en: 'My Tickets', es: 'Mis tickets' },
    tab: { it: 'Ticket', en: 'Tickets', es: 'Tickets' },
  },
  alltickets: {
    menu: { it: 'Tutti i ticket', en: 'All Tickets', es: 'Todos los tickets' },
    tab: { it: 'Tutti', en: 'All', es: 'Todos' },
  },
  activitycontracts: { menu: { it: 'Contratti', en: 'Contracts', es: 'Contratos' } },
  servicecontracts: { menu: { it: 'Contratti', en: 'Contracts', es: 'Contratos' } },
  recurringAdvances: {
    menu: { it: 'Abbonamenti attivi', en: 'Active Subscriptions', es: 'Suscripciones activas' },
    tab: { it: 'Abbonamenti', en: 'Subscriptions', es: 'Suscripciones' },
  },
  activityreports: {
    menu: { it: 'Rapportini', en: 'Reports', es: 'Partes de trabajo' },
    tab: { it: 'Rapportini', en: 'Reports', es: 'Partes' },
  },
  wiki: { menu: { it: 'Wiki', en: 'Wiki', es: 'Wiki' } },
  estimates: { menu: { it: 'Preventivi', en: 'Estimates', es: 'Presupuestos' } },
  invoices: { menu: { it: 'Fatture', en: 'Invoices', es: 'Facturas' } },
  documents: {
    menu: { it: 'File aziendali', en: 'Company Files', es: 'Archivos de empresa' },
    tab: { it: 'File', en: 'Files', es: 'Archivos' },
  },
  publicfiles: {
    menu: { it: 'File pubblici', en: 'Public Files', es: 'Archivos públicos' },
    tab: { it: 'Pubblici', en: 'Public', es: 'Públicos' },
  },
} satisfies Record<string, Entry>

type Texts = Record<keyof typeof menuNames, string>

/** The names in a language, as the texts of `shell.menu` and `shell.tab`. */
export const menuTexts = (locale: Locale) => {
  const entries: [string, Entry][] = Object.entries(menuNames)
  const texts = (nameOf: (entry: Entry) => Names) =>
    Object.fromEntries(entries.map(([key, entry]) => [key, nameOf(entry)[locale]])) as Texts
  return { shell: { menu: texts(({ menu }) => menu), tab: texts(({ menu, tab }) => tab ?? menu) } }
}
