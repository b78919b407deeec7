import type { Language } from '@portico/contract/language'
import { WrongCall } from './command.ts'
import { slugOf } from './write-line.ts'

/** The types that a portal's customers choose from until the company has its own. */
const defaultTypes: Record<Language, string[]> = {
  'it-IT': ['Guasto', 'Richiesta di intervento', 'Informazioni'],
  'en-EN': ['Fault', 'Service request', 'Question'],
  'es-ES': ['Avería', 'Solicitud de servicio', 'Consulta'],
}

const languages = Object.keys(defaultTypes) as Language[]

/** The names that an option lists, or those of a portal in that language; none where the list is empty. */
export const typeNames = (listed: string | undefined, language = 'it-IT'): string[] => {
  const names = listed?.split(',').map(name => name.trim())
  if (names) return names.filter(Boolean)
  const known = languages.find(one => one === language)
  if (!known) throw new WrongCall(`--language is one of ${languages.join(', ')}.`)
  return defaultTypes[known]
}

/** Ticket types of a portal as lines of an import. */
export const typeLines = (names: string[], portal: { externalId: string; serviceCompany: string }) =>
  names.map(name => ({
    type: 'ticketType',
    externalId: `${portal.externalId}-${slugOf(name) || name}`,
    serviceCompany: portal.serviceCompany,
    portal: portal.externalId,
    name,
  }))
