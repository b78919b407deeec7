import { ccMax } from '@portico/contract/tickets'

// What mail servers take in practice; header injection is ruled out by the lack of blanks and control characters.
const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/iu

/** Addresses parted by comma or semicolon (decisions 4), each once, in lower case; what is none of them stands in `wrong`. */
export const readAddresses = (text: string | null | undefined): { addresses: string[]; wrong: string[] } => {
  const parts = (text ?? '')
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(Boolean)
  const addresses = [...new Set(parts.filter(part => ADDRESS.test(part)).map(part => part.toLowerCase()))]
  return { addresses, wrong: parts.filter(part => !ADDRESS.test(part)) }
}

/** Outside addresses that one user may put in copy in a day (decisions 4). */
export const outsideAddressesADay = 50

/** Why a list in copy is refused, or undefined. */
export const ccFault = ({ addresses, wrong }: { addresses: string[]; wrong: string[] }): string | undefined => {
  if (wrong.length > 0) return `${wrong.length} of the addresses cannot be read`
  return addresses.length > ccMax ? `has more than ${ccMax} addresses` : undefined
}
