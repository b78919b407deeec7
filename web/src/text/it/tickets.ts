import type { Texts } from '../catalogue-shape.ts'
import type { tickets as english } from '../en/tickets.ts'

export const tickets: Texts<typeof english> = {
  list: {
    notOpened: 'Puoi vedere questi ticket ma non aprirli: il tuo accesso non comprende la gestione dei ticket.',
    newTicket: 'Nuovo ticket',
    status: 'Stato dei ticket',
    openOrPending: 'Aperti o in attesa',
    all: 'Tutti',
    loading: 'Caricamento dei ticket',
    more: {
      loading: 'Caricamento di altri ticket',
      failed: 'Non è stato possibile caricare altri ticket.',
    },
    column: {
      number: 'Numero',
      title: 'Titolo',
      status: 'Stato',
      raisedBy: 'Aperto da',
      next: 'Prossima attività',
      created: 'Creato',
      assignedTo: 'Assegnato a',
    },
    nextShort: 'Prossima attività',
    notPlanned: 'Non pianificata',
    unassigned: 'Non assegnato',
    foot: {
      showing_one: '{{count}} ticket in elenco',
      showing_other: '{{count}} ticket in elenco',
      open_one: '{{count}} ticket aperto o in attesa',
      open_other: 'Tutti i {{count}} ticket aperti o in attesa',
      part: '{{shown}} ticket su {{total}}',
      closedHidden: 'I ticket chiusi sono nascosti.',
      showAll: 'Mostra tutti',
    },
    empty: {
      mineTitle: 'Ancora nessun ticket',
      mineText: 'Se qualcosa non funziona o hai bisogno di qualcosa, apri un ticket: lo seguirai da qui.',
      allTitle: 'Ancora nessun ticket',
      allText: 'Qui compariranno i ticket di tutte le persone di {{company}}.',
      openTitle: 'Nessun ticket aperto',
      openText: 'È tutto risolto. I ticket chiusi sono nascosti.',
      filteredTitle: 'Nessun elemento trovato',
      filteredText: 'Nessun ticket corrisponde ai filtri impostati.',
      showClosed: 'Mostra anche i ticket chiusi',
      clear: 'Azzera i filtri',
    },
    failed: 'Non è stato possibile caricare i ticket',
  },
  filter: {
    created: 'Creato',
    search: 'Ricerca “{{text}}”',
    clearSearch: 'Rimuovi la ricerca “{{text}}”',
  },
}
