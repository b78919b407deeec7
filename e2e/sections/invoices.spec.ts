import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Invoice } from '@portico/contract/invoices'
import { drawnPage } from '../support/pdf.ts'
import { daysAgo, irma, manyInvoices, viola } from '../support/people.ts'
import { call, expect, type Session, test } from '../support/portico.ts'

const rows = (page: Page) => page.locator('.row-link')
const panel = (page: Page) => page.locator('.side-panel')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Cerca per numero' })

const invoices = ({ token, company, contactid }: Session, query: string) =>
  call<Invoice[]>(token, 'GET', `/api/${company}/${contactid}/invoices?${query}`)

test.use({ as: irma })

test('search, dates and order apply to list and total, and are restored from the URL', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices`)
  await expect(rows(page)).toHaveCount(50)
  await expect(page.locator('.page-count')).toHaveText(String(manyInvoices))
  await expect(page.locator('.page-sum')).toHaveText('Totale € 13.080,00')

  await search(page).fill('a/')
  await expect(page).toHaveURL(`${session.url}/invoices?q=a%2F`)
  await expect(rows(page)).toHaveCount(12)
  await expect(page.locator('.page-sum')).toHaveText('Totale € 12.000,00')
  await page.getByRole('button', { name: 'Qualsiasi data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Oggi', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nessun elemento trovato' })).toBeVisible()
  await page.getByRole('button', { name: 'Azzera i filtri' }).click()
  await expect(page).toHaveURL(`${session.url}/invoices`)
  await expect(search(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(50)

  const total = page.getByRole('columnheader', { name: 'Totale' })
  await total.getByRole('button').click()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toHaveText(/^A/)
  await total.getByRole('button').click()
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toHaveText(/^B/)
  await page.getByRole('button', { name: 'Qualsiasi data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Oggi', exact: true }).click()
  await expect(page.locator('.page-sum')).toHaveText('Totale € 1.080,00')

  await page.reload()
  await expect(page).toHaveURL(`${session.url}/invoices?sort=total&from=${daysAgo(0)}&to=${daysAgo(0)}`)
  await expect(page.locator('.page-sum')).toHaveText('Totale € 1.080,00')
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
})

test('scrolling loads page after page to the last', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices`)
  for (const shown of [50, 100, manyInvoices]) {
    await expect(rows(page)).toHaveCount(shown)
    await rows(page).last().scrollIntoViewIfNeeded()
  }
  await expect(page.getByText(`${manyInvoices} elementi in elenco`)).toBeVisible()
})

test('opening a document does not reload the list', async ({ page, session }) => {
  // Without live events: those of the recent import would rightly reload the list.
  await page.route(/\/events$/, route => route.fulfill({ contentType: 'text/event-stream', body: ': \n\n' }))
  const asked: string[] = []
  page.on('request', request => {
    if (/\/api\/.*\/invoices/.test(request.url())) asked.push(request.url())
  })
  await page.goto(`${session.url}/invoices`)
  await expect(rows(page)).toHaveCount(50)
  expect(asked).toHaveLength(1)
  await rows(page).first().click()
  await expect(drawnPage(panel(page))).toBeVisible()
  await rows(page).nth(1).click()
  await expect(page).toHaveURL(/open=/)
  expect(asked).toHaveLength(1)
})

