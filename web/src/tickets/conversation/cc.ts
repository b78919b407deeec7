import { ccMax } from '@portico/contract/tickets'

const address = /^[^\s@,;<>()"]+@[^\s@,;<>()".]+(?:\.[^\s@,;<>()".]+)+$/

/** Parses CC addresses separated by commas or semicolons, without duplicates. */
export const ccAddresses = (typed: string) => [
  ...new Map(
    typed
      .split(/[,;]/)
      .map(part => part.trim())
      .filter(Boolean)
      .map(part => [part.toLowerCase(), part]),
  ).values(),
]

/** What is wrong with a CC field: an invalid address, or too many addresses. */
export type CcFault = { kind: 'address'; address: string } | { kind: 'many' }

export const ccFault = (typed: string): CcFault | null => {
  const addresses = ccAddresses(typed)
  const wrong = addresses.find(one => !address.test(one))
  if (wrong !== undefined) return { kind: 'address', address: wrong }
  return addresses.length > ccMax ? { kind: 'many' } : null
}
