import type { Page } from '@playwright/test'
import { portico } from '../support/command-line.ts'
import { filled, forEachReader, isSound, type Reader } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { password } from '../support/people.ts'
import { people } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

const next = 'una barca senza remi'
const confirmLink = /http:\S+\/confirm\?key=[\w-]+/
const addressOf = (userName: string) => `${userName}@prova.example`

const mailedTo = async ({ language }: Reader, userName: string, form = confirmLink) => {
  const { link, mail } = await mailTo(addressOf(userName), form)
  expect(mail.html).toContain(`<html lang="${language.slice(0, 2)}">`)
  return link
}

const fieldsOf = (page: Page, { words: { access } }: Reader) => ({
  first: page.getByLabel(access.confirm.password, { exact: true }),
  repeat: page.getByLabel(access.confirm.repeat),
  send: page.getByRole('button', { name: access.confirm.submit }),
})

const signedIn = (page: Page, { menu }: Reader) =>
  expect(page.getByRole('heading', { name: menu.tickets, level: 1 })).toBeVisible()

forEachReader('en-desktop', reader => {
  const { access, auth, errors } = reader.words
  const { confirm } = access
  const theirs = people(reader)

  test('a user who forgot the password sets a new one with the link of a mail, which works once', async ({
    page,
    faults,
  }) => {
    await page.goto('/brenta/login')
    await page.getByRole('link', { name: auth.login.forgot }).click()
    await page.getByRole('button', { name: access.recovery.submit }).click()
    await expect(page.getByText(errors.fill_required_fields)).toBeVisible()
    await page.getByLabel(auth.login.userName).fill(theirs.forgetful.userName)
    await page.getByRole('button', { name: access.recovery.submit }).click()
    await expect(page.getByRole('heading', { name: access.recovery.sentTitle })).toBeVisible()
    await isSound(page, reader)

    const link = await mailedTo(reader, theirs.forgetful.userName)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: confirm.recovery })).toBeVisible()
    await expect(page.getByText(filled(confirm.forRecovery, theirs.forgetful))).toBeVisible()
    await expect(page.getByText(filled(confirm.rules, { count: 12 }))).toBeVisible()
    const { first, repeat } = fieldsOf(page, reader)
    await first.fill('una barca')
    await expect(page.getByText(filled(confirm.missing_other, { count: 3 }))).toBeVisible()
    await first.fill(next)
    await expect(page.getByText(confirm.strong)).toBeVisible()
    await repeat.fill('una barca senza vela')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errors.check_passwords)).toBeVisible()
    await expect(repeat).toBeFocused()
    await isSound(page, reader)
    await repeat.fill(next)
    await page.keyboard.press('Enter')
    await signedIn(page, reader)

    faults.expect(/410/)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: confirm.used })).toBeVisible()
    await isSound(page, reader)
    await page.getByRole('button', { name: confirm.renew }).click()
    await expect(page.getByRole('heading', { name: confirm.renewed })).toBeVisible()
    await isSound(page, reader)
    await expect.poll(() => mailedTo(reader, theirs.forgetful.userName)).not.toBe(link)
    await page.goto(await mailedTo(reader, theirs.forgetful.userName))
    await expect(page.getByRole('heading', { name: confirm.recovery })).toBeVisible()
  })

  test('an invitation gives access to the portal; a common password is refused', async ({ page, faults }) => {
    faults.expect(/422/)
    await portico(['invite', theirs.invited.userName])
    await page.goto(await mailedTo(reader, theirs.invited.userName))
    const { first, repeat, send } = fieldsOf(page, reader)
    const { userName } = theirs.invited
    const welcome = filled(confirm.forInvitation, { userName, companyName: theirs.company })
    await expect(page.getByText(welcome)).toBeVisible()
    await isSound(page, reader)
    await first.fill('password1234')
    await repeat.fill('password1234')
    await send.click()
    await expect(page.getByText(errors.weak_password)).toBeVisible()
    await first.fill(next)
    await send.click()
    await expect(page.getByText(errors.check_passwords)).toBeVisible()
    await repeat.fill(next)
    await send.click()
    await signedIn(page, reader)
    await isSound(page, reader)
  })

  if (!reader.thorough) return

  test('an expired invitation says so and offers a new one, which works', async ({ page, faults }) => {
    faults.expect(/410/)
    await portico(['invite', theirs.late.userName], 8)
    const link = await mailedTo(reader, theirs.late.userName)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: confirm.expired })).toBeVisible()
    await expect(page.getByText(confirm.expiredText)).toBeVisible()
    // The page has the portal's branding on a device that has never opened the portal.
    await expect(page.locator('html')).toHaveAttribute('data-portal', 'brenta')
    await isSound(page, reader)
    await page.getByRole('button', { name: confirm.renew }).click()
    await expect(page.getByRole('heading', { name: confirm.renewed })).toBeVisible()
    await expect.poll(() => mailedTo(reader, theirs.late.userName)).not.toBe(link)
    await page.goto(await mailedTo(reader, theirs.late.userName))
    await expect(page.getByRole('heading', { name: confirm.invitation })).toBeVisible()
  })

  test('an invited user who has a password is mailed about the contact and keeps the password', async ({ page }) => {
    await portico(['invite', theirs.known.userName])
    await page.goto(await mailedTo(reader, theirs.known.userName, /http:\S+\/brenta\/login/))
    await page.getByLabel(auth.login.userName).fill(theirs.known.userName)
    await page.getByRole('textbox', { name: auth.login.password }).fill(password)
    await page.getByRole('button', { name: auth.login.submit }).click()
    await signedIn(page, reader)
  })

  test('the link of a revoked access and an unknown link say so', async ({ page, faults }) => {
    faults.expect(/404|410/)
    await page.goto(`/confirm?key=${theirs.goneKey}`)
    await expect(page.getByRole('heading', { name: confirm.withdrawn })).toBeVisible()
    await expect(page.getByText(confirm.withdrawnText)).toBeVisible()
    await expect(page.getByRole('button', { name: confirm.renew })).toHaveCount(0)
    await isSound(page, reader)
    await page.goto('/confirm?key=troncata')
    await expect(page.getByRole('heading', { name: confirm.unknown })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', /login/i)
    await isSound(page, reader)
  })
})
