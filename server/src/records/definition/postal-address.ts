import * as Type from 'typebox'

const part = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '\\S', description }))

/** The parts of a postal address. All of them together are not longer than an address may be. */
export const AddressParts = Type.Object({
  street: part(250, 'Street and number.'),
  postcode: part(20, 'The postcode.'),
  town: part(100, 'The town.'),
  province: part(50, 'The province.'),
  country: part(50, 'The country.'),
})
/** See {@link AddressParts}. */
export type AddressParts = { [Part in keyof typeof AddressParts.properties]?: string | undefined }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** An address as it is shown: `Via Po 1, 35100 Padova (PD)`. A province that is called like its town is left out. */
export const postalAddress = ({ street, postcode, town, province, country }: AddressParts): string => {
  const own = province && !isSame(province, town ?? '') ? (town || postcode ? `(${province})` : province) : undefined
  const place = [postcode, town, own].filter(Boolean).join(' ')
  return [street, place, country].filter(Boolean).join(', ')
}
