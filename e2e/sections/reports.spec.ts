import type { Page } from '@playwright/test'
import { drawnPage } from '../support/pdf.ts'
import { elena, giulia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

const rows = (page: Page) => page.locator('.row-link')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const vpn = /VPN di Camposampiero/

test.describe('all reports', () => {
  test.use({ as: giulia })

  test('a report links to its ticket, and the ticket to the report', async ({ page, session }) => {
    await page.goto(`${session.url}/activityreports`)
    await expect(row(page, 'Formazione: riconoscere la posta sospetta').locator('.tag')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Cerca nei rapportini' }).fill('camposampiero')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(`${session.url}/activityreports?q=camposampiero`)

    // The link lies above the row and must not activate the link of the row.
    await page.getByRole('link', { name: /#1254/ }).click()
    await expect(page.getByRole('heading', { name: /La VPN cade/ })).toBeVisible()
    const side = page.getByRole('complementary', { name: 'Dettagli del ticket' })
    await side.getByRole('link', { name: vpn }).click()
    await expect(page).toHaveURL(new RegExp(`${session.url}/activityreports\\?open=\\d+$`))
    const panel = page.getByRole('region', { name: vpn })
    await expect(drawnPage(panel)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(`${session.url}/activityreports`)
  })

  test('are filtered by asset, their own or that of their ticket, and by date, and are restored from the URL', async ({
    page,
    session,
  }) => {
    await page.goto(`${session.url}/activityreports`)
    await page.getByRole('button', { name: 'Qualsiasi asset' }).click()
    await page.getByRole('option', { name: 'Sala server – Firewall FortiGate 60F' }).click()
    await expect(rows(page)).toHaveText([vpn, /Firewall: controllo trimestrale/])
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Qualsiasi data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Oggi', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Nessun elemento trovato' })).toBeVisible()
    await page.getByRole('button', { name: 'Azzera i filtri' }).click()
    await expect(page).toHaveURL(`${session.url}/activityreports`)
    await expect(row(page, 'Formazione')).toBeVisible()
  })
})

test.describe('a user who may not see all tickets', () => {
  test.use({ as: elena })

  test('sees links only to own tickets', async ({ page, session }) => {
    await page.goto(`${session.url}/activityreports`)
    await expect(row(page, 'Programma di contabilità').getByRole('link', { name: /#1231/ })).toBeVisible()
    await expect(row(page, 'Firewall: controllo trimestrale').locator('.tag')).toHaveCount(0)
  })
})
