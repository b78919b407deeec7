export const reports = {
  search: 'Search reports',
  name: 'Report',
  date: 'Date',
  ticket: 'Ticket',
  empty: 'New reports will be listed here.',
  failed: 'The reports could not be loaded',
}
