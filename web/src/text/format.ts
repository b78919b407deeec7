import { cached } from './cached.ts'
import { monthName, wallClock, weekdayName } from './calendar.ts'
import type { Locale } from './languages.ts'

/** In which language, and in whose time zone (the portal's), something is written. */
export type Manner = { locale: Locale; timeZone: string }

const monthFormat = cached(locale => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' }))

const euroFormat = cached(
  locale => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', useGrouping: 'always' }),
)

// Papers in Italy have the sign first, where `Intl` has it last.
const amountFormat = cached(
  locale =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' }),
)

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** 'dddd DD MMMM' of a ticket, with the year when it is not the current one. */
export const ticketDay = (instant: string, { locale, timeZone }: Manner, now = new Date()) => {
  const at = wallClock(new Date(instant), timeZone)
  const words = [weekdayName(at, locale), twoDigits(at.day), monthName(at, locale)]
  return (at.year === wallClock(now, timeZone).year ? words : [...words, at.year]).join(' ')
}

/** `14 Nov`, with the year when it is not the current one. */
export const shortDay = (instant: string, { locale, timeZone }: Manner, now = new Date()) => {
  const { year, month, day } = wallClock(new Date(instant), timeZone)
  const name = monthFormat(locale)
    .format(new Date(Date.UTC(year, month - 1, day)))
    .replace('.', '')
  return `${day} ${name}${year === wallClock(now, timeZone).year ? '' : ` ${year}`}`
}

/** HH:mm. */
export const clock = (instant: string, { timeZone }: Pick<Manner, 'timeZone'>) => {
  const { hour, minute } = wallClock(new Date(instant), timeZone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** DD/MM/YYYY. */
export const numericDay = (instant: string, { timeZone }: Pick<Manner, 'timeZone'>) => {
  const { year, month, day } = wallClock(new Date(instant), timeZone)
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`
}

/** The calendar day `YYYY-MM-DD` that an instant lies on. */
export const dayOf = (instant: Date, { timeZone }: Pick<Manner, 'timeZone'>) => {
  const { year, month, day } = wallClock(instant, timeZone)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** DD MMM YYYY of a calendar day `YYYY-MM-DD`, as pickers show it. */
export const pickerDay = (date: string, { locale }: Pick<Manner, 'locale'>) => {
  const [year, month, day] = date.split('-')
  const name = monthFormat(locale)
    .format(new Date(`${date}T00:00:00Z`))
    .replace('.', '')
  return month && day ? `${day} ${name} ${year}` : ''
}

const plainFormat = cached(locale => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: 'always' }))

/** A number with as many decimals as it has, at most 2: `1.284,5`. */
export const number = (amount: number, { locale }: Pick<Manner, 'locale'>) => plainFormat(locale).format(amount)

const italianEuro = (amount: number) => {
  const written = amountFormat('it').format(Math.abs(amount))
  return `${amount < 0 && /[1-9]/.test(written) ? '-' : ''}€\u00a0${written}`
}

/**
 * An amount in euro to 2 decimals, the sign where the language has it: `€ 1.284,00`, `€1,284.00`, `1.284,00 €`; a minus stands
 * before all of it. Its space does not break.
 */
export const euro = (amount: number, { locale }: Pick<Manner, 'locale'>) =>
  locale === 'it' ? italianEuro(amount) : euroFormat(locale).format(amount)

/** A duration as H:mm: 95 minutes are `1:35`. */
export const hours = (minutes: number) => {
  const whole = Math.round(Math.abs(minutes))
  const sign = minutes < 0 && whole > 0 ? '-' : ''
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
