import { clock, dayOf, euro, hours, type Manner, number, numericDay, pickerDay, ticketDay } from './format.ts'

/** Dates and amounts in a language and a time zone. */
export const formatOf = (manner: Manner) => ({
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
})

/** See {@link formatOf}. */
export type Format = ReturnType<typeof formatOf>
