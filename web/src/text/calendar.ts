import { cached } from './cached.ts'
import type { Locale } from './languages.ts'

// The first format that `Intl` makes takes a browser about 20 ms, and the ticket list needs no other: decision 31, Ticket dates without Intl.

const fields = ['year', 'month', 'day', 'hour', 'minute'] as const

/** What calendar and clock show at a place. */
type WallClock = Record<(typeof fields)[number], number>

const partsFormat = cached(
  timeZone =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    }),
)

const withoutTemporal = (instant: Date, timeZone: string) => {
  const parts = partsFormat(timeZone).formatToParts(instant)
  const of = new Map<string, number>(parts.map(({ type, value }) => [type, Number(value)]))
  return Object.fromEntries(fields.map(field => [field, of.get(field) ?? 0])) as WallClock
}

/** What calendar and clock show in a time zone at an instant. */
export const wallClock = (instant: Date, timeZone: string): WallClock =>
  typeof Temporal === 'undefined'
    ? withoutTemporal(instant, timeZone)
    : Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)

type Day = Pick<WallClock, 'year' | 'month' | 'day'>

const weekdays: Record<Locale, string[]> = {
  it: 'domenica lunedì martedì mercoledì giovedì venerdì sabato'.split(' '),
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  es: 'domingo lunes martes miércoles jueves viernes sábado'.split(' '),
}

/** The name of a day of the week. */
export const weekdayName = ({ year, month, day }: Day, locale: Locale) =>
  weekdays[locale][new Date(Date.UTC(year, month - 1, day)).getUTCDay()]

const months: Record<Locale, string[]> = {
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}

/** The name of a month. */
export const monthName = ({ month }: Pick<Day, 'month'>, locale: Locale) => months[locale][month - 1]
