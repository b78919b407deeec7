import { drawnPage } from '../support/pdf.ts'
import { giulia, paolo, pia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

test.describe('in a portal with public files', () => {
  test.use({ as: giulia })

  test('they are in the menu, can be searched and are previewed', async ({ page, session }) => {
    await page.goto(session.url)
    await page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'File pubblici' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('File pubblici')
    await expect(page.getByText('Condivisi da Brenta Servizi con tutti i clienti.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Cerca nei file' }).fill('chiusura')
    await expect(page.locator('tbody .row-link')).toHaveText(['Giorni di chiusura 2027.png'])
    await page.getByRole('link', { name: 'Giorni di chiusura 2027.png', exact: true }).click()
    const panel = page.locator('.side-panel')
    const picture = panel.getByRole('img', { name: 'Giorni di chiusura 2027.png' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Assistenza remota, Windows.zip', exact: true }).click()
    await expect(panel).toContainText('Anteprima non disponibile')
  })
})

test.describe('without any flag', () => {
  test.use({ as: pia })

  test('they are the start page', async ({ page, session }) => {
    await page.goto(session.url)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('File pubblici')
    await expect(page).toHaveURL(new RegExp(`${session.url}/publicfiles$`))
    await page.getByRole('link', { name: 'Condizioni generali di servizio 2026.pdf', exact: true }).click()
    await expect(drawnPage(page.locator('.side-panel'))).toBeVisible()
  })
})

test.describe('in a portal without public files', () => {
  test.use({ as: paolo })

  test('the menu has no entry, and their page says that there are none', async ({ page, session }) => {
    await page.goto(`${session.url}/publicfiles`)
    await expect(page.getByRole('main')).toContainText('Nessun elemento trovato')
    await expect(page.getByRole('navigation', { name: 'Menu principale' }).first()).not.toContainText('File pubblici')
  })
})
