import type { staffShell as english } from '../../en/staff/shell.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffShell: Texts<typeof english> = {
  name: 'Banco',
  nameOf: 'Portico, il banco di {{company}}',
  skip: 'Vai al contenuto',
  sections: 'Sezioni',
  moreSections: 'Altro',
  rail: {
    tickets: 'Coda',
    visits: 'Visite',
    customers: 'Clienti',
    time: 'Ore',
    publish: 'Pubblica',
    portals: 'Portali',
    look: 'Aspetto',
    settings: 'Impostazioni',
  },
  toAnswer: 'da rispondere',
  yourMenu: 'il tuo menu',
  role: { technician: 'tecnico', office: 'ufficio', administrator: 'amministratore' },
  search: 'Cerca',
  searchKey: 'Cerca e comandi',
  keysKey: 'Questi tasti',
  account: 'Il tuo account',
  letterKeys: 'Usa i tasti di una sola lettera',
  language: 'Lingua',
  scheme: { title: 'Tema', light: 'Chiaro', dark: 'Scuro', system: 'Come il sistema' },
  density: { title: 'Densità', comfortable: 'Ampia', compact: 'Compatta' },
  signOut: 'Esci',
  notifications: 'Avvisi',
  screenFailed: 'Non è stato possibile mostrare questa pagina',
  screenAwaited: 'Si aprirà da sola appena il server torna raggiungibile.',
  seeAs: {
    button: 'Vedi come {{name}}',
    blocked: 'Il browser ha bloccato la nuova scheda. Consenti le finestre di questo sito e riprova.',
  },
  notFound: {
    title: 'Pagina non trovata',
    text: 'L’indirizzo potrebbe essere sbagliato, oppure quello a cui portava non c’è più.',
    home: 'Vai alla coda',
  },
}
