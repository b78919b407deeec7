import { isCertifiedMailbox, isCertifiedTitle } from './certified-mailbox.ts'
import type { CellFault, CellFields } from './read-cells.ts'

/** The length of postcodes in Italy and Spain. */
const POSTCODE = 5
/** The Italian provinces whose postcodes begin with a zero. */
const PROVINCES_WITH_ZERO = /^(?:RM|VT|RI|FR|LT|TR|PG|SS|CA|NU|OR|SU|OT|OG|CI)$/i
const isSouthern = (country: unknown) => /^(?:it|ita|italia|italy|es|esp|espana|españa|spain)$/i.test(String(country))

/** The postcode whose leading zeros a spreadsheet has taken off, where country or province says that it had some. */
const wholePostcode = ({ postcode, province, country }: CellFields): string | undefined => {
  const digits = String(postcode ?? '')
  const hasZero = country === undefined ? PROVINCES_WITH_ZERO.test(String(province ?? '')) : isSouthern(country)
  return hasZero && /^\d{3,4}$/.test(digits) ? digits.padStart(POSTCODE, '0') : undefined
}

/**
 * Decides for one row of customer and person whose its address and telephone are, and answers the cells that are wrong beside others. In
 * a table with names of people an address without a name is the customer's; so is one of certified mail, with which nobody signs in.
 */
export const settleCustomerRow = (
  fields: CellFields,
  { columns, titles }: { columns: readonly (string | null)[]; titles: readonly string[] },
): CellFault[] => {
  const columnOf = (field: string) => columns.indexOf(field)
  const isCertified = (field: 'email' | 'personEmail') =>
    fields[field] !== undefined &&
    (isCertifiedMailbox(String(fields[field])) || isCertifiedTitle(titles[columnOf(field)] ?? ''))
  const faults: CellFault[] = []
  const { personEmail } = fields
  if (personEmail !== undefined) {
    const isNameless =
      columnOf('personName') >= 0 && fields.personName === undefined && fields.personUserName === undefined
    const isFree = fields.email === undefined || (isNameless && isCertified('email'))
    if ((isNameless || isCertified('personEmail')) && isFree) {
      fields.email = personEmail
      delete fields.personEmail
    } else if (isCertified('personEmail'))
      faults.push({ column: columnOf('personEmail'), field: 'personEmail', code: 'certified' })
  }
  if (fields.personEmail === undefined && fields.personUserName === undefined && fields.personPhone !== undefined) {
    fields.phone ??= fields.personPhone
    delete fields.personPhone
  }
  const postcode = wholePostcode(fields)
  if (postcode) faults.push({ column: columnOf('postcode'), field: 'postcode', code: 'lostZero', detail: postcode })
  return faults
}
