import type { Language } from '@portico/contract/language'

/** The locale in which dates and times are written in a language. */
export const dateLocales: Record<Language, string> = { 'it-IT': 'it', 'en-EN': 'en-GB', 'es-ES': 'es' }
