import { useMemo } from 'react'
import { clock, dayOf, euro, hours, number, numericDay, pickerDay, ticketDay } from '../text/format.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { usePortal } from './use-here.ts'

/** Dates and amounts in the reader's language and the portal's time zone. */
export const useFormat = () => {
  const locale = localeOf(useLanguage())
  const timeZone = usePortal()?.timeZone ?? 'Europe/Rome'
  return useMemo(() => {
    const manner = { locale, timeZone }
    return {
      /** 'dddd DD MMMM' of an instant, with the year when it is not the current one. */
      ticketDay: (instant: string) => ticketDay(instant, manner),
      /** HH:mm of an instant. */
      clock: (instant: string) => clock(instant, manner),
      /** DD/MM/YYYY of an instant. */
      numericDay: (instant: string) => numericDay(instant, manner),
      /** The day `YYYY-MM-DD` that it is in the portal now. */
      today: () => dayOf(new Date(), manner),
      /** DD MMM YYYY of a day `YYYY-MM-DD`. */
      pickerDay: (date: string) => pickerDay(date, manner),
      /** `€ 1.284,00` in Italian. */
      euro: (amount: number) => euro(amount, manner),
      /** `1.284,5`. */
      number: (amount: number) => number(amount, manner),
      /** H:mm of a number of minutes. */
      hours,
    }
  }, [locale, timeZone])
}

/** What `useFormat` gives, for what is drawn many times. */
export type Format = ReturnType<typeof useFormat>
