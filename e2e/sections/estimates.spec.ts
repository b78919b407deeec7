import { drawnPage } from '../support/pdf.ts'
import { bigEstimate, giulia, irma } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

const size = 20_000_000

test.describe('the list', () => {
  test.use({ as: giulia })

  test('shows name, number, revision and total, finds by number, and opens the document beside it', async ({
    page,
    session,
  }) => {
    await page.goto(`${session.url}/estimates`)
    const row = page.getByRole('row').filter({ hasText: 'P-2026/118' })
    await expect(row).toContainText('rev. 2')
    await expect(row).toContainText(/€\s[\d.]+,\d\d/)
    await page.getByRole('searchbox', { name: 'Cerca nome o numero' }).fill('2026/118')
    await expect(page.locator('.row-link')).toHaveCount(1)
    const name = await page.locator('.row-link').textContent()
    await page.locator('.row-link').click()
    const panel = page.getByRole('region', { name: name ?? '' })
    await expect(panel).toContainText('P-2026/118 rev. 2')
    await expect(drawnPage(panel)).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Apri in una nuova scheda' })).toHaveAttribute(
      'href',
      /^\/api\/files\//,
    )
    await page.goBack()
    await expect(panel).toBeHidden()
  })
})

test.describe('a document of 20 MB', () => {
  test.use({ as: irma })

  test('shows its first page before the whole file has loaded', async ({ page, session }) => {
    let ranges = 0
    let bytes = 0
    page.on('response', async response => {
      if (!response.url().includes('/api/files/') || response.status() !== 206) return
      ranges += 1
      bytes += Number(response.headers()['content-length'])
    })
    await page.goto(`${session.url}/estimates`)
    // One that was never revised has no number of a revision.
    const row = page.getByRole('row').filter({ hasText: bigEstimate })
    await expect(row).toContainText('P/7')
    await expect(row).not.toContainText('rev.')
    await page.getByRole('link', { name: bigEstimate }).click()
    await expect(page.getByText('Pagina 1', { exact: true })).toBeVisible()
    await expect(page.getByText('1 / 10')).toBeVisible()
    expect(ranges).toBeGreaterThan(1)
    expect(bytes).toBeLessThan(size / 4)
  })
})
