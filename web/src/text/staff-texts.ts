import type { catalogue as english } from './en/staff/catalogue.ts'

/** The texts that the staff's app loads at its start. */
export type StaffTexts = typeof english

/** The catalogue that the staff's app loads at its start. */
export const staffTexts = {
  it: () => import('./it/staff/catalogue.ts').then(({ catalogue }) => catalogue),
  en: () => import('./en/staff/catalogue.ts').then(({ catalogue }) => catalogue),
  es: () => import('./es/staff/catalogue.ts').then(({ catalogue }) => catalogue),
}
