import { generateSync } from 'otplib'
import { filled, forEachReader, isSound } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { password } from '../support/people.ts'
import { people } from '../support/personas.ts'
import { expect, signIn, test } from '../support/portico.ts'

forEachReader('es-phone', reader => {
  const { access, auth, signInFactor: factor } = reader.words
  const { enrolling } = people(reader)

  test('the code from the phone is turned on, asked for after password and link, and turned off', async ({
    page,
    faults,
  }) => {
    faults.expect(/422/)
    const { token, url } = await signIn(enrolling)
    await page.goto('/brenta/privacy')
    await page.evaluate(value => localStorage.setItem('token', value), token)
    await page.goto(`${url}/account`)
    const section = page.getByRole('region', { name: factor.app.title })
    await page.locator('a[href$="/tickets"]:visible').first().click()
    await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
    await page.goBack()
    await section.getByRole('button', { name: factor.app.turnOn }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: factor.app.next }).click()
    await expect(dialog.getByRole('img', { name: factor.app.qr })).toBeVisible()
    await expect(dialog.getByLabel(factor.app.code)).toBeFocused()
    await isSound(page, reader)
    const secret = (await dialog.locator('.totp-secret').innerText()).replace(/\s/g, '')
    // The code of the step before counts too, so the one of now is left for the sign-in.
    const before = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 })
    await dialog.getByLabel(factor.app.code).fill(before)
    await expect(dialog.locator('.recovery-codes li')).toHaveCount(10)
    const [recoveryCode = '', secondCode = ''] = await dialog.locator('.recovery-codes li').allInnerTexts()
    await isSound(page, reader)
    // They are not shown again, so only the button closes the dialog. Chrome would close it at the second Escape.
    const codesTitle = dialog.getByRole('heading', { name: factor.app.savedTitle })
    await expect(codesTitle).toBeFocused()
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await expect(codesTitle).toBeFocused()
    await page.mouse.click(4, 4)
    await expect(dialog.locator('.recovery-codes li')).toHaveCount(10)
    await page.evaluate(() => history.forward())
    const question = page.getByRole('alertdialog', { name: factor.app.leaveTitle })
    await question.getByRole('button', { name: factor.app.stay }).click()
    await expect(dialog.locator('.recovery-codes li')).toHaveCount(10)
    await dialog.getByRole('button', { name: factor.app.saved }).click()
    await expect(section.getByRole('button', { name: factor.app.turnOff })).toBeVisible()

    // Sign-in by password and a code of the app.
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/brenta/login')
    await page.getByLabel(auth.login.userName).fill(enrolling.userName)
    await page.getByRole('textbox', { name: auth.login.password }).fill(password)
    await page.getByRole('button', { name: auth.login.submit, exact: true }).click()
    await expect(page.getByRole('heading', { name: factor.code.title })).toBeVisible()
    await isSound(page, reader)
    await page.getByLabel(factor.code.label).fill('000000')
    await expect(page.getByRole('alert').or(page.locator('.field[data-invalid]')).first()).toBeVisible()
    await page.getByLabel(factor.code.label).fill(generateSync({ secret }))
    await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()

    // By a mailed link and a recovery code.
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/brenta/login')
    await page.getByRole('link', { name: auth.login.byLink }).click()
    await page.getByLabel(auth.login.userName).fill(enrolling.userName)
    await page.getByRole('button', { name: access.linkRequest.submit }).click()
    await expect(page.getByText(filled(access.linkRequest.sent, { name: enrolling.userName }))).toBeVisible()
    const { link } = await mailTo(`${enrolling.userName}@prova.example`, /http:\S+\/link\?key=[\w-]+/)
    await page.goto(link)
    await page.getByRole('button', { name: access.link.submit }).click()
    await page.getByRole('button', { name: factor.code.useRecovery }).click()
    await page.getByLabel(factor.code.recoveryLabel).fill(recoveryCode)
    await page.getByRole('button', { name: factor.code.submit }).click()
    await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
    expect(secondCode).not.toBe(recoveryCode)

    await page.goto(`${url}/account`)
    await expect(section).toContainText('9')
    await section.getByRole('button', { name: factor.app.turnOff }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: factor.app.turnOff }).click()
    await expect(section).toContainText(factor.app.off)
  })
})
