import type { BrowserContext, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { signInFactor as en } from '../../web/src/text/en/sign-in/factor.ts'
import { staffAccess as accessEn } from '../../web/src/text/en/staff/access.ts'
import { staffPassword as passwordEn } from '../../web/src/text/en/staff/password.ts'
import { staffSetup as setupEn } from '../../web/src/text/en/staff/setup.ts'
import { signInFactor as es } from '../../web/src/text/es/sign-in/factor.ts'
import { staffAccess as accessEs } from '../../web/src/text/es/staff/access.ts'
import { staffPassword as passwordEs } from '../../web/src/text/es/staff/password.ts'
import { staffSetup as setupEs } from '../../web/src/text/es/staff/setup.ts'
import { signInFactor as it } from '../../web/src/text/it/sign-in/factor.ts'
import { staffAccess as accessIt } from '../../web/src/text/it/staff/access.ts'
import { staffPassword as passwordIt } from '../../web/src/text/it/staff/password.ts'
import { staffSetup as setupIt } from '../../web/src/text/it/staff/setup.ts'
import { startEmpty } from '../support/empty-installation.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'

const words = {
  'it-IT': { factor: it, access: accessIt, password: passwordIt, setup: setupIt },
  'en-EN': { factor: en, access: accessEn, password: passwordEn, setup: setupEn },
  'es-ES': { factor: es, access: accessEs, password: passwordEs, setup: setupEs },
} as const
type Language = keyof typeof words

const secret = 'una barca senza remi'
const codeAt = (key: string, seconds = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + seconds })

/** Nothing is wider than the phone, and the rule engines find no fault. */
const isSound = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - screen.width)).toBeLessThanOrEqual(0)
  expect.soft(await foundByRuleEngines(page)).toEqual([])
}

const shoot = async (page: Page, name: string) => {
  const { SHOTS } = process.env
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
}

/** Makes the company with its administrator, who sets up a second factor by the calls; returns how to invite by them. */
const openCompany = async (context: BrowserContext, link: string) => {
  const { request } = context
  const used = await request.post(`/api/staff/auth/links/${link.split('/').at(-1)}`, {
    data: {
      ...{ firstName: 'Anna', lastName: 'Moro', email: 'anna@company.example' },
      ...{ password: secret, passwordRepeat: secret, language: 'it-IT' },
      portal: { companyName: 'Acque Chiare', webPortalKey: 'acque', webPortalName: 'Acque', ticketTypes: ['Guasto'] },
    },
  })
  expect((await used.json()).next).toBe('enrol')
  expect((await request.get('/api/staff/me')).status()).toBe(401)
  const made = await (await request.post('/api/staff/me/totp', { data: {} })).json()
  await request.post('/api/staff/me/totp/confirm', { data: { code: codeAt(made.secret) } })
  const { csrfToken } = await (await request.get('/api/staff/me')).json()
  return async (email: string): Promise<string> => {
    const person = { firstName: 'Leo', lastName: 'Neri', email, role: 'administrator', portalIds: null }
    const answer = await request.post('/api/staff/accounts', { data: person, headers: { 'X-CSRF-Token': csrfToken } })
    return (await answer.json()).link
  }
}

