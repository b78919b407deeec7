import type { TableKind } from '@portico/contract/staff/imports'
import { tableKinds } from '@portico/contract/staff/imports'
import { hasNameInParts, isWholeName, namePartTitled } from '../csv/name-titles.ts'
import { vatNumberFault } from '../csv/vat-number.ts'
import { isCertifiedMailbox, isCertifiedTitle } from './certified-mailbox.ts'
import { fieldTitled, missingFields, tableFields } from './table-fields.ts'

/** The field of a column, and how it was found. */
export type ColumnMatch = { field: string | null; by: 'heading' | 'values' | null }

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
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

/** Whether a column has certified mailboxes. */
const isCertified = (title: string, samples: string[]) => {
  const values = samples.filter(value => value !== '')
  return isCertifiedTitle(title) || (values.length > 0 && values.every(isCertifiedMailbox))
}

/** The field of names in parts. Customers of a table without names of their own are people. */
const fieldOfNameParts = (kind: TableKind, isFree: (field: string) => boolean): string | undefined => {
  if (kind === 'webUser') return 'referentName'
  if (kind !== 'contact') return undefined
  return isFree('companyName') ? 'companyName' : 'personName'
}

/**
 * Matches columns with fields: by their headings, and where these say nothing by their values. A field is filled once, but for a name in
 * parts. In a row of customer and person an address beside the person's name is the person's. Certified mail is matched last, and never
 * with a person.
 */
export const guessColumns = (kind: TableKind, titles: string[], samples: string[][]): ColumnMatch[] => {
  const matches: ColumnMatch[] = titles.map(() => ({ field: null, by: null }))
  const isFree = (field: string) => !matches.some(match => match.field === field)
  const certified = titles.map((title, at) => isCertified(title, samples[at] ?? []))
  const hasParts = (kind === 'contact' || kind === 'webUser') && hasNameInParts(titles)
  const isOfName = (title: string) => namePartTitled(title) !== undefined || isWholeName(title)
  const match = (isLast: boolean) => {
    for (const [at, title] of titles.entries()) {
      if (certified[at] !== isLast || (hasParts && isOfName(title))) continue
      const field = fieldTitled(kind, title)
      const isPerson = field === 'personEmail' || (kind === 'webUser' && field === 'email')
      if (field !== undefined && isFree(field) && !(isPerson && isCertifiedTitle(title)))
        matches[at] = { field, by: 'heading' }
    }
  }
  match(false)
  match(true)
  const nameField = hasParts ? fieldOfNameParts(kind, isFree) : undefined
  if (nameField !== undefined && isFree(nameField)) {
    const whole = titles.findIndex(isWholeName)
    for (const [at, title] of titles.entries())
      if (whole >= 0 ? at === whole : isOfName(title)) matches[at] = { field: nameField, by: 'heading' }
  }
  if (kind === 'contact' && !isFree('personName') && isFree('personEmail')) {
    const at = (field: string) => matches.findIndex(match => match.field === field)
    const mail = matches[at('email')]
    if (mail && at('email') > at('personName') && !certified[at('email')]) mail.field = 'personEmail'
  }
  const hasMail = !isFree('email') || !isFree('personEmail')
  for (const [at, match] of matches.entries()) {
    if (match.field !== null || (certified[at] && (hasMail || kind === 'webUser'))) continue
    const field = byValues(kind, samples[at] ?? [], isFree)
    if (field !== undefined) matches[at] = { field, by: 'values' }
  }
  return matches
}

/** Whether a table lists what costs something: customers and people have no total. */
const hasTotal = (titles: string[]) =>
  titles.some(title => tableKinds.some(kind => ['total', 'taxedTotal'].includes(fieldTitled(kind, title) ?? '')))

/** The kind whose fields most of these headings name; of several, the first that lacks nothing. */
export const guessKind = (titles: string[]): TableKind => {
  const kinds = hasTotal(titles) ? tableKinds.filter(kind => kind !== 'contact' && kind !== 'webUser') : tableKinds
  const scores = kinds.map(kind => {
    const fields = new Set(titles.flatMap(title => fieldTitled(kind, title) ?? []))
    return { kind, found: fields.size - missingFields(kind, [...fields]).length }
  })
  const [best] = scores.toSorted((a, b) => b.found - a.found)
  return best?.kind ?? 'contact'
}
