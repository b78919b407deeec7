import type { Texts } from '../catalogue-shape.ts'
import type { lists as english } from '../en/lists.ts'

export const lists: Texts<typeof english> = {
  loading: 'Caricamento',
  moreLoading: 'Caricamento di altri elementi',
  moreFailed: 'Non è stato possibile caricare gli elementi successivi.',
  all_one: '{{count}} elemento in elenco',
  all_other: '{{count}} elementi in elenco',
  part: '{{shown}} di {{total}} in elenco',
  total: 'Totale',
  filteredText: 'Nulla corrisponde a ciò che cerchi.',
  clearFilters: 'Azzera i filtri',
  actions: 'Azioni',
  panel: {
    close: 'Chiudi il pannello',
    previous: 'Precedente',
    next: 'Successivo',
    resize: 'Larghezza del pannello',
    goneTitle: 'Non è in questo elenco',
    goneText: 'Non esiste più, oppure i filtri lo escludono.',
  },
  file: {
    download: 'Scarica',
    downloadNamed: 'Scarica {{name}}',
    newTab: 'Apri in una nuova scheda',
    noPreview: 'Anteprima non disponibile',
    noPreviewText: 'Puoi scaricare il file e aprirlo sul tuo dispositivo.',
    failed: 'Non è stato possibile aprire il file',
    failedText: 'Riprova tra poco. Se succede ancora, segnalacelo.',
    loading: 'Apertura del file',
    zoomIn: 'Ingrandisci',
    zoomOut: 'Riduci',
    fitWidth: 'Adatta alla larghezza',
    page: 'Pagina {{page}} di {{pages}}',
    previousPage: 'Pagina precedente',
    nextPage: 'Pagina successiva',
  },
}
