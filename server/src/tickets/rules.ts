import { mailAddress } from '@portico/contract/shapes'
import { ccMax } from '@portico/contract/tickets'

/** Reads addresses separated by comma or semicolon, each once, in lower case; `wrong` has the parts that are not addresses. */
export const readAddresses = (text: string | null | undefined): { addresses: string[]; wrong: string[] } => {
  const parts = (text ?? '')
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(Boolean)
  const addresses = [...new Set(parts.filter(part => mailAddress.test(part)).map(part => part.toLowerCase()))]
  return { addresses, wrong: parts.filter(part => !mailAddress.test(part)) }
}

/** How many addresses outside the contact and the service company a user may put in copy within 24 hours. */
export const outsideAddressesADay = 50

/** Why a copy list is refused, or undefined. */
export const ccFault = ({ addresses, wrong }: { addresses: string[]; wrong: string[] }): string | undefined => {
  if (wrong.length > 0) return `${wrong.length} of the addresses cannot be read`
  return addresses.length > ccMax ? `has more than ${ccMax} addresses` : undefined
}
