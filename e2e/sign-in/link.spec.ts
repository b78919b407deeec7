import { filled, forEachReader, isSound } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { password } from '../support/people.ts'
import { people } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

forEachReader('es-phone', reader => {
  // Only one reader: the failed sign-ins all come from one IP address, which has its own limit.
  if (!reader.thorough) return
  const { access, auth } = reader.words
  const { guessed } = people(reader)

  test('a user locked out by failed sign-ins of a stranger signs in with the link of a mail, which works once', async ({
    page,
    faults,
  }) => {
    faults.expect(/429|410|404/)
    for (let n = 0; n < 10; n += 1) {
      const body = JSON.stringify({ userName: guessed.userName, password: 'indovinata', company: 'brenta' })
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(`${process.env.PORTICO_URL}/api/auth/login`, { method: 'POST', headers, body })
      expect(status).toBe(401)
    }
    await page.goto('/brenta/login')
    await page.getByLabel(auth.login.userName).fill(guessed.userName)
    await page.getByRole('textbox', { name: auth.login.password }).fill(password)
    await page.getByRole('button', { name: auth.login.submit }).click()
    await expect(page.getByRole('alert')).toContainText(auth.login.linkMailed)
    await isSound(page, reader)

    const { link } = await mailTo(`${guessed.userName}@prova.example`, /http:\S+\/link\?key=[\w-]+/)
    await page.goto(link)
    await expect(page.getByText(filled(access.link.text, guessed))).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-portal', 'brenta')
    await isSound(page, reader)
    await page.getByRole('button', { name: access.link.submit }).click()
    await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: access.link.used })).toBeVisible()
    await isSound(page, reader)
    await page.goto('/link?key=troncata')
    await expect(page.getByRole('heading', { name: access.link.unknown })).toBeVisible()
  })
})
