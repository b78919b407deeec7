import AxeBuilder from '@axe-core/playwright'
import { languages } from '@portico/contract/auth'
import { keys } from './events.ts'
import { giulia } from './people.ts'
import { expect, test } from './portico.ts'

const titles = { 'it-IT': 'Il tuo intervento', 'en-EN': 'Your visit', 'es-ES': 'Tu visita' } as const

for (const language of languages)
  test.describe(language, () => {
    test.use({ kept: { language }, viewport: { width: 390, height: 844 } })

    test('a visit opens by its key on a phone, and asks nobody to sign in', async ({ page }) => {
      await page.goto(`/tasks/brenta/${keys.task}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cambio del filtro')
      await expect(page.getByRole('heading', { name: titles[language] })).toBeVisible()
      await expect(page.getByText('Nadia Prova')).toBeVisible()
      await expect(page.getByText('Via della Prova 1, Padova')).toBeVisible()
      await expect(page.locator('#loading')).toBeHidden()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })

test('its address may leave the portal out; it leads to its calendar file and to the way to cancel it', async ({
  page,
}) => {
  await page.goto(`/tasks/${keys.task}`)
  await expect(page).toHaveURL(new RegExp(`/tasks/brenta/${keys.task}$`))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Aggiungi al calendario' }).click()
  expect((await download).suggestedFilename()).toBe('visit.ics')
  await page.getByRole('link', { name: "Sposta o annulla l'intervento" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Annullare l'appuntamento?")
  await page.getByRole('link', { name: 'Mantieni' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appuntamento confermato')
})

test('a key that is none says so', async ({ page, faults }) => {
  faults.expect(/api\/tasks/)
  await page.goto('/tasks/brenta/inventata')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Codice non valido')
})

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('the ticket stands beside the visit and opens', async ({ page, session }) => {
    await page.goto('/tasks/brenta/demo-task')
    await page.getByRole('link', { name: 'Apri il ticket' }).click()
    await expect(page).toHaveURL(new RegExp(`${session.url}/tickets/\\d+$`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('UPS')
  })
})

test('who is not signed in is shown the way in, and comes back', async ({ page }) => {
  await page.goto('/tasks/brenta/demo-task')
  await page.getByRole('link', { name: 'Accedi al portale' }).click()
  await page.getByLabel('Nome utente').fill(giulia.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill('Portico-demo-1')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/tasks\/brenta\/demo-task$/)
  await expect(page.getByRole('link', { name: 'Apri il ticket' })).toBeVisible()
})
