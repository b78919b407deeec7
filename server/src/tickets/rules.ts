import { mailAddress } from '@portico/contract/shapes'
import { ccMax } from '@portico/contract/tickets'

type AddressList = { addresses: string[]; invalid: string[] }

/** Reads addresses separated by comma or semicolon, each once, in lower case; `invalid` has the parts that are not addresses. */
export const readAddresses = (text: string | null | undefined): AddressList => {
  const parts = (text ?? '')
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(Boolean)
  const addresses = [...new Set(parts.filter(part => mailAddress.test(part)).map(part => part.toLowerCase()))]
  return { addresses, invalid: parts.filter(part => !mailAddress.test(part)) }
}

/** How many addresses outside the contact and the service company a user may put in copy within 24 hours. */
export const OUTSIDE_ADDRESSES_A_DAY = 50

/** Why a copy list is refused, or undefined. */
export const findCopyListFault = ({ addresses, invalid }: AddressList): string | undefined => {
  if (invalid.length > 0) return `${invalid.length} of the addresses cannot be read`
  return addresses.length > ccMax ? `has more than ${ccMax} addresses` : undefined
}
