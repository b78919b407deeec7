import type { estimates as english } from '../en/estimates.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const estimates: Texts<typeof english> = {
  search: 'Cerca nome o numero',
  date: 'Data',
  name: 'Nome',
  number: 'Numero',
  revision: 'rev. {{revision}}',
  total: 'Totale',
  empty: 'I nuovi preventivi compariranno qui.',
  failed: 'Non è stato possibile caricare i preventivi',
}
