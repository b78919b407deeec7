import { fold } from '../../kernel/database/search-words.ts'
import { Refusal } from '../../records/definition/refusal.ts'

/** The decimal separator. */
export type DecimalSign = ',' | '.'

const NUMBER = /^[+-]?(?:\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d+)(?:[.,]\d+)?$/
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const YES = ['si', 's', 'yes', 'y', 'true', 'vero', 'verdadero', 'x', '1']
const NO = ['no', 'n', 'false', 'falso', '', '0']

const bare = (text: string) =>
  text
    .replace(/[€\u00a0\u202f]/g, ' ')
    .replace(/EUR/i, '')
    .trim()

/** Detects the decimal separator of a number; undefined if it is ambiguous, as in `1.234`. */
export const decimalSignIn = (text: string): DecimalSign | undefined => {
  const number = bare(text)
  const signs = number.replace(/[^.,]/g, '')
  const last = signs.at(-1) as DecimalSign | undefined
  if (!last || !NUMBER.test(number)) return undefined
  const other = last === ',' ? '.' : ','
  // A separator that occurs twice separates thousands.
  if (signs.length > 1 && !signs.includes(other)) return other
  if (signs.length > 1) return last
  return /[.,]\d{3}$/.test(number) && !/^[+-]?0[.,]/.test(number) ? undefined : last
}

/** Parses a number; `decimal` is the separator of its column if known. Throws a `Refusal` of `field`. */
export const numberOf = (text: string, field: string, decimal: DecimalSign | undefined): number => {
  const number = bare(text)
  if (!NUMBER.test(number)) throw new Refusal(field, `is "${text}", which is no number`)
  const sign = decimalSignIn(number) ?? decimal
  if (sign === undefined && /[.,]/.test(number))
    throw new Refusal(field, `is "${text}", which may be thousands or decimals: give the decimal separator, "," or "."`)
  const thousands = sign === ',' ? /[.' ]/g : /[,' ]/g
  return Number(number.replace(thousands, '').replace(',', '.'))
}

/** Converts `31/12/2026`, with or without a time, to the import's date format; returns any other text unchanged. */
export const dateOf = (text: string): string => {
  const [, day, month, year, hour, minute, second] = DAY_FIRST.exec(text) ?? []
  if (!day || !month || !year) return text
  const two = (part: string) => part.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  return hour && minute ? `${date} ${two(hour)}:${minute}${second ? `:${second}` : ''}` : date
}

/** Parses yes or no in Italian, English or Spanish; an empty cell is no. Throws a `Refusal` of `field`. */
export const flagOf = (text: string, field: string): boolean => {
  const word = fold(text.trim())
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  throw new Refusal(field, `is "${text}", which is neither yes nor no`)
}
