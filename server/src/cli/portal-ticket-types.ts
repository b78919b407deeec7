import type { Language } from '@portico/contract/language'
import { WrongCall } from './command.ts'
import { slugOf } from './write-line.ts'

/** Ticket types of a new portal whose company has not named its own. */
const defaultTypes: Record<Language, string[]> = {
  'it-IT': ['Guasto', 'Richiesta di intervento', 'Informazioni'],
  'en-EN': ['Fault', 'Service request', 'Question'],
  'es-ES': ['Avería', 'Solicitud de servicio', 'Consulta'],
}

const languages = Object.keys(defaultTypes) as Language[]

/** Names of the ticket types in the option's comma-separated list (which may be empty), or the default types in the language. */
export const typeNames = (listed: string | undefined, language = 'it-IT'): string[] => {
  const names = listed?.split(',').map(name => name.trim())
  if (names) return names.filter(Boolean)
  const known = languages.find(one => one === language)
  if (!known) throw new WrongCall(`--language is one of ${languages.join(', ')}.`)
  return defaultTypes[known]
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
