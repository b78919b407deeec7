import type { catalogue as english } from './en/catalogue.ts'
import type { Locale } from './languages.ts'
import { menuTexts } from './menu-names.ts'

type Catalogue = typeof english
type Menu = ReturnType<typeof menuTexts>['shell']

/** The texts that the customers' app loads at its start. */
export type CustomerTexts = Catalogue & { shell: Menu }

const withMenu = (locale: Locale, catalogue: Catalogue): CustomerTexts => {
  const { menu, tab } = menuTexts(locale).shell
  const { shell } = catalogue
  return { ...catalogue, shell: { ...shell, menu: { ...shell.menu, ...menu }, tab: { ...shell.tab, ...tab } } }
}

/** The catalogue that the customers' app loads at its start, with the names of the menu's entries. */
export const customerTexts = {
  it: () => import('./it/catalogue.ts').then(({ catalogue }) => withMenu('it', catalogue)),
  en: () => import('./en/catalogue.ts').then(({ catalogue }) => withMenu('en', catalogue)),
  es: () => import('./es/catalogue.ts').then(({ catalogue }) => withMenu('es', catalogue)),
}
