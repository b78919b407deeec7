import { type Language, languages } from '@portico/contract/language'

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { 'it-IT': 'Italiano', 'en-EN': 'English', 'es-ES': 'Español' }

/** The locale of a language, for its catalogue and its dates: the first two letters. */
export type Locale = 'it' | 'en' | 'es'

/** The locale of a language. */
export const localeOf = (language: Language) => language.slice(0, 2) as Locale

/** The locale of days in words: `21 August` in English too, as every other date of the product has it. */
export const dayLocaleOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : locale)

/** The language of a locale; the default one for any other. */
export const languageOf = (locale: string): Language =>
  languages.find(language => localeOf(language) === locale) ?? languages[0]
