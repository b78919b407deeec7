import { mailAddress } from '@portico/contract/shapes'
import type { StaffCustomer } from '@portico/contract/staff/customers/customers'

/** The details of a customer that a form has; a field without a value is an empty text. */
export const detailNames = [
  'companyName',
  'vatNumber',
  'fiscalCode',
  'sdiCode',
  'address',
  'phone',
  'email',
  'teamNote',
] as const

/** One of {@link detailNames}. */
type DetailName = (typeof detailNames)[number]

/** The details of a customer as a form has them. */
export type Details = Record<DetailName, string>

/** The details of a customer; empty ones of a customer that is yet to be made. */
export const detailsOf = (customer: StaffCustomer | undefined): Details =>
  Object.fromEntries(detailNames.map(name => [name, customer?.[name] ?? ''])) as Details

/** What was typed in place of what was there. */
export const changesOf = (before: Details, typed: Details): Partial<Details> =>
  Object.fromEntries(detailNames.filter(name => typed[name] !== before[name]).map(name => [name, typed[name]]))

/** The fields that somebody else has changed and that are changed here to something else, with the values of the other. */
export const crossedFields = (before: Details, theirs: Details, own: Partial<Details>) =>
  detailNames
    .filter(name => own[name] !== undefined && theirs[name] !== before[name] && theirs[name] !== own[name])
    .map(name => ({ name, value: theirs[name] }))

/** Whether a text is an e-mail address, as the server takes it. */
export const isAddress = (text: string) => mailAddress.test(text.trim())
