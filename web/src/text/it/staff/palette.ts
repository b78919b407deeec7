import type { staffPalette as english } from '../../en/staff/palette.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffPalette: Texts<typeof english> = {
  name: 'Cerca e comandi',
  placeholder: 'Cerca ovunque, o scrivi un comando',
  move: 'scegli',
  open: 'apri',
  newTab: 'in una scheda',
  changeScope: 'cambia categoria',
  searching: 'Ricerca in corso',
  results_one: '{{count}} risultato',
  results_other: '{{count}} risultati',
  none: 'Nessun risultato. Qui sotto ci sono i comandi.',
  scopes: 'Categorie',
  kind: {
    all: 'Tutto',
    tickets: 'Ticket',
    customers: 'Clienti',
    people: 'Persone',
    invoices: 'Fatture',
    assets: 'Asset',
  },
  commands: 'Comandi',
  newTicket: 'Nuovo ticket',
  view: 'Coda: {{view}}',
  accounts: 'Impostazioni: persone e ruoli',
  log: 'Impostazioni: registro',
  scheme: 'Tema: {{scheme}}',
  keys: 'Tasti',
  keysText: 'Valgono quando non stai scrivendo.',
  shift: 'Maiusc',
  place: {
    everywhere: 'Ovunque',
    queue: 'Coda',
    ticket: 'Ticket',
    publish: 'Pubblica',
  },
}
