import type { tasks as english } from '../en/tasks.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const tasks: Texts<typeof english> = {
  title: 'Tu visita',
  planned: 'Prevista',
  done: 'Realizada',
  cancelled: 'Anulada',
  failed: 'No se ha podido cargar la visita',
  company: 'Para {{company}}',
  calendar: 'Añadir al calendario',
  map: 'Abrir en el mapa',
  move: 'Cambiar la visita',
  cancel: 'Anular la visita',
  login: 'Entrar en el portal',
  ticket: 'Ticket',
  openTicket: 'Abrir el ticket',
  ticketHint: 'Entra en el portal para ver el ticket y responder.',
  tooLate: 'Para cambiar la visita, llámanos.',
}
