import { mailAddress } from '@portico/contract/shapes'
import { ccMax } from '@portico/contract/tickets'

/** Addresses parted by comma or semicolon (decisions 4), each once, in lower case; what is none of them stands in `wrong`. */
export const readAddresses = (text: string | null | undefined): { addresses: string[]; wrong: string[] } => {
  const parts = (text ?? '')
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(Boolean)
  const addresses = [...new Set(parts.filter(part => mailAddress.test(part)).map(part => part.toLowerCase()))]
  return { addresses, wrong: parts.filter(part => !mailAddress.test(part)) }
}

/** Outside addresses that one user may put in copy in a day (decisions 4). */
export const outsideAddressesADay = 50

/** Why a list in copy is refused, or undefined. */
export const ccFault = ({ addresses, wrong }: { addresses: string[]; wrong: string[] }): string | undefined => {
  if (wrong.length > 0) return `${wrong.length} of the addresses cannot be read`
  return addresses.length > ccMax ? `has more than ${ccMax} addresses` : undefined
}
