import type { Language } from '@portico/contract/language'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { catalogue as english } from './en/catalogue.ts'
import { type Locale, languageOf, localeOf } from './languages.ts'
import { type Section, type SectionTexts, sectionTexts } from './sections.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english & SectionTexts }
  }
}

const catalogues: Record<Locale, () => Promise<{ catalogue: typeof english }>> = {
  it: () => import('./it/catalogue.ts'),
  en: () => import('./en/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
}

// The language that is shown or on its way, and the sections whose texts have been asked for.
let showing: Locale | undefined
const sections = new Set<Section>()

const loaded = new Map<string, Promise<void>>()

const once = (name: string, work: () => Promise<void>) => {
  const known = loaded.get(name)
  if (known) return known
  const loading = work()
  loaded.set(name, loading)
  // What did not arrive is asked for again.
  loading.catch(() => loaded.delete(name))
  return loading
}

const add = (locale: Locale, texts: object) => void i18next.addResourceBundle(locale, 'translation', texts, true)

const loadSection = (locale: Locale, section: Section) =>
  once(`${locale} ${section}`, async () => add(locale, { ...(await sectionTexts[section][locale]()) }))

const load = async (locale: Locale) => {
  const base = once(locale, async () => add(locale, (await catalogues[locale]()).catalogue))
  await Promise.all([base, ...[...sections].map(section => loadSection(locale, section))])
}

/** Loads code that shows a section, and the section's texts beside it; another language brings them along from then on. */
export const withTexts =
  <Module>(code: () => Promise<Module>, ...needed: Section[]) =>
  async () => {
    for (const section of needed) sections.add(section)
    const texts = needed.map(section => showing && loadSection(showing, section))
    const [module] = await Promise.all([code(), ...texts])
    return module
  }

/** Shows the product in a language, without a reload; the language of the page goes with it. */
export const showLanguage = async (language: Language) => {
  const locale = localeOf(language)
  showing = locale
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
    missingKeyHandler: (_languages, _namespace, key) => {
      console.error(`no text for ${key}`)
      void load('en')
    },
    react: { bindI18nStore: 'added', useSuspense: false },
  })
  await Promise.all([ready, showLanguage(language)])
}

/** The reader's language. */
export const useLanguage = (): Language => languageOf(useTranslation().i18n.language)
