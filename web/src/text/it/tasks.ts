import type { tasks as english } from '../en/tasks.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const tasks: Texts<typeof english> = {
  title: 'Il tuo intervento',
  planned: 'Pianificato',
  done: 'Concluso',
  cancelled: 'Annullato',
  failed: "Non è stato possibile caricare l'intervento",
  company: 'Per {{company}}',
  calendar: 'Aggiungi al calendario',
  map: 'Apri nella mappa',
  move: "Sposta l'intervento",
  cancel: "Annulla l'intervento",
  login: 'Accedi al portale',
  ticket: 'Ticket',
  openTicket: 'Apri il ticket',
  ticketHint: 'Accedi per vedere il ticket e rispondere.',
  tooLate: "Per spostare l'intervento, chiamaci.",
}
