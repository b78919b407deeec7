import type { BrowserContext, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { ownPasskeys as passkeysEn } from '../../web/src/text/en/own/passkeys.ts'
import { signInFactor as en } from '../../web/src/text/en/sign-in/factor.ts'
import { staffAccess as accessEn } from '../../web/src/text/en/staff/access.ts'
import { staffPassword as passwordEn } from '../../web/src/text/en/staff/password.ts'
import { staffSetup as setupEn } from '../../web/src/text/en/staff/setup.ts'
import { ownPasskeys as passkeysEs } from '../../web/src/text/es/own/passkeys.ts'
import { signInFactor as es } from '../../web/src/text/es/sign-in/factor.ts'
import { staffAccess as accessEs } from '../../web/src/text/es/staff/access.ts'
import { staffPassword as passwordEs } from '../../web/src/text/es/staff/password.ts'
import { staffSetup as setupEs } from '../../web/src/text/es/staff/setup.ts'
import { ownPasskeys as passkeysIt } from '../../web/src/text/it/own/passkeys.ts'
import { signInFactor as it } from '../../web/src/text/it/sign-in/factor.ts'
import { staffAccess as accessIt } from '../../web/src/text/it/staff/access.ts'
import { staffPassword as passwordIt } from '../../web/src/text/it/staff/password.ts'
import { staffSetup as setupIt } from '../../web/src/text/it/staff/setup.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { startEmpty } from '../support/empty-installation.ts'
import { filled } from '../support/flows.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'

const words = {
  'it-IT': { factor: it, passkeys: passkeysIt, access: accessIt, password: passwordIt, setup: setupIt },
  'en-EN': { factor: en, passkeys: passkeysEn, access: accessEn, password: passwordEn, setup: setupEn },
  'es-ES': { factor: es, passkeys: passkeysEs, access: accessEs, password: passwordEs, setup: setupEs },
} as const
type Language = keyof typeof words
/** The full run reads each language, the usual one Italian. */
const languages = (process.env.FULL === '1' ? Object.keys(words) : ['it-IT']) as Language[]
const phoneLook = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktopLook = { viewport: { width: 1440, height: 900 } }

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

/** Takes the link of an invitation: sets the password, and comes to the choice of a second factor. */
const acceptInvitation = async (page: Page, link: string, { access, password, setup }: (typeof words)[Language]) => {
  await page.goto(link)
  await page.getByLabel(password.password, { exact: true }).fill(secret)
  await page.getByLabel(password.repeat).fill(secret)
  await page.getByRole('button', { name: setup.account.submit }).click()
  await expect(page.getByRole('heading', { name: access.chooseTitle, level: 1 })).toBeVisible()
}

const typePassword = async (page: Page, email: string, { access }: (typeof words)[Language]) => {
  await page.getByLabel(access.email).fill(email)
  await page.getByRole('textbox', { name: access.password }).fill(secret)
  await page.getByRole('button', { name: access.submit }).click()
}

/** Signs in anew. Without `fillsIn` the browser is one that asks for passkeys by the button alone. */
const leave = async (page: Page, fillsIn = false) => {
  await page.context().clearCookies()
  await page.evaluate(fillsIn => sessionStorage.setItem('fillsIn', String(fillsIn)), fillsIn)
  await page.goto('/staff/')
}

/** The address alone is that of the room before the session is there: who left by then would be signed in afterwards. */
const isIn = async (page: Page) => {
  await expect(page).toHaveURL(/\/staff\/tickets/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Enrols by a passkey, signs in by it alone and after the password, and removes it. */
const usePasskeys = async (page: Page, link: string, email: string, language: Language, look: string) => {
  const { passkeys, access } = words[language]
  const shot = (name: string) => shoot(page, `staff-passkey-${name}-${look}-${language.slice(0, 2)}`)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('fillsIn') === 'false')
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const device = await addAuthenticator(page.context(), page)
  await acceptInvitation(page, link, words[language])
  await isSound(page)
  await shot('choice')
  await page.getByRole('button', { name: access.makePasskey }).click()
  await isIn(page)
  expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  await leave(page, true)
  await isIn(page)
  await leave(page)
  const button = page.getByRole('button', { name: access.byPasskey })
  await expect(button).toBeVisible()
  await isSound(page)
  await shot('sign-in')
  await device.setVerified(false)
  await button.click()
  await expect(page.getByText(passkeys.fault.cancelled)).toBeVisible()
  await device.setVerified(true)
  await button.click()
  await isIn(page)
  await leave(page)
  await typePassword(page, email, words[language])
  await expect(page.getByRole('heading', { name: access.passkeyTitle, level: 1 })).toBeVisible()
  await isSound(page)
  await shot('second-step')
  await page.getByRole('button', { name: access.usePasskey }).click()
  await isIn(page)
  await page.goto('/staff/account')
  const section = page.getByRole('region', { name: passkeys.title })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.scrollIntoViewIfNeeded()
  await isSound(page)
  await shot('account')
  await section.getByRole('button', { name: filled(passkeys.removeNamed, { name: '' }) }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: passkeys.remove, exact: true }).click()
  // It was the last factor: another is due at once, and the passkey opens nothing.
  await expect(page.getByRole('heading', { name: access.chooseTitle, level: 1 })).toBeVisible()
  await leave(page)
  await button.click()
  await expect(page.getByText(passkeys.fault.unknown)).toBeVisible()
}

test('who is invited sets up a passkey or a code on the phone, and signs in by it and by a recovery code', async ({
  browser,
  contextOptions,
  faults,
}) => {
  test.setTimeout(600_000)
  faults.expect(/401|403|422/)
  const { url, link, stop } = await startEmpty({ secondFactor: 'required' })
  const contexts: BrowserContext[] = []
  const open = async (options = {}) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: url, ...options })
    contexts.push(context)
    return context
  }
  try {
    const invite = await openCompany(await open(), link)
    for (const language of languages)
      await test.step(language, async () => {
        const { factor, access } = words[language]
        const locale = language.slice(0, 2)
        const email = `leo-${locale}@company.example`
        const openPage = async (look: object) => {
          const context = await open({ locale, ...look, colorScheme: locale === 'en' ? 'dark' : 'light' })
          faults.follow(context)
          await context.addInitScript(
            ({ home, kept }) => window.origin === home && localStorage.setItem('language', kept),
            { home: url, kept: language },
          )
          const page = await context.newPage()
          page.setDefaultTimeout(15_000)
          return page
        }
        for (const [look, of] of [['phone', phoneLook] as const, ['desktop', desktopLook] as const])
          await test.step(`passkey, ${look}`, async () => {
            const person = `${look}-${locale}@company.example`
            await usePasskeys(await openPage(of), await invite(person), person, language, look)
          })
        const page = await openPage(phoneLook)
        await acceptInvitation(page, await invite(email), words[language])
        // The room is closed, whatever address is tried, and the way leads back here.
        await page.goto('/staff/settings/accounts')
        await expect(page.getByRole('heading', { name: access.chooseTitle, level: 1 })).toBeVisible()
        await page.getByRole('button', { name: access.useApp }).click()
        await expect(page.getByRole('heading', { name: access.enrolTitle, level: 1 })).toBeVisible()
        await isSound(page)
        await shoot(page, `staff-enrol-1-${locale}`)
        await page.getByRole('button', { name: factor.app.next }).click()
        await expect(page.getByRole('img', { name: factor.app.qr })).toBeVisible()
        await isSound(page)
        await shoot(page, `staff-enrol-2-${locale}`)
        const key = (await page.locator('.totp-secret').innerText()).replace(/\s/g, '')
        await page.getByLabel(factor.app.code).fill('000000')
        await expect(page.locator('.field[data-invalid]')).toBeVisible()
        // The code of the step before counts too, so the one of now is left for the sign-in.
        // The code of the step before is valid until the present one ends.
        const left = 30_000 - (Date.now() % 30_000)
        if (left < 10_000) await page.waitForTimeout(left)
        await page.getByLabel(factor.app.code).fill(codeAt(key, -30))
        const codes = page.locator('.recovery-codes li')
        await expect(codes).toHaveCount(10)
        await isSound(page)
        await shoot(page, `staff-enrol-3-${locale}`)
        const [recoveryCode = ''] = await codes.allInnerTexts()
        await page.getByRole('button', { name: factor.app.saved }).click()
        await expect(page).toHaveURL(/\/staff\/settings\/accounts/)

        const signInAgain = async () => {
          await leave(page)
          await typePassword(page, email, words[language])
          await expect(page.getByRole('heading', { name: factor.code.title, level: 1 })).toBeVisible()
        }
        await signInAgain()
        await isSound(page)
        await shoot(page, `staff-code-${locale}`)
        await page.getByLabel(factor.code.label).fill('000000')
        await expect(page.locator('.field[data-invalid]')).toBeVisible()
        await page.getByLabel(factor.code.label).fill(codeAt(key))
        await isIn(page)

        await signInAgain()
        await page.getByRole('button', { name: factor.code.useRecovery }).click()
        await page.getByLabel(factor.code.recoveryLabel).fill(recoveryCode)
        await shoot(page, `staff-recovery-${locale}`)
        await page.getByRole('button', { name: factor.code.submit }).click()
        await isIn(page)
        await page.goto('/staff/account')
        const section = page.getByRole('region', { name: factor.app.title })
        await expect(section).toContainText('9')
        await section.scrollIntoViewIfNeeded()
        await shoot(page, `staff-account-${locale}`)
        await section.getByRole('button', { name: factor.app.renew, exact: true }).click()
        const renewal = page.getByRole('dialog')
        await renewal.getByRole('button', { name: factor.app.renewConfirm }).click()
        await expect(renewal.locator('.recovery-codes li')).toHaveCount(10)
        await isSound(page)
        await shoot(page, `staff-renew-${locale}`)
        const [spare = ''] = await renewal.locator('.recovery-codes li').allInnerTexts()
        await renewal.getByRole('button', { name: factor.app.saved }).click()
        await expect(section).toContainText('10')

        // Whoever signed in a while ago proves it by the password with a code. Who turns it off sets up another at once.
        await page.route('**/api/staff/me/totp', async route => {
          if (route.request().method() !== 'DELETE' || route.request().postData() !== '{}') return route.fallback()
          const json = {
            type: 'urn:portico:problem:forbidden',
            status: 403,
            code: 'forbidden',
            detail: 'proof_required',
            proofs: ['password', 'code'],
          }
          await route.fulfill({ status: 403, contentType: 'application/problem+json', json })
        })
        await section.getByRole('button', { name: factor.app.turnOff }).click()
        const dialog = page.getByRole('alertdialog')
        await shoot(page, `staff-off-${locale}`)
        await dialog.getByRole('button', { name: factor.app.turnOff }).click()
        const { passkeys } = words[language]
        await dialog.getByRole('textbox', { name: passkeys.password }).fill(secret)
        await expect(dialog.getByRole('button', { name: passkeys.usePasskey })).toHaveCount(0)
        await dialog.getByLabel(passkeys.code).fill('000000')
        await dialog.getByRole('button', { name: passkeys.confirm }).click()
        await expect(dialog.locator('.field[data-invalid]')).toBeVisible()
        await dialog.getByLabel(passkeys.code).fill(spare)
        await isSound(page)
        await shoot(page, `staff-proof-${locale}`)
        await dialog.getByRole('button', { name: passkeys.confirm }).click()
        await expect(page.getByRole('heading', { name: access.chooseTitle, level: 1 })).toBeVisible()
        await page.getByRole('button', { name: access.leave }).click()
        await expect(page.getByRole('heading', { name: access.title, level: 1 })).toBeVisible()
      })
  } finally {
    for (const context of contexts) await context.close()
    await stop()
  }
})
