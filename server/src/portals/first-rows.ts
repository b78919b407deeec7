import type { Language } from '@portico/contract/language'

/** The names of a new portal's ticket steps: open, pending, closed. */
export const firstSteps: Record<Language, readonly [string, string, string]> = {
  'it-IT': ['Aperto', 'In attesa', 'Chiuso'],
  'en-EN': ['Open', 'Waiting', 'Closed'],
  'es-ES': ['Abierto', 'En espera', 'Cerrado'],
}

/** The ticket types of a new portal whose company has not named its own. */
export const firstTypes: Record<Language, string[]> = {
  'it-IT': ['Guasto', 'Richiesta di intervento', 'Informazioni'],
  'en-EN': ['Fault', 'Service request', 'Question'],
  'es-ES': ['Avería', 'Solicitud de servicio', 'Consulta'],
}