test('who is invited sets up a code on the phone, and signs in by it and by a recovery code, in three languages', async ({
  browser,
  contextOptions,
  faults,
}) => {
  test.setTimeout(120_000)
  faults.expect(/401|422/)
  const { url, link, stop } = await startEmpty({ secondFactor: 'required' })
  const contexts: BrowserContext[] = []
  const open = async (options = {}) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: url, ...options })
    contexts.push(context)
    return context
  }
  try {
    const invite = await openCompany(await open(), link)
    for (const language of Object.keys(words) as Language[])
      await test.step(language, async () => {
        const { factor, access, password, setup } = words[language]
        const locale = language.slice(0, 2)
        const email = `leo-${locale}@company.example`
        const phone = await open({
          ...{ locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
          colorScheme: locale === 'en' ? 'dark' : 'light',
        })
        faults.follow(phone)
        await phone.addInitScript(
          ({ home, kept }) => window.origin === home && localStorage.setItem('language', kept),
          { home: url, kept: language },
        )
        const page = await phone.newPage()
        page.setDefaultTimeout(15_000)
        const isIn = () => expect(page).toHaveURL(/\/staff\/tickets/)
        await page.goto(await invite(email))
        await page.getByLabel(password.password, { exact: true }).fill(secret)
        await page.getByLabel(password.repeat).fill(secret)
        await page.getByRole('button', { name: setup.account.submit }).click()
        await expect(page.getByRole('heading', { name: access.enrolTitle, level: 1 })).toBeVisible()
        await shoot(page, `staff-enrol-1-${locale}`)
        // The room is closed, whatever address is tried, and the way leads back here.
        await page.goto('/staff/settings/accounts')
        await expect(page.getByRole('heading', { name: access.enrolTitle, level: 1 })).toBeVisible()
        await isSound(page)
        await page.getByRole('button', { name: factor.app.next }).click()
        await expect(page.getByRole('img', { name: factor.app.qr })).toBeVisible()
        await isSound(page)
        await shoot(page, `staff-enrol-2-${locale}`)
        const key = (await page.locator('.totp-secret').innerText()).replace(/\s/g, '')
        await page.getByLabel(factor.app.code).fill('000000')
        await expect(page.locator('.field[data-invalid]')).toBeVisible()
        // The code of the step before counts too, so the one of now is left for the sign-in.
        await page.getByLabel(factor.app.code).fill(codeAt(key, -30))
        const codes = page.locator('.recovery-codes li')
        await expect(codes).toHaveCount(10)
        await isSound(page)
        await shoot(page, `staff-enrol-3-${locale}`)
        const [recoveryCode = ''] = await codes.allInnerTexts()
        await page.getByRole('button', { name: factor.app.saved }).click()
        await expect(page).toHaveURL(/\/staff\/settings\/accounts/)

        const signInAgain = async () => {
          await phone.clearCookies()
          await page.goto('/staff/')
          await page.getByLabel(access.email).fill(email)
          await page.getByRole('textbox', { name: access.password }).fill(secret)
          await page.getByRole('button', { name: access.submit }).click()
          await expect(page.getByRole('heading', { name: factor.code.title, level: 1 })).toBeVisible()
        }
        await signInAgain()
        await isSound(page)
        await shoot(page, `staff-code-${locale}`)
        await page.getByLabel(factor.code.label).fill('000000')
        await expect(page.locator('.field[data-invalid]')).toBeVisible()
        await page.getByLabel(factor.code.label).fill(codeAt(key))
        await isIn()

        await signInAgain()
        await page.getByRole('button', { name: factor.code.useRecovery }).click()
        await page.getByLabel(factor.code.recoveryLabel).fill(recoveryCode)
        await shoot(page, `staff-recovery-${locale}`)
        await page.getByRole('button', { name: factor.code.submit }).click()
        await isIn()
        await page.goto('/staff/account')
        const section = page.getByRole('region', { name: factor.app.title })
        await expect(section).toContainText('9')
        await section.scrollIntoViewIfNeeded()
        await shoot(page, `staff-account-${locale}`)

        // Who turns it off sets up another at once.
        await section.getByRole('button', { name: factor.app.turnOff }).click()
        const dialog = page.getByRole('alertdialog')
        await dialog.getByLabel(factor.app.password).fill(secret)
        await shoot(page, `staff-off-${locale}`)
        await dialog.getByRole('button', { name: factor.app.turnOff }).click()
        await expect(page.getByRole('heading', { name: access.enrolTitle, level: 1 })).toBeVisible()
        await page.getByRole('button', { name: access.leave }).click()
        await expect(page.getByRole('heading', { name: access.title, level: 1 })).toBeVisible()
      })
  } finally {
    for (const context of contexts) await context.close()
    await stop()
  }
})
