import type { Page } from '@playwright/test'
import { type Language, languages } from '@portico/contract/language'
import { access as accessEn } from '../../web/src/text/en/access.ts'
import { appointments as appointmentsEn } from '../../web/src/text/en/appointments.ts'
import { catalogue as catalogueEn } from '../../web/src/text/en/catalogue.ts'
import { lists as listsEn } from '../../web/src/text/en/lists.ts'
import { ownPasskeys as passkeysEn } from '../../web/src/text/en/own/passkeys.ts'
import { signInFactor as factorEn } from '../../web/src/text/en/sign-in/factor.ts'
import { signInPeople as peopleRulesEn } from '../../web/src/text/en/sign-in/people.ts'
import { signing as signingEn } from '../../web/src/text/en/signing.ts'
import { tasks as tasksEn } from '../../web/src/text/en/tasks.ts'
import { access as accessEs } from '../../web/src/text/es/access.ts'
import { appointments as appointmentsEs } from '../../web/src/text/es/appointments.ts'
import { catalogue as catalogueEs } from '../../web/src/text/es/catalogue.ts'
import { lists as listsEs } from '../../web/src/text/es/lists.ts'
import { ownPasskeys as passkeysEs } from '../../web/src/text/es/own/passkeys.ts'
import { signInFactor as factorEs } from '../../web/src/text/es/sign-in/factor.ts'
import { signInPeople as peopleRulesEs } from '../../web/src/text/es/sign-in/people.ts'
import { signing as signingEs } from '../../web/src/text/es/signing.ts'
import { tasks as tasksEs } from '../../web/src/text/es/tasks.ts'
import { access as accessIt } from '../../web/src/text/it/access.ts'
import { appointments as appointmentsIt } from '../../web/src/text/it/appointments.ts'
import { catalogue as catalogueIt } from '../../web/src/text/it/catalogue.ts'
import { lists as listsIt } from '../../web/src/text/it/lists.ts'
import { ownPasskeys as passkeysIt } from '../../web/src/text/it/own/passkeys.ts'
import { signInFactor as factorIt } from '../../web/src/text/it/sign-in/factor.ts'
import { signInPeople as peopleRulesIt } from '../../web/src/text/it/sign-in/people.ts'
import { signing as signingIt } from '../../web/src/text/it/signing.ts'
import { tasks as tasksIt } from '../../web/src/text/it/tasks.ts'
import { menuTexts } from '../../web/src/text/menu-names.ts'
import { expect, test } from './portico.ts'
import { foundByRuleEngines } from './rule-engines.ts'

type Words = typeof catalogueEn & {
  access: typeof accessEn
  signInFactor: typeof factorEn
  appointments: typeof appointmentsEn
  lists: typeof listsEn
  passkeys: typeof passkeysEn
  rules: typeof peopleRulesEn
  signing: typeof signingEn
  tasks: typeof tasksEn
}

const words: Record<Language, Words> = {
  'it-IT': {
    ...catalogueIt,
    access: accessIt,
    signInFactor: factorIt,
    appointments: appointmentsIt,
    lists: listsIt,
    passkeys: passkeysIt,
    rules: peopleRulesIt,
    signing: signingIt,
    tasks: tasksIt,
  },
  'en-EN': {
    ...catalogueEn,
    access: accessEn,
    signInFactor: factorEn,
    appointments: appointmentsEn,
    lists: listsEn,
    passkeys: passkeysEn,
    rules: peopleRulesEn,
    signing: signingEn,
    tasks: tasksEn,
  },
  'es-ES': {
    ...catalogueEs,
    access: accessEs,
    signInFactor: factorEs,
    appointments: appointmentsEs,
    lists: listsEs,
    passkeys: passkeysEs,
    rules: peopleRulesEs,
    signing: signingEs,
    tasks: tasksEs,
  },
}

/** A test user who follows the links of mails: language, device and the message catalogue to expect. */
export type Reader = {
  id: `${'it' | 'en' | 'es'}-${'phone' | 'desktop'}`
  language: Language
  phone: boolean
  words: Words
  /** What the main menu calls the sections, by the keys of its entries. */
  menu: ReturnType<typeof menuTexts>['shell']['menu']
  /** Also runs checks that do not depend on language or device, and the accessibility rules. */
  thorough: boolean
}

const full = process.env.FULL === '1'

// Each language once, both devices.
const usual = ['it-desktop', 'en-phone', 'es-phone']

const reader = (language: Language, phone: boolean): Reader => {
  const locale = language.slice(0, 2) as 'it' | 'en' | 'es'
  const id = `${locale}-${phone ? 'phone' : 'desktop'}` as Reader['id']
  const { menu } = menuTexts(locale).shell
  return {
    id,
    language,
    phone,
    words: words[language],
    menu,
    thorough: usual.includes(id),
  }
}

/** All readers. The test data has records for each of them. */
export const allReaders = languages.flatMap(language => [reader(language, false), reader(language, true)])

/**
 * Defines tests for one of the usual readers, with their language and device: one who has the device of `another`, and the language if there
 * is one, because a phone shows what a desktop hides. FULL=1 defines them for all usual readers and for `another`, so that all flows together
 * cover each language on desktop and phone.
 */
export const forEachReader = (another: Reader['id'], make: (reader: Reader) => void): void => {
  const onDevice = usual.filter(id => id.split('-')[1] === another.split('-')[1])
  const one = onDevice.includes(another) ? another : onDevice[0]
  const chosen = full ? [...usual, another] : [one]
  for (const reader of allReaders.filter(({ id }) => chosen.includes(id)))
    test.describe(reader.id, () => {
      test.use({
        kept: { language: reader.language },
        ...(reader.phone && { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
      })
      make(reader)
    })
}

/** A text of the catalogue with its placeholders filled in. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/<\/?\d>/g, '').replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))

const namesIn = (language: Language) => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language.slice(0, 2), options)
  const [day, month] = [format({ weekday: 'long' }), format({ month: 'long' })]
  return [
    ...Array.from({ length: 7 }, (_, at) => day.format(new Date(2026, 0, at + 1))),
    ...Array.from({ length: 12 }, (_, at) => month.format(new Date(2026, at, 1))),
  ]
}

/** Names of days and months that exist only in other languages. Without "May" and "March", which are also ordinary words. */
const foreignNames = ({ language }: Reader) => {
  const own = namesIn(language).map(name => name.toLowerCase())
  const others = languages.filter(other => other !== language).flatMap(namesIn)
  return others.filter(name => !own.includes(name.toLowerCase()) && !/^(may|march)$/i.test(name))
}

const keys = Object.keys(words['en-EN']).join('|')

/**
 * Waits until a page has loaded and checks it: no untranslated key, no date in another language, nothing wider than the phone, and for
 * thorough readers no accessibility fault. The smoke test covers the other combinations of language, size and colour scheme.
 */
export const isSound = async (page: Page, reader: Reader): Promise<void> => {
  await expect(page.locator('#loading')).toBeHidden()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${reader.language.slice(0, 2)}`))
  const text = await page.locator('body').innerText()
  expect.soft(text).not.toMatch(new RegExp(`\\b(${keys})\\.[a-z]+(\\.|\\b)|\\{\\{`))
  expect.soft(text).not.toMatch(new RegExp(`(?<!\\p{L})(${foreignNames(reader).join('|')})(?!\\p{L})`, 'iu'))
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - screen.width)
  if (reader.phone) expect.soft(beyond, 'pixels beyond the phone').toBeLessThanOrEqual(0)
  if (!reader.thorough) return
  expect.soft(await foundByRuleEngines(page)).toEqual([])
}
