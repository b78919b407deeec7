import { flags } from '@portico/contract/permissions'
import { Refusal } from '../../records/definition/refusal.ts'
import { addressFields, addressPartsOf } from './address-fields.ts'
import type { Fields } from './csv-keys.ts'

type Line = Record<string, unknown>

/**
 * A row with its resolved keys, from which import lines are made. `line` is its line number in the file; `contact` the external id of
 * its contact.
 */
export type TableRow = {
  line: number
  type: string
  fields: Fields
  externalId: string
  contact: string | undefined
  portal: string | undefined
  serviceCompany: string | undefined
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const membershipOf = ({ fields, externalId, contact, serviceCompany }: TableRow): Line => ({
  type: 'membership',
  externalId: `${externalId}/${contact}`,
  serviceCompany,
  contact,
  webUser: externalId,
  referentName: fields.referentName ?? fields.userName,
  flags: flags.filter(flag => fields[flag] === true),
})

/**
 * Returns a function that converts rows to import lines, one row after the other. A web user of several contacts has several rows but
 * becomes one line; a row that contradicts the user's first row is refused.
 */
export const lineMaker = () => {
  const people = new Map<string, { line: number; user: Line }>()
  return (row: TableRow): Line[] => {
    const { type, externalId, serviceCompany, contact } = row
    const own = without(row.fields, ['contact', 'contactVatNumber', 'contactFiscalCode'])
    const line: Line = { ...own, type, externalId, serviceCompany }
    if (type === 'contact') {
      const addressParts = addressPartsOf(own)
      return [
        {
          ...(addressParts ? { ...without(own, addressFields), addressParts } : own),
          type,
          externalId,
          serviceCompany,
          portal: row.portal,
        },
      ]
    }
    if (type === 'invoice') {
      const [file, original] = [own.file, own.original].map(path => path && { path })
      return [{ ...line, contact, file, original }]
    }
    if (type !== 'webUser') return [{ ...line, contact }]

    const user: Line = { ...without(own, ['referentName', ...flags]), type, externalId, serviceCompany }
    if (contact === undefined) return [user]
    const before = people.get(externalId)
    if (!before) {
      people.set(externalId, { line: row.line, user })
      return [user, membershipOf(row)]
    }
    const other = Object.keys({ ...before.user, ...user }).find(field => before.user[field] !== user[field])
    if (other) throw new Refusal(other, `is not what line ${before.line} says of "${externalId}"`)
    return [membershipOf(row)]
  }
}
