import type { reports as english } from '../en/reports.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const reports: Texts<typeof english> = {
  search: 'Cerca nei rapportini',
  name: 'Rapportino',
  date: 'Data',
  ticket: 'Ticket',
  empty: 'I nuovi rapportini compariranno qui.',
  failed: 'Non è stato possibile caricare i rapportini',
}
