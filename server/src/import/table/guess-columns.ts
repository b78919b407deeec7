import type { TableKind } from '@portico/contract/staff/imports'
import { tableKinds } from '@portico/contract/staff/imports'
import { vatNumberFault } from '../csv/vat-number.ts'
import { fieldTitled, missingFields, tableFields } from './table-fields.ts'

/** The field of a column, and how it was found. */
export type ColumnMatch = { field: string | null; by: 'heading' | 'values' | null }

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const FISCAL_CODE = /^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/i
const MOBILE = /^(?:\+39)?3\d{8,9}$/

/** What values of a column show by themselves, and the fields that they may fill, the likeliest first. */
const shapes: { fits: (value: string) => boolean; fields: string[] }[] = [
  { fits: value => EMAIL.test(value), fields: ['email', 'personEmail'] },
  {
    fits: value => /^(?:IT)?\d{11}$/i.test(value.replace(/\s/g, '')) && vatNumberFault(value) === undefined,
    fields: ['vatNumber', 'contactVatNumber'],
  },
  { fits: value => FISCAL_CODE.test(value), fields: ['fiscalCode', 'contactFiscalCode'] },
  { fits: value => MOBILE.test(value.replace(/[\s./-]/g, '')), fields: ['personPhone', 'phone'] },
]

/** The field that all values of a column fit. */
const byValues = (kind: TableKind, samples: string[], isFree: (field: string) => boolean): string | undefined => {
  const values = samples.filter(value => value !== '')
  if (values.length === 0) return undefined
  const shape = shapes.find(({ fits }) => values.every(fits))
  return shape?.fields.find(field => field in tableFields(kind) && isFree(field))
}

/**
 * Matches columns with fields: by their headings, and where these say nothing by their values. A field is filled once. In a row of customer
 * and person an address beside the person's name is the person's.
 */
export const guessColumns = (kind: TableKind, titles: string[], samples: string[][]): ColumnMatch[] => {
  const matches: ColumnMatch[] = titles.map(() => ({ field: null, by: null }))
  const isFree = (field: string) => !matches.some(match => match.field === field)
  for (const [at, title] of titles.entries()) {
    const field = fieldTitled(kind, title)
    if (field !== undefined && isFree(field)) matches[at] = { field, by: 'heading' }
  }
  if (kind === 'contact' && !isFree('personName') && isFree('personEmail')) {
    const at = (field: string) => matches.findIndex(match => match.field === field)
    const mail = matches[at('email')]
    if (mail && at('email') > at('personName')) mail.field = 'personEmail'
  }
  for (const [at, match] of matches.entries()) {
    const field = match.field === null ? byValues(kind, samples[at] ?? [], isFree) : undefined
    if (field !== undefined) matches[at] = { field, by: 'values' }
  }
  return matches
}

/** The kind whose fields most of these headings name; of several, the first that lacks nothing. */
export const guessKind = (titles: string[]): TableKind => {
  const scores = tableKinds.map(kind => {
    const fields = new Set(titles.flatMap(title => fieldTitled(kind, title) ?? []))
    return { kind, found: fields.size - missingFields(kind, [...fields]).length }
  })
  const [best] = scores.toSorted((a, b) => b.found - a.found)
  return best?.kind ?? 'contact'
}
