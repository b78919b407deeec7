import { type Language, languages } from '@portico/contract/language'

/** How the product calls its languages: each in its own words (spec 2). */
export const languageNames: Record<Language, string> = { 'it-IT': 'Italiano', 'en-EN': 'English', 'es-ES': 'Español' }

/** The name of a language's catalogue and the locale of its dates: the first two letters (spec 9). */
export type Locale = 'it' | 'en' | 'es'

/** The locale of a language. */
export const localeOf = (language: Language) => language.slice(0, 2) as Locale

/** The language of a locale; the default one for any other. */
export const languageOf = (locale: string): Language =>
  languages.find(language => localeOf(language) === locale) ?? languages[0]
