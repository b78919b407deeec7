import type { Language } from '@portico/contract/auth'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { catalogue as english } from './en/catalogue.ts'
import { type Locale, languageOf, localeOf } from './languages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english }
  }
}

const catalogues: Record<Locale, () => Promise<{ catalogue: typeof english }>> = {
  it: () => import('./it/catalogue.ts'),
  en: () => import('./en/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
}

const load = async (locale: Locale) => {
  if (i18next.hasResourceBundle(locale, 'translation')) return
  const { catalogue } = await catalogues[locale]()
  i18next.addResourceBundle(locale, 'translation', catalogue)
}

/** Shows the product in a language, without a reload; the language of the page goes with it. */
export const showLanguage = async (language: Language) => {
  const locale = localeOf(language)
  await load(locale)
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
}

/** Loads the catalogue of the first language. The types keep catalogues whole; English is fetched if a text lacks even so. */
export const startTexts = async (language: Language) => {
  const ready = i18next.use(initReactI18next).init({
    lng: localeOf(language),
    fallbackLng: 'en' satisfies Locale,
    resources: {},
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: () => void load('en'),
    react: { bindI18nStore: 'added', useSuspense: false },
  })
  await Promise.all([ready, showLanguage(language)])
}

/** The reader's language. */
export const useLanguage = (): Language => languageOf(useTranslation().i18n.language)
