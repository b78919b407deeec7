export const estimates = {
  search: 'Search by name or number',
  date: 'Date',
  name: 'Name',
  number: 'Number',
  revision: 'rev. {{revision}}',
  total: 'Total',
  empty: 'New estimates will be listed here.',
  failed: 'The estimates could not be loaded',
}
