import { useMemo } from 'react'
import { clock, dayOf, euro, hours, number, numericDay, pickerDay, shortDay, ticketDay } from '../../text/format.ts'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'

// The browser's: staff of one company may work from anywhere, and their portals may be in several time zones.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** Dates and durations in the reader's language and time zone. */
export const useStaffFormat = () => {
  const locale = localeOf(useLanguage())
  return useMemo(() => {
    const manner = { locale, timeZone }
    return {
      locale,
      /** 'dddd DD MMMM' of an instant, with the year when it is not the current one. */
      ticketDay: (instant: string) => ticketDay(instant, manner),
      /** `14 Nov` of an instant, with the year when it is not the current one. */
      shortDay: (instant: string) => shortDay(instant, manner),
      /** HH:mm of an instant. */
      clock: (instant: string) => clock(instant, manner),
      /** DD/MM/YYYY of an instant. */
      numericDay: (instant: string) => numericDay(instant, manner),
      /** The day `YYYY-MM-DD` that an instant lies on. */
      dayOf: (instant: Date) => dayOf(instant, manner),
      /** DD MMM YYYY of a day `YYYY-MM-DD`. */
      pickerDay: (date: string) => pickerDay(date, manner),
      /** `1.284,5`. */
      number: (amount: number) => number(amount, manner),
      /** `€ 1.284,00`. */
      euro: (amount: number) => euro(amount, manner),
      /** H:mm of a number of minutes. */
      hours,
    }
  }, [locale])
}
