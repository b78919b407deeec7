import type { Language } from '@portico/contract/language'
import { firstTypes } from '../portals/first-rows.ts'
import { WrongCall } from './command.ts'
import { slugOf } from './write-line.ts'

const languages = Object.keys(firstTypes) as Language[]

/** Names of the ticket types in the option's comma-separated list (which may be empty), or the default types in the language. */
export const typeNames = (listed: string | undefined, language = 'it-IT'): string[] => {
  const names = listed?.split(',').map(name => name.trim())
  if (names) return names.filter(Boolean)
  const known = languages.find(one => one === language)
  if (!known) throw new WrongCall(`--language is one of ${languages.join(', ')}.`)
  return firstTypes[known]
}

/** Returns import lines that create the ticket types of a portal. */
export const typeLines = (names: string[], portal: { externalId: string; serviceCompany: string }) =>
  names.map(name => ({
    type: 'ticketType',
    externalId: `${portal.externalId}-${slugOf(name) || name}`,
    serviceCompany: portal.serviceCompany,
    portal: portal.externalId,
    name,
  }))
