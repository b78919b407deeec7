import i18next from 'i18next'
import { expect, test } from 'vitest'
import { customerTexts } from './customer-texts.ts'
import { type LazyTexts, showLanguage, startTexts, withTexts } from './texts.ts'

const invoices: LazyTexts = {
  it: () => import('./it/invoices.ts'),
  en: () => import('./en/invoices.ts'),
  es: () => import('./es/invoices.ts'),
}
const estimates: LazyTexts = {
  it: () => import('./it/estimates.ts'),
  en: () => import('./en/estimates.ts'),
  es: () => import('./es/estimates.ts'),
}
const wiki: LazyTexts = {
  it: () => import('./it/wiki.ts'),
  en: () => import('./en/wiki.ts'),
  es: () => import('./es/wiki.ts'),
}

const screen = async () => 'screen'
const say = (key: 'invoices.date' | 'estimates.name') => i18next.t(key)

test('a screen brings its section’s texts along, in every language that is shown', async () => {
  // Asked for before there is a language, as at the start.
  const early = withTexts(screen, invoices)()
  await startTexts('it-IT', customerTexts)
  expect(await early).toBe('screen')
  expect(say('invoices.date')).toBe('Data')
  expect(i18next.exists('estimates.name')).toBe(false)

  expect(await withTexts(screen, estimates)()).toBe('screen')
  expect(say('estimates.name')).toBe('Nome')

  await showLanguage('es-ES')
  expect([say('invoices.date'), say('estimates.name')]).toEqual(['Fecha', 'Nombre'])

  // While another language is on its way.
  const switching = showLanguage('en-EN')
  await withTexts(screen, wiki)()
  await switching
  expect(say('invoices.date')).toBe('Date')
  expect(i18next.exists('wiki')).toBe(true)
})
