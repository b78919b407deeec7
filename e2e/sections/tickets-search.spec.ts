import type { Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { anna, bruno } from '../support/people.ts'
import { call, expect, test } from '../support/portico.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Cerca nei ticket' })
const found = (page: Page) => page.getByRole('group', { name: 'Ticket', exact: true }).getByRole('option')

test.describe('an administrator', () => {
  test.use({ as: anna })

  test.beforeEach(async ({ page }) => {
    await page.goto('/brenta')
    await expect(page.locator('.row-link').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
  })

  test('finds by number, title and the text of a conversation', async ({ page, session }) => {
    const { token, company, contactid } = session
    const [newest] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?limit=1`)
    await expect(page.getByRole('group', { name: 'Ticket recenti' }).getByRole('option').first()).toContainText(
      newest?.title ?? '',
    )
    await field(page).fill(`#${newest?.ticketNumber}`)
    await expect(found(page)).toHaveText([new RegExp(newest?.title ?? '')])
    await field(page).fill('BADGE apre')
    await expect(found(page)).toHaveText([/Badge che non apre/])
    await expect(found(page).locator('mark').first()).toHaveText('Badge')
    await field(page).fill('termocoppia')
    await expect(found(page)).toHaveText([/Forno che scalda poco/])
    await expect(page.getByText('1 ticket trovato')).toBeVisible()
    await field(page).fill('in breve')
    await expect(found(page)).toHaveCount(5)
    await expect(page.getByRole('option', { name: 'Nuovo ticket “in breve”' })).toBeInViewport({ ratio: 1 })
    await field(page).fill('nulla del genere')
    await expect(page.getByText('Nessun elemento trovato')).toBeVisible()
  })

  test('Enter opens, Ctrl+Enter opens a new tab, Escape closes', async ({ page, context, session }) => {
    await field(page).fill('nastro cambiato')
    await expect(found(page)).toHaveCount(1)
    const tab = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    await expect((await tab).getByRole('heading', { name: 'Nastro cambiato' })).toBeVisible()
    await expect(field(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Nastro cambiato' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${session.url}/tickets/\\d+$`))
    await page.getByRole('button', { name: 'Cerca nei ticket' }).click()
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Cerca nei ticket' })).toBeFocused()
  })

  test('Enter before the response opens the new result, not the previous one', async ({ page }) => {
    await expect(page.getByRole('group', { name: 'Ticket recenti' }).getByRole('option').first()).toBeVisible()
    await page.keyboard.type('nastro cambiato')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Nastro cambiato' })).toBeVisible()
  })

  test('the arrow keys reach filtered lists and a new ticket with that title', async ({ page, session }) => {
    await field(page).fill('forno')
    await expect(found(page)).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${session.url}/tickets?q=forno&filter=2`)
    await expect(page.getByText('Ricerca “forno”', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Rimuovi la ricerca “forno”' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets?filter=2`)
    await page.keyboard.press('Control+k')
    await field(page).fill('Finestra rotta')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Titolo' })).toHaveValue('Finestra rotta')
  })

  test('a search that fails says so and can be retried', async ({ page, faults }) => {
    faults.expect(/500/)
    const search = /q=collaudo/
    await page.route(search, route => route.fulfill({ status: 500, body: '' }))
    await field(page).fill('collaudo')
    await expect(page.getByText('La ricerca non è riuscita.')).toBeVisible()
    await page.unroute(search)
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(found(page)).toHaveText([/Collaudo della pressa/])
  })
})

test.describe('a colleague', () => {
  test.use({ as: bruno })

  test('finds only his own tickets', async ({ page }) => {
    await page.goto('/brenta')
    await expect(page.locator('.row-link')).toHaveCount(1)
    await page.keyboard.press('Control+k')
    await field(page).fill('forno')
    await expect(page.getByText('Nessun elemento trovato')).toBeVisible()
    await field(page).fill('badge')
    await expect(found(page)).toHaveText([/Badge che non apre/])
  })
})

test.describe('before the palette is loaded', () => {
  test.use({ as: anna })

  test('what is typed after Ctrl+K lands in its field', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/search-palette-.*\.js$/, async route => {
      await released
      await route.continue()
    })
    await page.goto('/brenta')
    await expect(page.locator('.row-link').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nastro cambiato')
    await expect(field(page)).toHaveCount(0)
    release()
    await expect(field(page)).toHaveValue('nastro cambiato')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Nastro cambiato' })).toBeVisible()
  })
})
