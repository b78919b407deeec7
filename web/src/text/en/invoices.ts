export const invoices = {
  search: 'Search by number',
  date: 'Date',
  number: 'Number',
  total: 'Total',
  one: 'Invoice {{number}}',
  original: 'Electronic invoice ({{format}})',
  empty: 'New invoices will be listed here.',
  failed: 'The invoices could not be loaded',
}
