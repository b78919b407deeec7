import type { invoices as english } from '../en/invoices.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const invoices: Texts<typeof english> = {
  search: 'Cerca per numero',
  date: 'Data',
  number: 'Numero',
  total: 'Totale',
  one: 'Fattura {{number}}',
  original: 'Fattura elettronica ({{format}})',
  empty: 'Le nuove fatture compariranno qui.',
  failed: 'Non è stato possibile caricare le fatture',
}
