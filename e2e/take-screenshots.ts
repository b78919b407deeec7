import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { giulia } from './support/people.ts'
import { call, expect, test } from './support/portico.ts'
import { elenaConti, signInStaff } from './support/staff.ts'

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const mostBytes = 200_000

const take = async (page: Page, name: string) => {
  mkdirSync(folder, { recursive: true })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('#loading')).toBeHidden()
  await page.evaluate(() => document.fonts.ready)
  const path = `${folder}/${name}.png`
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  expect(statSync(path).size, `${name}.png`).toBeLessThan(mostBytes)
}

test('login', async ({ page }) => {
  await page.goto('/brenta/login')
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await take(page, 'login')
})

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('tickets, a ticket, a new one and the palette', async ({ page, session }) => {
    const { token, company, contactid, url } = session
    await page.goto(`${url}/alltickets`)
    await expect(page.locator('.row-link').first()).toBeVisible()
    await take(page, 'tickets')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Cerca nei ticket' }).fill('compressore')
    await expect(page.getByRole('dialog').locator('mark').first()).toBeVisible()
    await take(page, 'palette')

    const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets/all?q=1217&limit=1`)
    await page.goto(`${url}/tickets/${ticket?.id}`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await take(page, 'ticket')

    await page.goto(`${url}/tickets/new`)
    await page.getByRole('textbox', { name: 'Titolo' }).fill('Il compressore n. 2 non riparte')
    await page.getByRole('button', { name: /^Tipo/ }).click()
    await page.getByRole('option', { name: 'Guasto' }).click()
    const text = page.getByRole('textbox', { name: 'Descrizione' })
    await text.fill(
      'Da stamattina alle 7 resta in attesa con la spia gialla accesa. Sul display si legge «pressione di rete».',
    )
    await take(page, 'new-ticket')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('tickets', async ({ page, session }) => {
      await page.goto(`${session.url}/tickets`)
      await expect(page.locator('.row-link').first()).toBeVisible()
      await take(page, 'phone')
    })
  })
})

test.describe('the staff room', () => {
  test('queue and ticket', async ({ page }) => {
    await signInStaff(page, elenaConti)
    await page.goto('/staff/tickets')
    await expect(page.locator('.queue-item').first()).toBeVisible()
    await take(page, 'staff-queue')

    await page.goto('/staff/tickets?view=all&q=1269')
    await page.locator('.queue-title', { hasText: 'Compressore n. 1' }).first().click()
    await expect(page.getByRole('textbox', { name: 'Testo della risposta' })).toBeVisible()
    await take(page, 'staff-ticket')
  })
})
