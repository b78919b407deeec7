import type { shell as english } from '../en/shell.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const shell: Texts<typeof english> = {
  skip: 'Vai al contenuto',
  mainMenu: 'Menu principale',
  menu: {
    booking: 'Prenota un appuntamento',
    privacy: 'Informativa privacy',
    contacts: 'Contatti',
    logout: 'Esci',
  },
  tab: {
    more: 'Altro',
  },
  openTickets_one: '{{count}} ticket aperto',
  openTickets_other: '{{count}} ticket aperti',
  unreadTickets_one: '{{count}} ticket con messaggi non letti',
  unreadTickets_other: '{{count}} ticket con messaggi non letti',
  switchContact: 'Portale e contatto',
  search: 'Cerca nei ticket',
  language: 'Lingua',
  userMenu: 'Il tuo account',
  account: 'Account',
  scheme: { title: 'Tema', light: 'Chiaro', dark: 'Scuro', system: 'Sistema' },
  density: { title: 'Densità', comfortable: 'Comoda', compact: 'Compatta' },
  notifications: 'Notifiche',
  loading: 'Caricamento',
  footer: 'Portale',
  screenFailed: 'Non è stato possibile mostrare questa pagina',
  screenAwaited: 'Si aprirà da sola appena il portale torna raggiungibile.',
  forbidden: {
    title: 'Non hai accesso a questa sezione',
    text: 'Il tuo account per {{company}} non la comprende. Chi gestisce il portale nella tua azienda può richiederla.',
    home: 'Vai alle sezioni disponibili',
  },
  notFound: {
    title: 'Pagina non trovata',
    text: "L'indirizzo potrebbe essere sbagliato, oppure il contenuto non c'è più.",
    home: "Vai all'inizio",
  },
  nothingOpen: {
    title: 'Ancora nessuna sezione disponibile',
    text: 'Finora non ti è stata aperta nessuna sezione di questo portale. Questi recapiti possono aiutarti.',
    noContact: 'Non sei ancora collegato a nessuna azienda. Chiedi a chi ti ha invitato.',
  },
}
