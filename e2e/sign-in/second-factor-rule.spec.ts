import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { filled, forEachReader, isSound } from '../support/flows.ts'
import { people } from '../support/personas.ts'
import { call, expect, type Session, signIn, test } from '../support/portico.ts'

/** The code of the step before counts too, so the one of now is left for a sign-in. */
const codeBefore = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 })

/** Sets up codes of an app through the API. */
const enrol = async ({ token }: Session) => {
  const { secret } = await call<{ secret: string }>(token, 'POST', '/api/users/me/totp', {})
  await call(token, 'POST', '/api/users/me/totp/confirm', { code: codeBefore(secret) })
}

const enterWith = async (page: Page, token: string, url: string) => {
  await page.goto('/brenta/privacy')
  await page.evaluate(token => localStorage.setItem('token', token), token)
  await page.goto(url)
}

forEachReader('it-phone', reader => {
  const { rules, signInFactor: factor, words } = reader.words
  const { chief, colleague } = people(reader).strict

  test('an administrator requires a second factor, a colleague sets one up, and the log of the company tells it', async ({
    page,
    faults,
  }) => {
    faults.expect(/401/)
    const own = await signIn(chief)
    const other = await signIn(colleague)
    await enrol(own)

    await test.step('required by the administrator', async () => {
      await enterWith(page, own.token, `${own.url}/account`)
      const box = page.getByRole('checkbox', { name: rules.rule.name })
      await expect(box).not.toBeChecked()
      await box.click()
      const question = page.getByRole('alertdialog', { name: rules.rule.onTitle })
      await expect(question).toBeVisible()
      await isSound(page, reader)
      await question.getByRole('button', { name: rules.rule.onConfirm }).click()
      await expect(page.getByText(rules.rule.onDone)).toBeVisible()
      await expect(box).toBeChecked()
    })
    await test.step('due for the colleague, who comes back to where the way led', async () => {
      await enterWith(page, other.token, `${other.url}/tickets`)
      await expect(page.getByRole('heading', { name: rules.due.enrol.title, level: 1 })).toBeVisible()
      await isSound(page, reader)
      await page.getByRole('button', { name: rules.due.byApp }).click()
      await page.getByRole('button', { name: factor.app.next }).click()
      await expect(page.getByRole('img', { name: factor.app.qr })).toBeVisible()
      await isSound(page, reader)
      const secret = (await page.locator('.totp-secret').innerText()).replace(/\s/g, '')
      await page.getByLabel(factor.app.code).fill(codeBefore(secret))
      await expect(page.locator('.recovery-codes li')).toHaveCount(10)
      await page.getByRole('button', { name: factor.app.saved }).click()
      await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
    })
    await test.step('told in the log, which goes out in words of its reader', async () => {
      await enterWith(page, own.token, `${own.url}/account`)
      await page.getByRole('link', { name: rules.rule.log }).click()
      await expect(page.getByRole('heading', { name: rules.log.title, level: 1 })).toBeVisible()
      await expect(page.getByText(rules.log.act.secondFactorRequired)).toBeVisible()
      await expect(page.getByText(colleague.name).first()).toBeVisible()
      await expect(page.getByText(filled(rules.log.keptFor_other, { count: 12 }))).toBeVisible()
      await isSound(page, reader)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: rules.log.csv }).click()
      const csv = readFileSync(await (await downloading).path(), 'utf8')
      expect(csv).toMatch(new RegExp(`^\uFEFF"${rules.log.at} \\(Europe/Rome\\)";"${rules.log.what}";`))
      expect(csv).toContain(`"${colleague.name}"`)
      await page.getByRole('button', { name: rules.log.anybody }).click()
      await page.getByRole('option', { name: rules.log.staff }).click()
      await expect(page.getByText(rules.log.none)).toBeVisible()
      await expect(page.getByText(words.couldNotLoad)).toHaveCount(0)
      await isSound(page, reader)
    })
  })
})
