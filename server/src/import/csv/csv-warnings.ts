import type { Mapping } from './csv-columns.ts'
import type { Fields } from './csv-keys.ts'
import { vatNumberFault } from './vat-number.ts'

/** Whether a spreadsheet has saved a long number in scientific notation and so lost most of its digits: `1,1807E+10`. */
export const isShortened = (value: unknown): boolean =>
  typeof value === 'string' && /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(value)

/** The warning about an {@link isShortened} cell. */
export const shortened = (value: unknown) =>
  `is "${value}": the spreadsheet has shortened the number; give the column the format Text, and type it again`

/** Probable mistakes in a row that is imported: the column and the reason. */
export const warningsOf = (fields: Fields, { columns }: Mapping): { field: string; reason: string }[] =>
  columns.flatMap(({ field, title }) => {
    const value = fields[field]
    if (isShortened(value)) return [{ field: title, reason: shortened(value) }]
    const fault = field === 'vatNumber' && typeof value === 'string' ? vatNumberFault(value) : undefined
    return fault ? [{ field: title, reason: `is "${value}", which ${fault}` }] : []
  })
