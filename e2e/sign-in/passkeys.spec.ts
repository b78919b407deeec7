import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { filled, forEachReader, isSound } from '../support/flows.ts'
import { password } from '../support/people.ts'
import { people } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

forEachReader('es-phone', reader => {
  const { auth, passkeys, words } = reader.words
  const { keyed } = people(reader)

  /** Goes to the login page. Without `fillsIn` the browser is one that asks for passkeys by the button alone. */
  const leave = async (page: Page, fillsIn = false) => {
    await page.evaluate(fillsIn => {
      localStorage.removeItem('token')
      sessionStorage.setItem('fillsIn', String(fillsIn))
    }, fillsIn)
    await page.goto('/brenta/login')
  }
  const entered = (page: Page) =>
    expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
  const account = async (page: Page) => {
    await page.goto(`${new URL(page.url()).pathname.split('/').slice(0, 3).join('/')}/account`)
    return page.getByRole('region', { name: passkeys.title })
  }

  test('a passkey is offered, made, named, used by button and by itself, refused as a copy, and removed', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/401/)
    const device = await addAuthenticator(context, page)
    await page.addInitScript(() => {
      if (sessionStorage.getItem('fillsIn') === 'false')
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto('/brenta/login')
    const button = page.getByRole('button', { name: passkeys.signIn })
    await test.step('offered after the password, once', async () => {
      await expect(button).toBeVisible()
      await isSound(page, reader)
      await page.getByLabel(auth.login.userName).fill(keyed.userName)
      await page.getByRole('textbox', { name: auth.login.password }).fill(password)
      await page.getByRole('button', { name: auth.login.submit, exact: true }).click()
      await entered(page)
      await expect(page.getByText(passkeys.offerTitle)).toBeVisible()
      await isSound(page, reader)
      await page.getByRole('button', { name: passkeys.offer }).click()
      await expect(page.getByText(passkeys.addedDone)).toBeVisible()
      expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    })
    await test.step('named, and not made twice on a device', async () => {
      const section = await account(page)
      await expect(section.getByRole('listitem')).toHaveCount(2)
      await section.getByRole('button', { name: passkeys.addTitle }).click()
      await expect(page.getByText(passkeys.fault.known)).toBeVisible()
      await section
        .getByRole('button', { name: passkeys.rename })
        .or(section.getByText(passkeys.rename))
        .first()
        .click()
      await page.getByRole('dialog').getByLabel(passkeys.name).fill('Ufficio 7')
      await isSound(page, reader)
      await page.getByRole('dialog').getByRole('button', { name: passkeys.save }).click()
      await expect(section.getByText('Ufficio 7')).toBeVisible()
      await isSound(page, reader)
    })
    await test.step('by itself, as the browser fills it in', async () => {
      await leave(page, true)
      await entered(page)
      await expect(page.getByText(passkeys.offerTitle)).toHaveCount(0)
    })
    await test.step('by the button, and refused without a finger', async () => {
      await leave(page)
      await device.setVerified(false)
      await button.click()
      await expect(page.getByText(passkeys.fault.cancelled)).toBeVisible()
      await isSound(page, reader)
      await device.setVerified(true)
      await button.click()
      await entered(page)
    })
    await test.step('a copy is refused', async () => {
      await device.setCounter(0)
      await leave(page)
      await button.click()
      await expect(page.getByText(passkeys.fault.copied)).toBeVisible()
      await device.setCounter(50)
      await button.click()
      await entered(page)
    })
    await test.step('removed by a proof of what there is, and unknown from then on', async () => {
      // As after ten minutes, where only a passkey would do.
      await page.route('**/api/users/me/passkeys/*', route => {
        if (route.request().method() !== 'DELETE' || route.request().postData() !== '{}') return route.fallback()
        const json = { status: 403, code: 'forbidden', detail: 'proof_required', proofs: ['passkey'] }
        return route.fulfill({ status: 403, contentType: 'application/problem+json', json })
      })
      faults.expect(/403/)
      const section = await account(page)
      await section.getByRole('button', { name: filled(passkeys.removeNamed, { name: 'Ufficio 7' }) }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('Ufficio 7')
      await isSound(page, reader)
      await question.getByRole('button', { name: passkeys.remove, exact: true }).click()
      const proof = page.getByRole('dialog', { name: passkeys.proofTitle })
      await expect(proof).toContainText(passkeys.proof.passkey)
      await expect(proof.getByRole('textbox')).toHaveCount(0)
      await isSound(page, reader)
      await proof.getByRole('button', { name: passkeys.usePasskey }).click()
      await expect(page.getByText(passkeys.removedDone)).toBeVisible()
      await expect(section.getByRole('listitem')).toHaveCount(1)
      await leave(page)
      await button.click()
      await expect(page.getByText(passkeys.fault.unknown)).toBeVisible()
      await expect(page.getByRole('button', { name: words.dismiss })).toHaveCount(0)
    })
  })

  test('a security key without a PIN is refused in words', async ({ page, context }) => {
    await addAuthenticator(context, page, { transport: 'usb', hasResidentKey: false, hasUserVerification: false })
    await page.goto('/brenta/login')
    await page.getByLabel(auth.login.userName).fill(keyed.userName)
    await page.getByRole('textbox', { name: auth.login.password }).fill(password)
    await page.getByRole('button', { name: auth.login.submit, exact: true }).click()
    await entered(page)
    const section = await account(page)
    await section.getByRole('button', { name: passkeys.addTitle }).click()
    await expect(
      page.getByText(passkeys.fault.notSupported).or(page.getByText(passkeys.fault.addCancelled)),
    ).toBeVisible()
  })
})
