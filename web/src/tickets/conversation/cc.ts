import { ccMax } from '@portico/contract/tickets'

const address = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()"]+$/

/** The addresses of a copy field, parted by comma or semicolon, each once (decisions 4). */
export const ccAddresses = (typed: string) => [
  ...new Map(
    typed
      .split(/[,;]/)
      .map(part => part.trim())
      .filter(Boolean)
      .map(part => [part.toLowerCase(), part]),
  ).values(),
]

/** What is wrong with a copy field: an address that is none, or too many of them. */
export type CcFault = { kind: 'address'; address: string } | { kind: 'many' }

export const ccFault = (typed: string): CcFault | null => {
  const addresses = ccAddresses(typed)
  const wrong = addresses.find(one => !address.test(one))
  if (wrong !== undefined) return { kind: 'address', address: wrong }
  return addresses.length > ccMax ? { kind: 'many' } : null
}
