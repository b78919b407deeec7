import type { staffTicket as english } from '../../en/staff/ticket.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffTicket: Texts<typeof english> = {
  label: 'Ticket {{number}}',
}