test('the panel is opened, moved to the next row, resized and closed by keyboard', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices?sort=documentNumber`)
  await expect(rows(page).nth(1)).toHaveText('A/020')
  await rows(page).nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await expect(panel(page).getByRole('heading')).toHaveText('Fattura A/020')
  await expect(drawnPage(panel(page))).toBeVisible()
  const edge = page.getByRole('separator', { name: 'Larghezza del pannello' })
  await expect(edge).toHaveAttribute('aria-valuenow', '50')
  const half = await panel(page).boundingBox()
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBeGreaterThan(half?.width ?? 0)

  await panel(page).getByRole('button', { name: 'Successivo' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading')).toHaveText('Fattura A/030')
  await expect(page).toHaveTitle('Fattura A/030 · Fatture · Brenta Servizi')
  await expect(page.getByRole('row', { selected: true })).toContainText('A/030')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveTitle('Fatture · Brenta Servizi')
  await expect(rows(page).nth(2)).toBeFocused()
  await expect(page).toHaveURL(`${session.url}/invoices?sort=documentNumber`)

  // Selecting a row opens it, selecting it again closes it.
  await rows(page).nth(4).click()
  await expect(panel(page).getByRole('heading')).toHaveText('Fattura A/050')
  await rows(page).nth(4).click()
  await expect(panel(page)).toBeHidden()
})

test('a link opens its row wherever it is in the list', async ({ page, session }) => {
  const all = await invoices(session, 'limit=500&sort=documentNumber')
  const far = all[70]
  await page.goto(`${session.url}/invoices?sort=documentNumber&open=${far?.id}`)
  await expect(panel(page).getByRole('heading')).toHaveText(`Fattura ${far?.documentNumber}`)
  await page.goto(`${session.url}/invoices?q=A%2F&open=${far?.id}`)
  await expect(panel(page).getByRole('heading')).toHaveText('Non è in questo elenco')
  await panel(page).getByRole('button', { name: 'Chiudi il pannello' }).click()
  await expect(page).toHaveURL(`${session.url}/invoices?q=A%2F`)
})

test('a download has the name of the file', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices?sort=documentNumber`)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Scarica Fattura A/010' }).click()
  expect((await saved).suggestedFilename()).toBe('Fattura 10.pdf')
})

test('the panel of an electronic invoice offers its XML original', async ({ page, session }) => {
  await page.goto(`${session.url}/invoices?sort=documentNumber`)
  const original = panel(page).getByRole('link', { name: 'Fattura elettronica (XML)' })
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading')).toHaveText('Fattura A/010')
  await original.focus()
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toBe('IT04218730285_00010.xml')
  expect(await readFile(await file.path(), 'utf8')).toBe('<FatturaElettronica/>\n')
  await panel(page).getByRole('button', { name: 'Successivo' }).click()
  await expect(panel(page).getByRole('heading')).toHaveText('Fattura A/020')
  await expect(drawnPage(panel(page))).toBeVisible()
  await expect(original).toHaveCount(0)
})

test.describe('an empty list', () => {
  test.use({ as: viola })

  test('says so', async ({ page, session }) => {
    await page.goto(`${session.url}/invoices`)
    await expect(page.getByRole('heading', { name: 'Nessun elemento trovato' })).toBeVisible()
    await expect(page.getByText('Le nuove fatture compariranno qui.')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the panel fills the screen and shows the document page by page', async ({ page, session }) => {
    await page.goto(`${session.url}/invoices?sort=documentNumber`)
    await rows(page).first().tap()
    await expect(panel(page).getByRole('link', { name: 'Fattura elettronica (XML)' })).toBeInViewport()
    await page.goBack()
    await rows(page).nth(1).tap()
    expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await expect(rows(page).first()).toBeHidden()
    await expect(panel(page).getByText('Pagina 1', { exact: true })).toBeVisible()
    await expect(panel(page).getByText('1 / 2')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Pagina successiva' }).tap()
    await expect(panel(page).getByText('2 / 2')).toBeVisible()
    // There is no room for the percentage, but the page grows.
    const widthOfPage = async () =>
      (await panel(page).getByRole('group', { name: 'Pagina 2 di 2' }).boundingBox())?.width
    const width = (await widthOfPage()) ?? 0
    await panel(page).getByRole('button', { name: 'Ingrandisci' }).tap()
    await expect.poll(widthOfPage).toBeCloseTo(width * 1.25, -1)
    await page.goBack()
    await expect(panel(page)).toBeHidden()
    await expect(rows(page).first()).toBeVisible()
  })
})
