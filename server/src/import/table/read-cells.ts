import { mailAddress } from '@portico/contract/shapes'
import type { RowFault, TableKind } from '@portico/contract/staff/imports'
import { fold } from '../../kernel/database/search-words.ts'
import { readInstant } from '../../records/definition/dates.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { type DecimalSign, dateOf, flagOf, numberOf } from '../csv/csv-values.ts'
import { isShortened } from '../csv/csv-warnings.ts'
import { vatNumberFault } from '../csv/vat-number.ts'
import { tableFields } from './table-fields.ts'

/** What a row says, by field. */
export type CellFields = Record<string, string | number | boolean>

/** What is wrong with one cell. */
export type CellFault = { column: number; field: string; code: RowFault; detail?: string | undefined }

/** Thrown for a row that is not taken: what was found, and the field at fault where the reader of its cells does not know the column. */
export class RowRefused extends Error {
  readonly code: RowFault
  readonly detail: string | undefined
  readonly field: string | undefined
  constructor(code: RowFault, detail?: string, field?: string) {
    super(code)
    this.code = code
    this.detail = detail
    this.field = field
  }
}

const TEXT_MAX = 4000
/** Fields that may have an Italian VAT number, whose check digit tells that zeros are missing. */
const NUMBERS_WITH_ZEROS = ['contactVatNumber', 'fiscalCode', 'contactFiscalCode']

const periods: [words: string[], period: string][] = [
  [['settimanale', 'ogni settimana', 'settimana', 'weekly', 'week', 'semanal'], 'W1'],
  [['bisettimanale', 'quindicinale', 'ogni due settimane', 'fortnightly', 'biweekly', 'quincenal'], 'W2'],
  [['mensile', 'ogni mese', 'mese', 'monthly', 'month', 'mensual'], 'M1'],
  [['bimestrale', 'every two months', 'bimestral'], 'M2'],
  [['trimestrale', 'trimestre', 'quarterly', 'trimestral'], 'M3'],
  [['quadrimestrale', 'cuatrimestral'], 'M4'],
  [['semestrale', 'semestre', 'half-yearly', 'semestral'], 'M6'],
  [['annuale', 'annua', 'ogni anno', 'anno', 'yearly', 'annual', 'year', 'anual'], 'Y1'],
]

/** How often something is paid: `W` and weeks, `M` and months, or `Y1`. A bare number is months. */
const periodOf = (cell: string): string => {
  const word = fold(cell.trim())
  const months = /^(\d{1,2})(?: ?(?:mesi|mese|months?|meses|mes))?$/.exec(word)?.[1]
  const found = periods.find(([words]) => words.includes(word))?.[1]
  if (found) return found
  if (months === undefined || Number(months) === 0) throw new RowRefused('period', cell)
  return Number(months) === 12 ? 'Y1' : `M${Number(months)}`
}

const languages: [words: string[], language: string][] = [
  [['it', 'it-it', 'ita', 'italiano', 'italian'], 'it-IT'],
  [['en', 'en-en', 'en-us', 'en-gb', 'eng', 'inglese', 'english', 'ingles'], 'en-EN'],
  [['es', 'es-es', 'esp', 'spagnolo', 'spanish', 'espanol'], 'es-ES'],
]

const languageOf = (cell: string): string => {
  const word = fold(cell.trim())
  return languages.find(([words]) => words.includes(word))?.[1] ?? refuse('language', cell)
}

const refuse = (code: RowFault, detail: string): never => {
  throw new RowRefused(code, detail)
}

const emailOf = (cell: string): string => {
  if (mailAddress.test(cell)) return cell
  if (/\s/.test(cell)) return refuse('emailSpace', cell)
  const [name, domain, ...more] = cell.split('@')
  if (domain === undefined || more.length > 0 || !name) return refuse('emailAt', cell)
  return refuse(/^[^.]+(?:\.[^.]+)+$/.test(domain) ? 'email' : 'emailDomain', cell)
}

const dayOf = (cell: string): string => {
  const day = dateOf(cell)
  try {
    readInstant(day, { field: '', timeZone: 'UTC', shiftDays: 0 })
    return day
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.reason.includes('does not exist') ? 'noSuchDay' : 'date', cell)
  }
}

const numberIn = (cell: string, decimal: DecimalSign): number => {
  try {
    return numberOf(cell, '', decimal)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.reason.includes('may be thousands') ? 'ambiguousNumber' : 'number', cell)
  }
}

const flagIn = (cell: string): boolean => {
  try {
    return flagOf(cell, '')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse('flag', cell)
  }
}

/** The number whose leading zeros a spreadsheet has taken off. */
const wholeNumber = (fault: string | undefined): string | undefined => fault && /off (\d+)$/.exec(fault)?.[1]

const requireVatNumber = (cell: string): string => {
  const fault = vatNumberFault(cell)
  if (fault === undefined) return cell
  const whole = wholeNumber(fault)
  if (whole) return refuse('vatZero', whole)
  const digits = cell.replace(/\D/g, '')
  const isItalian = /^(?:IT)?[\d\s.]+$/i.test(cell)
  return isItalian && digits.length !== 11 ? refuse('vatDigits', String(digits.length)) : refuse('vatNumber', cell)
}

/** Reads a cell as its field wants it; undefined for an empty one, which leaves what is there. Throws {@link RowRefused}. */
export const readCell = (
  kind: TableKind,
  field: string,
  cell: string,
  decimal: DecimalSign,
): string | number | boolean | undefined => {
  // NUL and lone surrogates, which PostgreSQL does not take.
  if (/\0|\p{Cs}/u.test(cell)) throw new RowRefused('control')
  if (cell.length > TEXT_MAX) throw new RowRefused('tooLong', String(TEXT_MAX))
  const form = tableFields(kind)[field]?.form ?? 'text'
  if (form === 'flag') return flagIn(cell)
  if (cell === '') return undefined
  if (isShortened(cell)) throw new RowRefused('shortened', cell)
  if (form === 'number') return numberIn(cell, decimal)
  if (form === 'date') return dayOf(cell)
  if (form === 'email') return emailOf(cell)
  if (form === 'period') return periodOf(cell)
  if (field === 'vatNumber') return requireVatNumber(cell)
  const whole = NUMBERS_WITH_ZEROS.includes(field) ? wholeNumber(vatNumberFault(cell)) : undefined
  if (whole) return refuse('lostZero', whole)
  return field === 'language' ? languageOf(cell) : cell
}
