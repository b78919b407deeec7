import type { staffRecords as english } from '../../../en/staff/records/records.ts'
import type { Texts } from '../../../shape/catalogue-shape.ts'

export const staffRecords: Texts<typeof english> = {
  customer: {
    name: 'Cliente',
    any: 'Tutti i clienti',
    choose: 'Scegli il cliente',
    search: 'Cerca tra i clienti',
    clear: 'Tutti i clienti',
    loading: 'Ricerca dei clienti',
    missing: 'Scegli il cliente',
    count_one: '{{count}} cliente',
    count_other: '{{count}} clienti',
  },
  portal: 'Portale',
  anyPortal: 'Tutti i portali',
  clearFilter: 'Azzera il filtro',
  clearFilters: 'Togli i filtri',
  moreLoading: 'Caricamento di altre righe',
  moreFailed: 'Non è stato possibile caricare altre righe',
  optional: 'facoltativo',
  save: 'Salva',
  saved: 'Salvato',
  change: 'Modifica',
  changeOf: 'Modifica {{name}}',
  remove: 'Elimina',
  removeOf: 'Elimina {{name}}',
  removed: 'Eliminato',
  undo: 'Annulla',
  close: 'Fatto',
  more: 'Altro',
  acts: 'Azioni',
  loading: 'Caricamento',
  failed: 'Non è stato possibile caricare questa pagina',
  goneText: 'Forse è stato eliminato, oppure non è tra quelli per cui lavori.',
  seen: 'Come lo vede il cliente',
  outside:
    'Arriva da un’importazione o da un altro programma: le modifiche fatte qui vengono sovrascritte al prossimo invio. Il suo codice là:',
  crossed:
    'Nel frattempo qualcun altro ha cambiato: {{fields}}. Quello che hai scritto è ancora qui: salva di nuovo per tenerlo.',
  crossedField: '{{field}} «{{value}}»',
  crossedEmpty: 'vuoto',
  crossedSome:
    'Nel frattempo qualcun altro ha cambiato questi dati. Quello che hai scritto è ancora qui: salva di nuovo per tenerlo.',
  crossedReload: 'Nel frattempo qualcun altro ha cambiato questi dati. Chiudi, guarda com’è ora e riprova.',
}
