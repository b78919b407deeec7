import type { Trigger } from '@portico/contract/subscriptions'
import { createInstance, type TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { subscriptions as en } from '../text/en/subscriptions.ts'
import { subscriptions as es } from '../text/es/subscriptions.ts'
import { subscriptions as it } from '../text/it/subscriptions.ts'
import { recurrenceText } from './recurrence.ts'

const catalogues = { it, en, es }
const texts = createInstance({
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    Object.entries(catalogues).map(([locale, subscriptions]) => [locale, { translation: { subscriptions } }]),
  ),
})
await texts.init()

const nothing = {
  frequencyWeek: null,
  recurrenceDayOfWeek: null,
  frequencyMonth: null,
  recurrenceDay: null,
  recurrenceMonth: null,
}
const weekly = (frequencyWeek: number, recurrenceDayOfWeek: number): Trigger => ({
  ...nothing,
  recurrenceType: 10,
  frequencyWeek,
  recurrenceDayOfWeek,
})
const monthly = (recurrenceDay: number, frequencyMonth: number | null = null): Trigger => ({
  ...nothing,
  recurrenceType: 20,
  recurrenceDay,
  frequencyMonth,
})
const yearly = (recurrenceDay: number, recurrenceMonth: number): Trigger => ({
  ...nothing,
  recurrenceType: 30,
  recurrenceDay,
  recurrenceMonth,
})

test.each<[Trigger, italian: string, english: string, spanish: string]>([
  [weekly(1, 1), 'Ogni settimana, di lunedì', 'Every week on Monday', 'Cada semana, el lunes'],
  [weekly(2, 1), 'Ogni 2 settimane, di lunedì', 'Every 2 weeks on Monday', 'Cada 2 semanas, el lunes'],
  [weekly(3, 0), 'Ogni 3 settimane, di domenica', 'Every 3 weeks on Sunday', 'Cada 3 semanas, el domingo'],
  [weekly(1, 7), 'Ogni settimana, di domenica', 'Every week on Sunday', 'Cada semana, el domingo'],
  [weekly(1, 13), 'Ogni settimana, di sabato', 'Every week on Saturday', 'Cada semana, el sábado'],
  [monthly(15), 'Ogni mese, il giorno 15', 'Every month on day 15', 'Cada mes, el día 15'],
  [monthly(5, 1), 'Ogni mese, il giorno 5', 'Every month on day 5', 'Cada mes, el día 5'],
  [monthly(10, 3), 'Ogni 3 mesi, il giorno 10', 'Every 3 months on day 10', 'Cada 3 meses, el día 10'],
  [yearly(15, 3), 'Ogni anno, il giorno 15/03', 'Yearly on 15/03', 'Cada año, el 15/03'],
  [yearly(8, 11), 'Ogni anno, il giorno 08/11', 'Yearly on 08/11', 'Cada año, el 08/11'],
])('%j in words', (trigger, ...words) => {
  const described = (['it', 'en', 'es'] as const).map(locale =>
    recurrenceText(trigger, texts.getFixedT(locale) as TFunction, locale),
  )
  expect(described).toEqual(words)
})
