export const staffTicket = {
  label: 'Ticket {{number}}',
}
