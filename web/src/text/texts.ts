import type { Language } from '@portico/contract/language'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type Locale, languageOf, localeOf } from './languages.ts'

/** Texts of a section, loaded with its screens so that the start does not grow with the sections: one export per file, named like its keys' first part. */
export type LazyTexts = Record<Locale, () => Promise<object>>

// What is loaded before the first screen.
let start: LazyTexts

// The language that is shown or being loaded, and the texts that a change of language has to load as well.
let showing: Locale | undefined
const requested = new Set<LazyTexts>()

const loaded = new Map<() => Promise<object>, Promise<void>>()

const loadOnce = (locale: Locale, load: () => Promise<object>) => {
  const known = loaded.get(load)
  if (known) return known
  const loading = load().then(texts => void i18next.addResourceBundle(locale, 'translation', { ...texts }, true))
  loaded.set(load, loading)
  // What did not arrive is loaded again on the next request.
  loading.catch(() => loaded.delete(load))
  return loading
}

const loadLanguage = async (locale: Locale) => {
  await Promise.all([start, ...requested].map(texts => loadOnce(locale, texts[locale])))
}

/** Makes a loader of code that also loads the texts it shows, now and whenever the language changes. */
export const withTexts =
  <Module>(code: () => Promise<Module>, ...needed: LazyTexts[]) =>
  async () => {
    for (const texts of needed) requested.add(texts)
    const texts = needed.map(one => showing && loadOnce(showing, one[showing]))
    const [module] = await Promise.all([code(), ...texts])
    return module
  }

/** Shows the product in a language, without a reload; the language of the page goes with it. */
export const showLanguage = async (language: Language) => {
  const locale = localeOf(language)
  showing = locale
  await loadLanguage(locale)
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
}

/**
 * Loads the catalogue of the first language, and of each language that is shown later. The types keep catalogues whole; English is fetched
 * if a text lacks even so.
 */
export const startTexts = async (language: Language, catalogue: LazyTexts) => {
  start = catalogue
  loaded.clear()
  const ready = i18next.use(initReactI18next).init({
    lng: localeOf(language),
    fallbackLng: 'en' satisfies Locale,
    resources: {},
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => {
      console.error(`no text for ${key}`)
      void loadLanguage('en')
    },
    react: { bindI18nStore: 'added', useSuspense: false },
  })
  await Promise.all([ready, showLanguage(language)])
}

/** The reader's language. */
export const useLanguage = (): Language => languageOf(useTranslation().i18n.language)
