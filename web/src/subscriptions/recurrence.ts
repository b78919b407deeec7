import { recurrenceTypes, type Trigger } from '@portico/contract/subscriptions'
import type { Locale } from '../text/languages.ts'
import type { Translate } from '../text/use-text.ts'

// 1 January 2023 is a Sunday.
const firstSunday = Date.UTC(2023, 0, 1)
const DAY = 86_400_000

/** The name of a weekday, modulo 7; 0 is Sunday. */
const weekdayName = (weekday: number, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(firstSunday + (weekday % 7) * DAY)

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A recurrence in words: every N weeks on a weekday, every month or every N months on a day, yearly on day/month. */
export const recurrenceText = (trigger: Trigger, t: Translate, locale: Locale): string => {
  const day = trigger.recurrenceDay ?? 1
  switch (trigger.recurrenceType) {
    case recurrenceTypes.weekly:
      return t('subscriptions.weekly', {
        count: trigger.frequencyWeek ?? 1,
        weekday: weekdayName(trigger.recurrenceDayOfWeek ?? 0, locale),
      })
    case recurrenceTypes.monthly:
      return t('subscriptions.monthly', { count: trigger.frequencyMonth ?? 1, day })
    case recurrenceTypes.yearly:
      return t('subscriptions.yearly', { date: `${twoDigits(day)}/${twoDigits(trigger.recurrenceMonth ?? 1)}` })
  }
}
