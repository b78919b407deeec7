import type { AddressParts } from '../../records/definition/postal-address.ts'

/** The columns that make an address one of parts; `address` is its street then. */
const partFields = ['postcode', 'town', 'province', 'country'] as const

/** The fields of a table that have an address. */
export const addressFields: readonly string[] = ['address', ...partFields]

/** The address of a row in parts; undefined for a row that has it in one line, or none. */
export const addressPartsOf = (fields: Record<string, unknown>): AddressParts | undefined => {
  const given = partFields.filter(field => fields[field] !== undefined)
  if (given.length === 0) return undefined
  return {
    ...(fields.address !== undefined && { street: String(fields.address) }),
    ...Object.fromEntries(given.map(field => [field, String(fields[field])])),
  }
}
