import type { staffQueue as english } from '../../en/staff/queue.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffQueue: Texts<typeof english> = {
  title: 'Cola',
  viewsLabel: 'Vistas de la cola',
  views: {
    mine: 'Los míos',
    unassigned: 'Sin asignar',
    toAnswer: 'Por responder',
    waiting: 'A la espera del cliente',
    dueToday: 'Vencen hoy',
    closed: 'Cerrados',
    all: 'Todos',
  },
}
