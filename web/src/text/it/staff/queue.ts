import type { staffQueue as english } from '../../en/staff/queue.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffQueue: Texts<typeof english> = {
  title: 'Coda',
  viewsLabel: 'Viste della coda',
  views: {
    mine: 'I miei',
    unassigned: 'Non assegnati',
    toAnswer: 'Da rispondere',
    waiting: 'In attesa del cliente',
    dueToday: 'In scadenza oggi',
    closed: 'Chiusi',
    all: 'Tutti',
  },
}
