import type { Texts } from '../catalogue-shape.ts'
import type { pickers as english } from '../en/pickers.ts'

export const pickers: Texts<typeof english> = {
  dates: {
    dialog: 'Scegli le date',
    clear: 'Togli le date',
    start: 'Dal',
    end: 'Al',
    to: 'al',
    days_one: '{{count}} giorno',
    days_other: '{{count}} giorni',
    preset: {
      none: 'Qualsiasi data',
      today: 'Oggi',
      yesterday: 'Ieri',
      currentWeek: 'Questa settimana',
      lastWeek: 'Settimana scorsa',
      currentMonth: 'Questo mese',
      lastMonth: 'Mese scorso',
      currentYear: 'Quest’anno',
      lastYear: 'Anno scorso',
    },
  },
  users: {
    one: 'utente',
    many: 'utenti',
    any: 'Qualsiasi utente',
    name: 'Colleghi',
    clear: 'Togli gli utenti',
    search: 'Cerca un collega',
    selected: 'Selezionati',
    you: 'Tu',
    of: '{{chosen}} su {{all}}',
  },
  assets: {
    any: 'Qualsiasi asset',
    name: 'Asset',
    choose: 'Scegli un asset',
    clear: 'Togli l’asset',
    search: 'Cerca un asset',
    loading: 'Ricerca in corso',
    failed: 'Non è stato possibile caricare gli asset.',
    found_one: '{{count}} asset',
    found_other: '{{count}} asset',
    containing: 'Asset con “{{text}}”',
  },
  clearSearch: 'Cancella la ricerca',
}
