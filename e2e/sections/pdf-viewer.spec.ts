import { drawnPage, pdf, redScan } from '../support/pdf.ts'
import { giulia } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'

const name = 'Nomina a responsabile del trattamento.pdf'

test.use({ as: giulia })

test('a document is printed from the portal, one sheet per page', async ({ page, session }) => {
  // The print dialog belongs to the system, so a test cannot operate it.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', '')
  })
  await page.route(/\/api\/files\//, route => route.fulfill({ contentType: 'application/pdf', body: pdf(3) }))
  await page.goto(`${session.url}/documents`)
  await page.getByRole('link', { name, exact: true }).click()
  const panel = page.locator('.side-panel')
  await expect(panel.getByText('1 / 3')).toBeVisible()
  await panel.getByRole('button', { name: 'Stampa' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print')
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
  await expect(page.locator('.shell')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.pdf-sheets')).toHaveCount(0)
})

test('a scan in JPEG 2000 is displayed', async ({ page, session }) => {
  const body = pdf(1, 0, redScan)
  await page.route(/\/api\/files\//, route => route.fulfill({ contentType: 'application/pdf', body }))
  await page.goto(`${session.url}/documents`)
  await page.getByRole('link', { name, exact: true }).click()
  const canvas = drawnPage(page.locator('.side-panel'))
  const colour = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) => [
      ...(drawn.getContext('2d')?.getImageData(9, drawn.height - 9, 1, 1).data ?? []),
    ])
  await expect.poll(colour).toEqual([200, 30, 40, 255])
})

test('at the end of a list the head of the panel stays below the page header', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices`)
  await page.locator('.row-link').last().scrollIntoViewIfNeeded()
  await page.locator('.row-link').last().click()
  await expect(drawnPage(page.locator('.side-panel'))).toBeVisible()
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 20_000)
  await expect(page.locator('.shell-footer')).toBeInViewport({ ratio: 0.9 })
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const head = async () => (await page.locator('.side-panel-head').boundingBox())?.y ?? 0
  await expect.poll(async () => (await head()) - (await bottomOf('.shell-header'))).toBeGreaterThanOrEqual(0)
})
