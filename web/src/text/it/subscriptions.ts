import type { subscriptions as english } from '../en/subscriptions.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const subscriptions: Texts<typeof english> = {
  search: 'Cerca per codice o descrizione',
  description: 'Descrizione',
  code: 'Codice',
  quantity: 'Quantità',
  recurrence: 'Ricorrenza',
  next: 'Prossima scadenza',
  total: 'Totale IVA inclusa',
  year: 'Nei prossimi 12 mesi',
  separately: 'Ogni abbonamento viene fatturato per conto suo, alla sua scadenza.',
  weekly_one: 'Ogni settimana, di {{weekday}}',
  weekly_other: 'Ogni {{count}} settimane, di {{weekday}}',
  monthly_one: 'Ogni mese, il giorno {{day}}',
  monthly_other: 'Ogni {{count}} mesi, il giorno {{day}}',
  yearly: 'Ogni anno, il giorno {{date}}',
  empty: 'I tuoi abbonamenti attivi compariranno qui.',
  failed: 'Non è stato possibile caricare gli abbonamenti',
}
